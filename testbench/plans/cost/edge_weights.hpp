// SPDX-License-Identifier: Apache-2.0
// Table 1 of Johnsson and Ho 1986: the weights of a spanning graph's edges, by dimension k and level
// l (the paper writes d for k).
//
//   Ew_k    all edges of dimension k
//   ew_lk   those between levels l and l + 1
//   sw_lk   the nodes below them, and at their ends
//   rw_lk   the nodes at distance l below edges of dimension k
//
// An edge of one of the n trees has weight 1/n. All values are multiplied by the number of trees.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/cycles/routing_cycles.hpp"

namespace testbench {

struct EdgeWeights {
  using Levels = std::vector<std::vector<std::uint64_t>>;  // [l][k]

  EdgeWeights(unsigned n, unsigned height) : Ew(n), ew(height, std::vector<std::uint64_t>(n)), sw(ew), rw(ew) {}

  std::vector<std::uint64_t> Ew;  // [k]
  Levels ew;
  Levels sw;
  Levels rw;

  bool operator==(const EdgeWeights&) const = default;
};

// By the definitions of section 3: every edge of every tree is looked at.
EdgeWeights counted_weights(SpanningGraph graph, bool rotated, unsigned n);

// The table's entries; for nESBT at l = 0 and 1 lemmas 3.24 and 3.25. TCBT has none.
EdgeWeights paper_weights(SpanningGraph graph, bool rotated, unsigned n);

}  // namespace testbench
