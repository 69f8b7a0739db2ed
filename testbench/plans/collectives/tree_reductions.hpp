// SPDX-License-Identifier: Apache-2.0
// Reductions, every port at once, up trees of shortest paths over the links that work: on a cube some of
// whose links never work, with nodes that combine packets and store the ways (`rules::Parents` up,
// `rules::Table` down), and on any other network, with nodes that route by tables.
//
//   reduce          up one tree to the root: M + r (e - 1) with r cycles a hop and e the largest
//                   distance to the root. Nodes that route by tables have trees that share no link too
//                   (branchings.hpp), each with an ejector of its own at the root
//   allreduce       the same, then down a tree from the root: both times, and the turn-around. Nodes that
//                   route by tables have spanning trees without common links (spanning_trees.hpp), from
//                   the middle of the network, and send each result down at once. By blocks: a
//                   reduce-scatter, then an allgather
//   barrier         an allreduce of one packet
//   reduce-scatter  up a tree to every node: an allgather of one packet a node is played on the
//                   turned links, and every port sends backwards what has come through it, M
//                   packets for one
//
//   scan, exscan    a reduce-scatter in which each node has the same M packets for every other one: those
//                   above a node give the identity of the operation, where they are on a way at all
//
// The reduce-scatter has no deadlock. Backwards every port sends in the order of the played cycles,
// so that a packet waits only for those of later cycles there, and the queue between two ports
// hands packets on in the order in which they come.
//
// A node combines its own packet first, then those of the ports behind the one through which it
// sends, in cyclic order (hls/router/combiner.hpp).
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/turns.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_tree_reduce(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_branchings_reduce(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_allreduce(const PlanRequest& request);  // and barrier
std::unique_ptr<collectives::Plan> plan_blocks_allreduce(const PlanRequest& request);
// The same, and on trees in which nodes have few children (rooted_tree.hpp).
std::vector<TurnChoice> plan_reduces_in_turns(const PlanRequest& request);
std::vector<TurnChoice> plan_allreduces_in_turns(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_reduce_scatter(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_scan(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_exscan(const PlanRequest& request);

}  // namespace testbench
