// SPDX-License-Identifier: Apache-2.0
// Table 1: the table's entries are what the definitions count.
#include "testbench/plans/cost/edge_weights.hpp"

#include <gtest/gtest.h>

namespace testbench {
namespace {

TEST(EdgeWeights, OfThePaperAreTheCountedOnes) {
  using enum SpanningGraph;
  for (unsigned n = 1; n <= 8; ++n) {
    for (const SpanningGraph graph : {kBrg, kSbt, kNesbt, kSbnt}) {
      for (const bool rotated : {false, true}) {
        if (!rotated && (graph == kNesbt || graph == kSbnt)) continue;
        const EdgeWeights counted = counted_weights(graph, rotated, n);
        EXPECT_EQ(counted, paper_weights(graph, rotated, n)) << static_cast<int>(graph) << ' ' << rotated << ' ' << n;
        // Each tree has an edge for each node but the root.
        std::uint64_t edges = 0;
        for (const std::uint64_t of_dimension : counted.Ew) edges += of_dimension;
        EXPECT_EQ(edges, (rotated ? n : 1) * ((std::uint64_t{1} << n) - 1));
      }
    }
  }
}

}  // namespace
}  // namespace testbench
