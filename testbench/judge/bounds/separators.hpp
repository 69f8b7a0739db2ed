// SPDX-License-Identifier: Apache-2.0
// Sets of nodes without which the others are not connected, and the cycles that one-port nodes take for them.
//
// Without a set S of s nodes let there be branches 1 .. k, which have s_1 .. s_k of the n nodes, the farthest of branch i being
// d_i hops from S. Packets come into a branch from S alone, where a node sends one, to one neighbour, in a cycle. Packets
// that leave a branch come to S. Half duplex, a node of S does one of the two. So many packets there are, at least:
//
//                     into branches            to nodes of S (half duplex)
//     broadcast       k' M                     M for each of them but the root      k': branches without the root
//     scatter         b M                      (b + s) M                            b: nodes in these branches; the root in one
//     allgather       M sum (n - s_i)          M (n - 1) for each
//     allreduce       k M                      k M; in all 2 (k + s - 1) M          messages between k + s parts
//     scan            r M                      l M                                  r, l: nodes of branches whose node
//                                                                                   before, or next one, is outside
//
// The number over s is a bound. A reduction is such a task backwards. The last of the packets into branches goes to some branch
// i, whose farthest node has it d_i - 1 cycles later at best. One node S also sends last, half duplex: what has come goes
// on to the other branches. Packets of a root come to S in the cycle of its distance at the earliest.
//
// Allgather on a path of n nodes: k = 2, and in the middle d = floor((n - 1)/2). An exhaustive search finds that no less than
// these bounds will do, for all small n and M (separators_test.cpp), and testbench/plans/collectives/tdm_slots.hpp reaches
// them for all.
//
// A switch has no packets of its own. It is in no set beside others, and a branch without ends does not count.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/judge/checker/edge_table.hpp"

namespace testbench {

// A network without a set of nodes. To each link there is one the other way.
struct Separation {
  struct Branch {
    std::uint64_t ends = 0;
    std::uint64_t reach = 0;  // hops from the set to its farthest end
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  Separation(const EdgeTable& edges, const std::vector<std::uint32_t>& set);

  std::vector<Branch> branches;          // those with ends
  std::vector<std::uint32_t> branch_of;  // by node: kNone in the set, and where there are no ends
};

// Each node that separates others, and the nodes with most links together, 2, 3, .. of them: of a large network as many of both
// as a fraction of a second allows. The network is connected.
std::vector<std::vector<std::uint32_t>> separating_sets(const EdgeTable& edges);

}  // namespace testbench
