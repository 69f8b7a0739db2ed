// SPDX-License-Identifier: Apache-2.0
// Reports of a run: whether the closed form applies, and whether it is met.
#include "testbench/tool/printer/result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "test_support/rows.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::PortModel;

// One packet down the SBT takes d cycles.
const collectives::Operation kBroadcast =
    test_support::operation_of(Collective::kBroadcast, "sbt", PortModel::kAll, 4, 1);

Result of_cycles(std::uint64_t cycles, const Experiment& experiment = kBroadcast) {
  Result result(experiment);
  result.report.cycles = cycles;
  return result;
}

TEST(Result, TheClosedFormIsMetByItsCyclesAlone) {
  EXPECT_EQ(text_of(of_cycles(4).closed_form()), "= 4");
  for (std::uint64_t cycles = 2; cycles <= 6; ++cycles) {
    EXPECT_EQ(to_json(of_cycles(cycles))["formula_met"], cycles == 4) << cycles;
    EXPECT_EQ(is_as_it_should(to_json(of_cycles(cycles))), cycles == 4) << cycles;
  }
}

TEST(Result, TheClosedFormIsThatOfTheRoutersHops) {
  auto operation = test_support::operation_of(Collective::kAllgather, "balanced", PortModel::kAll, 6, 1);
  EXPECT_EQ(text_of(Result(operation).closed_form()), "= 11");
  operation.hop_cycles = 2;
  EXPECT_EQ(text_of(Result(operation).closed_form()), "= 12");
}

TEST(Result, AFaultIsNeverAsItShouldBe) {
  Result result = of_cycles(4);
  result.report.fault = "a packet too many";
  EXPECT_FALSE(is_as_it_should(to_json(result)));
  EXPECT_EQ(to_json(result)["verified"], false);
  EXPECT_EQ(to_json(result)["fault"], "a packet too many");
}

std::vector<std::string> keys_of(const Result& result) {
  std::vector<std::string> keys;
  const nlohmann::ordered_json json = to_json(result);
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

// Every row of JSON has the same keys, and CSV has them as columns.
TEST(Result, HasTheSameKeysWithAFaultAndWithout) {
  const Result right = of_cycles(4);
  Result wrong = right;
  wrong.report.fault = "a packet, and one \"more\"";
  EXPECT_EQ(to_json(right).at("fault"), nullptr);
  EXPECT_EQ(keys_of(wrong), keys_of(right));
  EXPECT_EQ(csv_heading_of(to_json(wrong)), csv_heading_of(to_json(right)));
  EXPECT_EQ(csv_heading_of(to_json(right)), fmt::format("{}\n", fmt::join(keys_of(right), ",")));
  EXPECT_NE(csv_line_of(to_json(right)).find(",true,,"), std::string::npos) << csv_line_of(to_json(right));
  EXPECT_NE(csv_line_of(to_json(wrong)).find(",false,\"a packet, and one \"\"more\"\"\","), std::string::npos)
      << csv_line_of(to_json(wrong));
}

// Every option has a key in the result; the table of options names it.
TEST(Result, TellsEveryOption) {
  MeshSetting linked;
  linked.links = LinkSetting{8};
  linked.latency = linked.link_load = true;
  linked.link_latency = 3;
  Result result(Experiment(kBroadcast, linked));
  result.spread = SeedSpread{};
  result.report.link_load.emplace(16, 4);
  unsigned told = 0;
  for (const Option& option : options()) {
    const bool is_of_starts = option.key == "start_skew" || option.key == "repeat";  // which have a record of their own
    if (option.key.empty() || option.key == "counts" || is_of_starts) continue;      // this run has no counts
    EXPECT_TRUE(to_json(result, 100).contains(option.key)) << option.name;
    ++told;
  }
  EXPECT_GT(told, 20u);
}

// The closed forms do not count cycles that packets wait for busy memories or full queues.
TEST(Result, NoClosedFormIsClaimedWhereNodesWait) {
  const auto claims = [](const Result& result) {
    const bool has = result.closed_form().has_value();
    EXPECT_EQ(to_json(result)["formula_met"].is_null(), !has);
    EXPECT_EQ(text_of(result.closed_form()) == "-", !has);
    return has;
  };
  EXPECT_TRUE(claims(of_cycles(9)));
  MeshSetting slow;
  slow.stall_probability = 0.01;
  EXPECT_FALSE(claims(of_cycles(9, {kBroadcast, slow})));
  EXPECT_TRUE(is_as_it_should(to_json(of_cycles(9, {kBroadcast, slow})))) << "nothing is claimed that could be missed";

  Result result = of_cycles(4);
  result.report.stall_cycles = 1;
  EXPECT_TRUE(claims(result)) << "queues that none can fill do not wait: this is to be seen";
  result = of_cycles(4, {kBroadcast, {}, 8});
  EXPECT_TRUE(claims(result)) << "they could have filled, and have not";
  result.report.stall_cycles = 1;
  EXPECT_FALSE(claims(result));
  result = of_cycles(4, {kBroadcast, {.engine = "rtl"}});
  EXPECT_TRUE(claims(result));
  result.report.stall_cycles = 1;
  EXPECT_FALSE(claims(result));

  const auto exchange = test_support::operation_of(Collective::kAlltoall, "ecube", PortModel::kAll, 4, 1);
  EXPECT_FALSE(claims(of_cycles(4, exchange))) << "it is measured";
}

// 16 nodes have 4 links each, in use for 4 cycles.
TEST(Result, ComparesWithTheBounds) {
  Result result = of_cycles(8);
  result.report.transmissions = 15;
  EXPECT_EQ(result.lower_bound().value, 4u);
  EXPECT_DOUBLE_EQ(result.ratio(), 2.0);
  EXPECT_EQ(result.least_transmissions().value, 15u);
  EXPECT_DOUBLE_EQ(result.link_utilization(), 15.0 / (8 * 16 * 4));
  EXPECT_EQ(result.payload_bytes(), 8u);
  result.report.link_layer.emplace().packet_cycles = 3;
  EXPECT_DOUBLE_EQ(result.link_utilization(), 3 * 15.0 / (8 * 16 * 4)) << "a packet takes three cycles of a link";
}

// nccl-tests: bytes over time, and the share that the links of a node must carry.
TEST(Result, BandwidthIsThatOfTheBuffer) {
  Bandwidth found = bandwidth(of_cycles(200), 100);
  EXPECT_EQ(found.bytes, 8u);
  EXPECT_DOUBLE_EQ(found.microseconds, 2.0);
  EXPECT_DOUBLE_EQ(found.algorithm.value_or(0), 0.004);
  EXPECT_DOUBLE_EQ(found.bus.value_or(0), 0.004);
  found =
      bandwidth(of_cycles(200, test_support::operation_of(Collective::kAlltoall, "table", PortModel::kAll, 4, 2)), 100);
  EXPECT_EQ(found.bytes, 16u * 2 * 8);
  EXPECT_DOUBLE_EQ(found.algorithm.value_or(0), 0.128);
  EXPECT_DOUBLE_EQ(found.bus.value_or(0), 0.12);
}

}  // namespace
}  // namespace testbench::test
