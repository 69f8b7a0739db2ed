// SPDX-License-Identifier: Apache-2.0
// Test only: the rows of a measurement by the command.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "test_support/command.hpp"

namespace testbench::test {

inline std::vector<nlohmann::json> measured(const std::string& arguments) {
  const test_support::Outcome outcome = test_support::cubecast("measure --json " + arguments);
  EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.error;
  std::vector<nlohmann::json> rows;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

// A row without what depends on the clock on the wall.
inline nlohmann::json without_times(nlohmann::json row) {
  for (const char* key : {"seconds", "load_seconds", "node_cycles_per_second", "packet_hops_per_second"}) {
    EXPECT_TRUE(row.contains(key)) << key;
    row.erase(key);
  }
  row.erase("ranks");  // of --engine mpi
  return row;
}
// The rows of a results file, in its order.
inline std::vector<nlohmann::json> rows_in(const std::filesystem::path& file) {
  std::vector<nlohmann::json> rows;
  std::istringstream lines(test_support::contents(file));
  for (std::string line; std::getline(lines, line);) rows.push_back(without_times(nlohmann::json::parse(line)));
  return rows;
}

inline std::string name_of(const nlohmann::json& row) {
  return row["collective"].get<std::string>() + ' ' + row["algorithm"].get<std::string>() + ' ' +
         row["ports"].get<std::string>();
}

}  // namespace testbench::test
