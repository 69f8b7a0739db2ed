// SPDX-License-Identifier: Apache-2.0
// Keys have units and meanings, the page of the documents has their tables, and the check of a record finds faults.
#include "testbench/tool/printer/schema.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "test_support/kept_list.hpp"
#include "testbench/tool/printer/columns.hpp"

namespace testbench {
namespace {

TEST(Schema, EveryKeyHasUnitAndMeaning) {
  for (const Printed& printed : printed_records()) {
    std::set<std::string> keys;
    for (const Key& key : printed.keys) {
      EXPECT_TRUE(keys.insert(key.key).second) << printed.commands << ": " << key.key << " is twice in the list";
      const bool is_number = key.type.starts_with("integer") || key.type.find("number") != std::string::npos;
      EXPECT_EQ(key.unit.empty(), !is_number) << key.key;
      EXPECT_FALSE(key.meaning.empty()) << key.key;
    }
  }
}

// The tables of the page stand in the order of the list. Keys of configurations have a page of their own.
TEST(Schema, ThePageOfResultsHasEveryKey) {
  const std::string page = CUBECAST_SOURCE "/docs/reference/results.md";
  std::istringstream lines(test_support::contents(page));
  std::string text;
  bool is_in_table = false;
  std::vector<Keys> tables;
  for (const Printed& printed : printed_records()) {
    if (printed.commands != "configuration") tables.push_back(printed.keys);
  }
  auto next = tables.begin();
  for (std::string line; std::getline(lines, line); is_in_table = line.starts_with('|')) {
    if (!line.starts_with('|')) {
      text += line + '\n';
    } else if (!is_in_table && next != tables.end()) {
      text += table_of(*next++);
    }
  }
  EXPECT_EQ(next, tables.end()) << "a table is missing";
  test_support::expect_as_kept(page, text, "#");
}

TEST(Schema, TheCheckFindsEveryFault) {
  const Json schema = schema_of({{"cycles", "integer?", "cycles", "."},
                                 {"ratio", "number", "none", "."},
                                 {"rest", "signed number", "cycles", ".", "--rest"},
                                 {"links", "object", "", ".", "--links"},
                                 {"links.packets", "integer?[][]", "packets", "."},
                                 {"nodes", "object[]?", "", "."},
                                 {"nodes[].name", "string", "", "."}});
  const auto fault = [&](const char* record) { return fault_in(schema, Json::parse(record)).value_or("none"); };
  EXPECT_EQ(fault(R"({"cycles":1,"ratio":0.5,"nodes":[{"name":"a"}]})"), "none");
  EXPECT_EQ(fault(R"({"cycles":null,"ratio":2,"rest":-1,"nodes":null,"links":{"packets":[[1,null],[]]}})"), "none");
  EXPECT_EQ(fault(R"({"cycles":1,"nodes":[]})"), "ratio is missing");
  EXPECT_EQ(fault(R"({"cycles":1,"ratio":1,"nodes":[],"more":1})"), "more is unknown");
  EXPECT_EQ(fault(R"({"cycles":-1,"ratio":1,"nodes":[]})"), "cycles is negative");
  EXPECT_EQ(fault(R"({"cycles":1.5,"ratio":1,"nodes":[]})"), "cycles is 1.5, not [\"integer\",\"null\"]");
  EXPECT_EQ(fault(R"({"cycles":1,"ratio":null,"nodes":[]})"), "ratio is null, not \"number\"");
  EXPECT_EQ(fault(R"({"cycles":1,"ratio":1,"nodes":[{}]})"), "nodes[0].name is missing");
  EXPECT_EQ(fault(R"({"cycles":1,"ratio":1,"nodes":[],"links":{"packets":[["a"]]}})"),
            "links.packets[0][0] is \"a\", not [\"integer\",\"null\"]");
  EXPECT_EQ(fault(R"([1])"), " is [1], not \"object\"");
}

TEST(Columns, AlignWhatARecordHas) {
  const Columns columns{{"name", "name", -6},
                        {"links.mean", "mean", 6, "{:.2f}"},
                        {"cycles", "cycles", 7},
                        {"cycles", "", 0, "", [](const Json& record) { return record["cycles"].dump() + " of them"; }}};
  EXPECT_EQ(heading_of(columns), "name     mean  cycles  \n");
  EXPECT_EQ(line_of(columns, Json{{"name", "a"}, {"links", {{"mean", 2.5}}}, {"cycles", -3}}),
            "a        2.50      -3  -3 of them\n");
  EXPECT_EQ(line_of(columns, Json{{"name", nullptr}, {"links", nullptr}, {"cycles", 18446744073709551615u}}),
            "-           - 18446744073709551615  18446744073709551615 of them\n");
  EXPECT_THROW(line_of(columns, Json{{"name", "a"}}), Json::out_of_range);
}

TEST(Columns, CsvHasOneFieldForEachSingleValue) {
  const Json record =
      Json::parse(R"({"a":null,"b":{"c":"x, \"y\"","d":[1,2]},"e":["0:1"],"f":[],"g":[[1],[2]],"h":[{"i":1}]})");
  EXPECT_EQ(csv_heading_of(record), "a,b_c,b_d,e,f\n");
  EXPECT_EQ(csv_line_of(record), ",\"x, \"\"y\"\"\",\"[1,2]\",\"[\"\"0:1\"\"]\",[]\n");
}

}  // namespace
}  // namespace testbench
