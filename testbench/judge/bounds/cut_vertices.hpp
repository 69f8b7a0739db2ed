// SPDX-License-Identifier: Apache-2.0
// Nodes without which the others are not connected, and the cycles that an allgather of one-port
// nodes takes for them.
//
// Without the node v let there be k >= 2 branches of s_1 .. s_k nodes, the farthest of branch i
// being d_i hops from v. All packets into branch i from outside come from v: M (n - s_i) packets.
// One-port, v sends one packet to one neighbour in a cycle, so that it sends packets that are new
// to a branch in
//
//     M ((n - s_1) + .. + (n - s_k)) = M ((k - 1) n + 1)
//
// cycles at least. The last of these goes to some branch i, whose farthest node has it d_i - 1
// cycles later at best. So all takes M ((k - 1) n + 1) + min d_i - 1 cycles or more.
//
// Half duplex, v receives nothing in those cycles, and M (n - 1) packets in others; each of them
// comes before it is sent on to the other branches, so that v sends last: M k n + min d_i - 1
// cycles or more.
//
// A path of n nodes: k = 2, and in the middle d = floor((n - 1)/2). An exhaustive search finds that
// no less than these bounds will do, for all small n and M (cut_vertices_test.cpp), and
// testbench/plans/collectives/tdm_slots.hpp reaches them for all.
//
// A switch v has no packets of its own. Only branches with ends count, n = s_1 + .. + s_k, and v sends M (k - 1) n
// packets, after it has received all M n.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "testbench/judge/checker/edge_table.hpp"

namespace testbench {

struct Branching {
  std::uint64_t branches = 0;
  bool is_switch = false;
  friend auto operator<=>(const Branching&, const Branching&) = default;
};

// The greatest min d_i of all nodes with that many branches. Empty where there are none. The network is connected.
using CutVertices = std::map<Branching, std::uint64_t>;
CutVertices cut_vertices(const EdgeTable& edges);

}  // namespace testbench
