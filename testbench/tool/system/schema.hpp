// SPDX-License-Identifier: Apache-2.0
// Test only: holds JSON that a command has printed against the schema that its --schema prints.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "test_support/command.hpp"
#include "testbench/tool/printer/schema.hpp"

namespace testbench::test {

inline const nlohmann::ordered_json& printed_schema(const std::string& command) {
  static std::map<std::string, nlohmann::ordered_json> known;
  if (!known.contains(command)) {
    known[command] = nlohmann::ordered_json::parse(test_support::cubecast(command + " --schema").out);
  }
  return known[command];
}

// `out`: one object or list, or an object a line. Returns them.
inline std::vector<nlohmann::ordered_json> expect_of_schema(const std::string& command, const std::string& out) {
  const nlohmann::ordered_json& schema = printed_schema(command);
  std::vector<nlohmann::ordered_json> records;
  if (schema.value("type", "") == "array" || command == "configuration") {
    records.push_back(nlohmann::ordered_json::parse(out));
  } else {
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) records.push_back(nlohmann::ordered_json::parse(line));
  }
  for (const auto& record : records) {
    const auto fault = fault_in(schema, record);
    EXPECT_FALSE(fault) << *fault << " in " << record.dump();
  }
  return records;
}

}  // namespace testbench::test
