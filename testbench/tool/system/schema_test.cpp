// SPDX-License-Identifier: Apache-2.0
// Holds what commands print with --json against their --schema: no unknown key, every required one, each of its
// type, and no key that nothing prints. CSV has as many fields as names. images.hpp does so for `boot`,
// rtl_sim/board/board_command_test.cpp for `board`, mpi_test.cpp for the key `ranks`.
#include "testbench/tool/system/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <vector>

#include "testbench/tool/request/options.hpp"

namespace testbench::test {
namespace {

using nlohmann::ordered_json;

// Command lines of printed.txt that print results, and others.
std::vector<std::string> command_lines() {
  std::vector<std::string> lines{
      "cost --planner 1 --seed 3",
      "dynamic --dim 2 --load 0.1 --arrivals hot-spot --hot-nodes 1 --cycles 3000",
      "dynamic --dim 2 --load 0.1 --scheme pmnb1 --prefix wires --cycles 20000",
      "dynamic --dim 2 --limit --scheme pmnb1 --prefix wires --cycles 3000",
      "deadlock --dims 2",
      "measure --dims 16..16 --collective alltoall --ports all --packets 4096 --latency --links",
      "run allgather --dim 2 --link-latency wires",
      "run allgather --dim 2 --link-wires widths --frame-packets 4",
      "measure --dims 2 --collective allgather --ports all --link-latency 3",
      "run broadcast --network leafspine:1,2,1",
      "network leafspine:1,2,1",
      "models"};
  std::ifstream list(CUBECAST_SOURCE "/testbench/tool/system/printed.txt");
  for (std::string line; std::getline(list, line);) {
    if (!line.starts_with("$ ")) continue;
    line.erase(0, 2);
    const auto has = [&](const char* word) { return line.find(word) != std::string::npos; };
    if (has("&&") || has("--help") || has("--trace") || has("--plot") || has("--source") || has("--board")) continue;
    if (find_option("--json", line.substr(0, line.find(' '))) == nullptr) continue;
    for (const char* const of_text : {" --json", " --csv", " --rows", " --proof", " --show"}) {
      if (has(of_text)) line.erase(line.find(of_text), std::string(of_text).size());
    }
    lines.push_back(line);
  }
  return lines;
}

test_support::Outcome outcome_of(const std::string& words) {
  const test_support::Scratch scratch;
  std::ofstream(scratch / "words") << "the quick brown fox jumps over the lazy dog\n";
  std::ofstream(scratch / "counts") << "1 2\n3 1\n";
  std::ofstream(scratch / "wires") << "0 1 3\n";
  std::ofstream(scratch / "widths") << "16\n0 1 5\n";
  std::ofstream(scratch / "triangle") << "edges\n0 1\n1 2\n2 0\n";
  return test_support::in_shell(CUBECAST_COMMAND " " + words, scratch / "");
}

// Adds the keys of a record, as keys.hpp writes them.
void add_keys(const std::string& prefix, const ordered_json& record, std::set<std::string>& keys) {
  for (const auto& [key, value] : record.items()) {
    keys.insert(prefix + key);
    if (value.is_object()) add_keys(prefix + key + '.', value, keys);
    if (value.is_array() && !value.empty() && value.front().is_object())
      add_keys(prefix + key + "[].", value.front(), keys);
  }
}

TEST(Schema, IsThatOfWhatCommandsPrint) {
  std::map<std::string, std::set<std::string>> keys;  // by command
  unsigned records = 0;
  for (const std::string& line : command_lines()) {
    SCOPED_TRACE(line);
    const std::string command = line.substr(0, line.find(' '));
    const std::string out = outcome_of(line + " --json").out;
    if (out.empty()) continue;  // refused
    for (const ordered_json& record : expect_of_schema(command, out)) {
      if (record.is_object()) add_keys("", record, keys[command == "measure" ? "run" : command]);
      if (record.is_array() && !record.empty()) add_keys("", record.front(), keys[command]);
      ++records;
    }
  }
  EXPECT_GT(records, 400u);
  for (const Printed& printed : printed_records()) {
    const std::string command = printed.commands.substr(0, printed.commands.find(' '));
    if (command == "boot" || command == "board" || command == "models" || command == "configuration") continue;
    for (const Key& key : printed.keys) {
      EXPECT_TRUE(keys[command].contains(key.key) || key.key.starts_with("ranks")) << command << ' ' << key.key;
    }
  }
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (const char character : line) {
    if (character == '"') is_quoted = !is_quoted;
    if (character == ',' && !is_quoted) {
      fields.emplace_back();
    } else {
      fields.back() += character;
    }
  }
  return fields;
}

TEST(Schema, CsvHasAsManyFieldsAsNames) {
  unsigned tables = 0;
  for (const std::string& line : command_lines()) {
    if (find_option("--csv", line.substr(0, line.find(' '))) == nullptr) continue;
    SCOPED_TRACE(line);
    std::istringstream lines(outcome_of(line + " --csv").out);
    std::string row;
    if (!std::getline(lines, row)) continue;  // refused
    const std::size_t names = fields_of(row).size();
    EXPECT_EQ(row.find('"'), std::string::npos) << row;
    while (std::getline(lines, row)) EXPECT_EQ(fields_of(row).size(), names) << row;
    ++tables;
  }
  EXPECT_GT(tables, 60u);
}

TEST(Schema, IsPrintedBesideOtherOptionsAndInPlaceOfARun) {
  EXPECT_EQ(outcome_of("run --schema").status, 0);
  EXPECT_EQ(outcome_of("run alltoall --dim 3 --schema --json").out, outcome_of("run --schema").out);
  EXPECT_EQ(outcome_of("measure --schemas").status, 2);
  EXPECT_EQ(outcome_of("rtl --schema").status, 2);
}

}  // namespace
}  // namespace testbench::test
