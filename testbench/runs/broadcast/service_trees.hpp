// SPDX-License-Identifier: Apache-2.0
// The trees down which the nodes of a network other than a cube serve broadcast requests
// (hls/broadcast/tree_broadcasts.hpp): those of its allgather, one for each source, and one of shortest ways
// from the middle of the network, on which nodes count.
//
//     const auto trees = std::make_shared<const ServiceTrees>(network_of("torus:4x4"));
//     const BroadcastSetting setting(trees, broadcast::Scheme::kPmnb);
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/node/driver.hpp"
#include "testbench/judge/checker/edge_table.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/trees/rooted_tree.hpp"

namespace testbench {

class ServiceTrees {
 public:
  // Searches for trees, for seconds. Throws PlanError.
  explicit ServiceTrees(const Network& network);

  const Network& network() const { return network_; }
  // For the judge.
  const EdgeTable& edges() const { return edges_; }
  // Writes the node's words and its ports of both trees.
  void load(Address node, node::Bus& bus) const;

  // Cycles in which counts go up to the middle and the number of active nodes down.
  std::uint32_t prefix_cycles() const { return 2 * counting_.depth; }
  // Cycles that a partial broadcast of these nodes never exceeds, with deep queues and memories that are never busy:
  // the counts, a register, and a packet's way, on which it waits at a link for each other packet once at most.
  std::uint64_t most_cycles(const std::vector<bool>& active) const;
  // The most trees that lead through a crosspoint queue: packets of one period that can be in it.
  std::uint32_t most_through_a_queue() const;

 private:
  // Calls visit(source, node, port) for the links of the trees of active nodes, tree by tree from its root on.
  template <class Visit>
  void each_active_link(const std::vector<bool>& active, Visit visit) const;

  Network network_;
  LinkTable links_;
  EdgeTable edges_;
  RootedTree counting_;
  std::vector<network::Ports> words_;  // by node and source
};

}  // namespace testbench
