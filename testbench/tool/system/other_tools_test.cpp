// SPDX-License-Identifier: Apache-2.0
// The RTL of each kind of node, read by Icarus, Verilator and Yosys; and a cube that reduces in
// Icarus, whose registers begin with unknown values.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "firmware/collectives/catalog.hpp"
#include "hls/operators/operation.hpp"
#include "test_support/command.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench::test {
namespace {

using test_support::contents;
using test_support::cubecast;
using test_support::in_shell;
using test_support::Outcome;
using test_support::Scratch;

bool has(const std::string& tool) {
  return in_shell("command -v " + tool).status == 0;
}

class EveryKind : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Node, EveryKind,
                         testing::Values("node_d2_w64_gated", "node_d2_w32_all_r2", "node_d2_w64_gated_integers",
                                         "node_d2_w64_gated_r2_s3_floats", "node_d3_w64_gated_s1_floats",
                                         "node_d1_w64_gated_numbers", "node_d2_w32_all_link71", "router_d2_w32_gated",
                                         "labelled_p3_w64_gated", "broadcast_d2_w64_wires", "node_axi_d2_w32_gated_r2",
                                         "soc_d2_w64_gated"),
                         [](const auto& kind) { return std::string(kind.param); });

// Icarus may end with status 0 after an internal error.
TEST_P(EveryKind, IsReadWithoutAMessage) {
  const std::string name = GetParam();
  const Scratch scratch;
  const Outcome made = cubecast("rtl " + name + " --output " + (scratch / "").string());
  ASSERT_EQ(made.status, 0) << made.error;
  const auto is_silent = [&](const std::string& line) {
    const Outcome outcome = in_shell(line, scratch / "");
    EXPECT_EQ(outcome.status, 0) << line;
    EXPECT_EQ(outcome.out + outcome.error, "") << line;
  };
  is_silent(fmt::format("verilator --lint-only -Wall -F {0}.f --top-module {0}", name));
  if (has("iverilog")) is_silent(fmt::format("iverilog -g2012 -Wall -t null -s {0} $(cat {0}.f)", name));
  if (has("yosys")) {
    is_silent(fmt::format(
        "yosys -q -p \"read_verilog -sv $(tr '\\n' ' ' < {0}.f); hierarchy -check -top {0}; proc; check -assert\"",
        name));
  }
}

TEST(Icarus, ReducesOnACubeOutOfReset) {
  if (!has("iverilog")) GTEST_SKIP() << "no iverilog on PATH";
  constexpr std::uint32_t kPackets = 5;
  const Scratch scratch;
  ASSERT_EQ(cubecast("rtl node_d2_w64_gated_integers --output " + (scratch / "").string()).status, 0);
  const auto is_it = [](const collectives::Row& row) {
    return row.collective == collectives::Collective::kAllreduce && row.ports == collectives::PortModel::kAll;
  };
  collectives::Operation operation{&*std::ranges::find_if(collectives::kCatalog, is_it), network::Cube(2), kPackets,
                                   network::Address(0)};
  operation.combining = operators::number(operators::Function::kSum, operators::Type::kInt64);
  std::ofstream writes(scratch / "writes.hex");
  unsigned count = 0;
  for (const network::Address node : network::addresses(4)) {
    const node::RegisterImage image = register_image(operation, node);
    for (const node::RegisterWrite& write : image.writes()) {
      writes << fmt::format("{:x}{:08x}{:08x}\n", node.number(), write.address, write.value);
      ++count;
    }
  }
  writes.close();
  const Outcome run = in_shell(
      fmt::format("iverilog -g2012 -s reducing_cube -Preducing_cube.WRITES={} -Preducing_cube.PACKETS={} -o cube "
                  "node_d2_w64_gated_integers.sv " CUBECAST_SOURCE "/testbench/tool/system/reducing_cube.sv && ./cube",
                  count, kPackets),
      scratch / "");
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.out, "20 sums are right, 0 wrong\n");
}

}  // namespace
}  // namespace testbench::test
