// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/of_size.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

// Every family has members; the nearest of a size that a family has is that one.
TEST(NetworksOfSize, HaveAboutSoManyNodes) {
  for (const std::uint32_t size : {2u, 3u, 16u, 24u, 64u, 100u, 120u, 1000u, 65536u}) {
    for (const std::string& spec : networks_of_size(size)) {
      const std::uint32_t nodes = network_of(spec).ends();
      EXPECT_LE(3 * nodes, 4 * size) << spec;
      EXPECT_GE(4 * nodes, 3 * size) << spec;
    }
  }
  std::set<std::string> kinds;
  for (const std::uint32_t size : {24u, 64u, 120u}) {
    for (const std::string& spec : networks_of_size(size)) kinds.insert(spec.substr(0, spec.find(':')));
  }
  for (const NetworkKind& kind : network_kinds()) {
    const std::set<std::string> without_one_of_a_size{"circulant", "hamming", "product", "file", "file1"};
    EXPECT_NE(kinds.contains(kind.name), without_one_of_a_size.contains(kind.name)) << kind.name;
  }
  const std::vector<std::string> of_64 = networks_of_size(64);
  for (const char* spec : {"cube:6", "torus:8x8", "torus:4x4x4", "hyperx:8x8", "ccc:4", "random:64,6,1",
                           "dragonfly:4,4", "leafspine:8,8,8", "fattree:6"}) {
    EXPECT_NE(std::ranges::find(of_64, spec), of_64.end()) << spec;
  }
  const std::vector<std::string> of_100 = networks_of_size(100);
  for (const char* spec : {"torus:10x10", "mesh:5x5x4"}) {
    EXPECT_NE(std::ranges::find(of_100, spec), of_100.end()) << spec;
  }
}

}  // namespace
}  // namespace testbench::test
