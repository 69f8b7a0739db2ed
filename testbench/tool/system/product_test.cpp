// SPDX-License-Identifier: Apache-2.0
// Allgather on cartesian products by the command: the theorems of Dimakopoulos 1999, section 4.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "test_support/sizes.hpp"
#include "testbench/tool/system/measured.hpp"

namespace testbench::test {
namespace {

using nlohmann::json;
using test_support::cubecast;
using test_support::Outcome;

// There are n nodes, and n_i in each dimension. The dimensions have Hamiltonian cycles.
TEST(Products, GatherByTheTheorems) {
  struct Product {
    std::string network;
    std::vector<std::uint64_t> nodes;  // of its dimensions
  };
  // Nodes of up to 5 ports; a soak compiles more.
  const std::vector<Product> products =
      test_support::with_soak<Product>({{"torus:3x5", {3, 5}},
                                        {"torus:4x6", {4, 6}},
                                        {"torus:4x5", {4, 5}},
                                        {"torus:5x4", {5, 4}},
                                        {"torus:2x3x4", {2, 3, 4}},
                                        {"mesh:2x2", {2, 2}},
                                        {"hamming:3x4", {3, 4}},
                                        {"product:ccc:3*ring:4", {24, 4}},
                                        {"product:star:3*path:2", {6, 2}},
                                        {"product:complete:3*ring:4", {3, 4}}},
                                       {{"torus:3x5x7", {3, 5, 7}},
                                        {"torus:16x16", {16, 16}},
                                        {"hamming:4x4x2", {4, 4, 2}},
                                        {"hamming:3x5", {3, 5}},
                                        {"product:star:4*complete:5", {24, 5}},
                                        {"product:ring:5*debruijn:3*path:2", {5, 8, 2}},
                                        {"product:mesh:3x4*ring:5", {12, 5}}});
  for (const auto& [network, nodes] : products) {
    const std::uint64_t n = std::accumulate(nodes.begin(), nodes.end(), std::uint64_t{1}, std::multiplies<>());
    const auto odd = static_cast<std::size_t>(
        std::count_if(nodes.begin(), nodes.end(), [](std::uint64_t of_one) { return of_one % 2 != 0; }));
    const std::string packets = n < 100 ? " --packets 1..3 --step 1" : "";
    for (const json& row :
         measured("--collective allgather --algorithm product --network '" + network + "'" + packets)) {
      const std::uint64_t m = row["packets"];
      SCOPED_TRACE(network + ' ' + name_of(row) + ' ' + std::to_string(m));
      EXPECT_TRUE(row["verified"]);
      EXPECT_EQ(row["formula_met"], true);
      EXPECT_EQ(row["transmissions"], row["least_transmissions"]);
      if (row["ports"] == "one") {
        EXPECT_EQ(row["cycles"], m * (n - 1)) << "theorem 3";
      } else if (odd == 0) {
        EXPECT_EQ(row["cycles"], 2 * m * (n - 1)) << "theorem 4";
      } else if (nodes.size() == 2 && odd == 1) {
        EXPECT_EQ(row["cycles"], 2 * m * n) << "theorem 5";
      } else if (nodes.size() == 2) {
        const auto [least, most] = std::minmax(nodes[0], nodes[1]);
        EXPECT_EQ(row["cycles"], 2 * m * least + least * 2 * m * most) << "theorem 2";
      }
    }
  }
}

}  // namespace
}  // namespace testbench::test
