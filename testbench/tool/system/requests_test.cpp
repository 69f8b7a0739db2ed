// SPDX-License-Identifier: Apache-2.0
// cubecast pmnb and cubecast dynamic: what they print, where they end, and what they say of runs
// that stand still.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "test_support/command.hpp"

namespace testbench::test {
namespace {

using nlohmann::json;
using test_support::in_shell;
using test_support::Outcome;

Outcome cubecast_of(const std::string& arguments) {
  return in_shell(CUBECAST_COMMAND " " + arguments);
}

std::vector<json> lines_of(const Outcome& outcome) {
  std::vector<json> lines;
  std::istringstream text(outcome.out);
  for (std::string line; std::getline(text, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(Requests, OnePartialBroadcastOfEachAlgorithm) {
  const Outcome outcome = cubecast_of("pmnb --dim 4 --active-nodes 5,6,9-11 --seed 3 --json");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  const std::vector<json> rows = lines_of(outcome);
  ASSERT_EQ(rows.size(), 3u);
  for (const json& row : rows) {
    const json& phases = row["phases"];
    EXPECT_EQ(row["cycles"],
              phases["prefix"].get<int>() + phases["packing"].get<int>() + phases["broadcast"].get<int>());
    EXPECT_LE(row["cycles"], row["paper"]);
    EXPECT_GE(row["cycles"], row["bound"]);
    EXPECT_EQ(row["active_nodes"], json({5, 6, 9, 10, 11}));
    EXPECT_EQ(row["seed"], 3);
    EXPECT_EQ(row["verified"], true);
  }
}

// The others are run all the same.
TEST(Requests, QueuesThatAreTooShallowAreTold) {
  const Outcome outcome = cubecast_of("pmnb --dim 3 --queue-depth 4 --json");
  EXPECT_EQ(outcome.status, 1) << outcome.error;
  const std::vector<json> rows = lines_of(outcome);
  ASSERT_EQ(rows.size(), 3u);
  unsigned stood_still = 0;
  for (const json& row : rows) {
    EXPECT_EQ(row["active_nodes"], nullptr) << "all";
    EXPECT_EQ(row["verified"] == true, row.at("fault").is_null());
    if (row["verified"] == true) continue;
    ++stood_still;
    EXPECT_NE(row["fault"].get<std::string>().find("; --queue-depth 8 is enough"), std::string::npos) << row["fault"];
  }
  EXPECT_GT(stood_still, 0u);
}

// A row of the same keys, and status 1; of one algorithm a mistake, as of any one run.
TEST(Requests, ARowWithoutMemoryIsARowWithItsReason) {
  ASSERT_EQ(cubecast_of("pmnb --dim 13 --active 1 --algorithm pmnb1").status, 0)
      << "its model is built with enough memory";
  const std::string little = "ulimit -v 300000; " CUBECAST_COMMAND " pmnb --dim 13 --active 1 ";
  const Outcome outcome = in_shell(little + "--json");
  EXPECT_EQ(outcome.status, 1) << outcome.error;
  const std::vector<json> rows = lines_of(outcome);
  ASSERT_EQ(rows.size(), 3u);
  const auto shape_of = [](const json& row) {
    std::vector<std::string> keys;
    const json flat = row.flatten();
    for (const auto& [key, value] : flat.items()) keys.push_back(key);
    return keys;
  };
  const std::vector<std::string> shape = shape_of(lines_of(cubecast_of("pmnb --dim 2 --active-nodes 3 --json"))[0]);
  for (const json& row : rows) {
    EXPECT_EQ(shape_of(row), shape);
    for (const char* key : {"cycles", "sent", "delivered", "verified"}) EXPECT_TRUE(row[key].is_null()) << key;
    EXPECT_NE(row["fault"].get<std::string>().find("memory"), std::string::npos) << row;
  }
  EXPECT_EQ(in_shell(little + "--algorithm pmnb2").status, 2);
}

TEST(Requests, EverySchemeServesWhatComesAtRandom) {
  const Outcome outcome = cubecast_of("dynamic --dim 3 --load 0.1 --cycles 20000 --precision 0.1 --json");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  const std::vector<json> rows = lines_of(outcome);
  ASSERT_EQ(rows.size(), 6u);
  for (const json& row : rows) {
    EXPECT_NEAR(row["throughput"], 0.1, 0.02);
    EXPECT_GE(row["delay"]["mean"], 3);
    EXPECT_EQ(row["verified"], true);
    EXPECT_EQ(row.at("fault"), nullptr);
    // Little: what waits is what comes, times how long it stays.
    const double expected = row["rate"].get<double>() * 8 * row["delay"]["mean"].get<double>();
    EXPECT_NEAR(row["backlog"]["mean"], expected, 0.25 * expected) << row;
    const bool is_partial = row["scheme"].get<std::string>().find("pmnb") == 0;
    EXPECT_EQ(row["theory"].is_null(), !is_partial);
    if (is_partial) EXPECT_GT(row["delay"]["mean"], row["theory"]["light_load"].get<double>() / 3);
  }
}

TEST(Requests, WhatIsNotKnownIsNull) {
  const json nobody = lines_of(cubecast_of("dynamic --dim 3 --load 0 --cycles 100 --scheme direct --json"))[0];
  EXPECT_TRUE(nobody["delay"].is_null());
  EXPECT_TRUE(nobody["backlog"].is_null());
  const json bursty =
      lines_of(cubecast_of("dynamic --dim 3 --load 0.1 --cycles 5000 --arrivals bursty --scheme pmnb2 --json"))[0];
  EXPECT_TRUE(bursty["theory"].is_null()) << "the theorem is about Poisson arrivals";
  EXPECT_EQ(bursty["burst"], 16);
}

TEST(Requests, TheLargestStableLoadOfTheSmallestCube) {
  const Outcome outcome = cubecast_of("dynamic --dim 1 --limit --scheme direct --json");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  const json row = lines_of(outcome)[0];
  EXPECT_GT(row["stable"], 0.9);
  EXPECT_GT(row["unstable"], row["stable"]);
  EXPECT_LT(row["unstable"], 1.1);
  EXPECT_EQ(row.at("fault"), nullptr);
}

}  // namespace
}  // namespace testbench::test
