// SPDX-License-Identifier: Apache-2.0
// The costs that compare prints are those of the documents.
#include "testbench/tool/commands/node_costs.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "test_support/command.hpp"

namespace testbench {
namespace {

TEST(NodeCosts, AreThoseOfTheGuide) {
  std::istringstream page(test_support::contents(CUBECAST_SOURCE "/docs/guides/fpga.md"));
  unsigned found = 0;
  for (std::string line; std::getline(page, line);) {
    for (unsigned dim = 2; dim < 2 + std::size(kNodeCosts); ++dim) {
      if (!line.starts_with(fmt::format("| {} | 1 |", dim))) continue;
      std::vector<std::string_view> cells = split(line, '|');
      unsigned luts = 0;
      unsigned ram = 0;
      ASSERT_EQ(std::sscanf(cells[7].data(), " %u + %u", &luts, &ram), 2) << line;
      EXPECT_EQ(cost_of_node(fmt::format("cube:{}", dim))->luts, luts + ram);
      EXPECT_EQ(cost_of_node(fmt::format("cube:{}", dim))->mhz, std::stod(std::string(cells[11])));
      ++found;
    }
  }
  EXPECT_EQ(found, std::size(kNodeCosts));
  EXPECT_FALSE(cost_of_node("cube:7"));
  EXPECT_FALSE(cost_of_node("torus:4x4"));
}

}  // namespace
}  // namespace testbench
