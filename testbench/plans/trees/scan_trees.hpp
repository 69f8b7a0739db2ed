// SPDX-License-Identifier: Apache-2.0
// Trees of a scan in which results go on. The result of a node w is combined of that of a node v below it, which
// *precedes* w, and of what the nodes from v to w have. These send up a tree to w. The result of v joins them where it
// is whole but for v's own part: at v, or at a node before v on the last stretch of the tree to v. There what has come
// for v goes on to v and to w, so the packets to w must leave through another port than they have come through, and
// none else to which they go on.
//
// With w - 1 before each w this is a chain: few packets over links, but results come one after another. A halving gives
// the middle of a range of nodes the same preceding node as the first of them, so that both halves are busy at a time,
// for as many more packets over links as half the nodes. Worked case, nodes 0 .. 7 halved once: 0 precedes 1 and 4, a
// chain leads from 1 to 3 and another one from 4 to 7, and the tree to 4 has the nodes 0 .. 4.
//
// Nothing comes to node 0, so that any number of trees can begin there. It precedes a node where no other one can.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "firmware/networks/address.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/trees/scan_packets.hpp"

namespace testbench {

class ScanTrees {
 public:
  // A packet that a node sends up the tree to another.
  struct Sending {
    std::uint32_t node = 0;
    unsigned port = 0;
    network::Ports operands;  // the in-ports whose packets are combined into it
    std::int64_t level = 0;   // packets that are combined have come over hops of the level below
  };

  // `crowding`: what a tree over a link, or a node that is busy, costs the next one there, in 64ths of a hop.
  // Throws PlanError where results would overtake one another in a queue.
  ScanTrees(const LinkTable& links, const LinkTable& turned, unsigned halvings, std::uint32_t crowding, Busy busy);

  // By node: the one that precedes it, and where the result of that joins the tree.
  const std::vector<std::array<std::uint32_t, 2>>& preceding() const { return preceding_; }
  const std::vector<Sending>& to(std::uint32_t node) const { return trees_[node]; }
  // Through which packets for the node come to it.
  network::Ports arriving(std::uint32_t node) const { return arriving_[node]; }
  // The ports of a node through which packets of a tree go on into those of others.
  network::Ports onward(std::uint32_t tree, std::uint32_t node) const;

  std::uint64_t hops() const { return hops_; }                // packets over links for M = 1
  std::uint32_t most_loaded() const { return most_loaded_; }  // trees over the busiest

 private:
  struct Ways;
  struct Growth;
  struct Source;

  void want(std::uint32_t first, std::uint32_t end, unsigned halvings);
  Ways ways_to(std::uint32_t node) const;
  void join(std::uint32_t node);
  bool join(std::uint32_t node, const Ways& ways, std::uint32_t before, std::uint32_t where, unsigned& tries);
  std::vector<std::uint32_t> places_of(std::uint32_t before) const;
  std::vector<Source> sources(std::uint32_t before, std::uint32_t where) const;
  const Sending* sending(std::uint32_t tree, std::uint32_t node) const;
  void require_order() const;
  std::uint32_t load_of(std::uint32_t node, unsigned port) const;
  std::size_t at(std::uint32_t node, unsigned port) const { return std::size_t{node} * links_.ports() + port; }

  const LinkTable& links_;
  const LinkTable& turned_;
  const std::uint32_t crowding_;
  const Busy busy_;
  std::vector<std::array<std::uint32_t, 2>> preceding_;  // by node, as the next ones
  std::vector<std::int64_t> levels_;
  std::vector<std::vector<Sending>> trees_;
  std::vector<network::Ports> arriving_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, network::Ports> onward_;  // by tree and node
  std::vector<std::uint32_t> loads_;                                          // by node and port
  std::vector<std::array<std::uint32_t, 2>> node_loads_;                      // sent and received
  std::uint64_t hops_ = 0;
  std::uint32_t most_loaded_ = 0;
};

}  // namespace testbench
