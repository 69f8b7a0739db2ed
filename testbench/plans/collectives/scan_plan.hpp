// SPDX-License-Identifier: Apache-2.0
// Scans whose results go on into those of other nodes, along chains (chained_scans.cpp) or a tree of ranges (range_scans.cpp),
// share these: a program for every port, a word for every tree, one ejector, and the search for the fastest.
//
// A plan says in which order a port sends. Packets enter every queue in the order in which the ports of one neighbour send
// them, and leave it in that of one port or ejector here. Where both agree, slow memories, wires and links change no order.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/trees/scan_packets.hpp"

namespace testbench {

class ScanPlan : public PlayedPlan, public TimedPlan {
 public:
  void load(Address me, node::Driver& driver) const final;
  std::uint64_t planned_cycles() const final { return planned_cycles_; }

  // The same trees for other packets; not played. Throws PlanError where a port finds no order.
  virtual std::unique_ptr<ScanPlan> with_packets(const PlanRequest& request) const = 0;
  // Finds the cycles, in slots if nodes use them, with fewer packets where they are many. Throws PlanError where packets wait
  // for one another.
  void play(const PlanRequest& request);

 protected:
  // `hops`: packets over links for M = 1; `most_loaded`: packets of an item over the busiest link, or of the busiest node.
  ScanPlan(const PlanRequest& request, bool is_exclusive, std::uint64_t hops, std::uint32_t most_loaded);

  std::size_t stream(std::uint32_t node, unsigned port) const { return std::size_t{node} * ports_ + port; }
  std::size_t streams() const { return programs_.size(); }
  std::uint32_t packets() const { return packets_; }
  bool is_exclusive() const { return is_exclusive_; }
  std::uint64_t most_loaded() const { return most_loaded_; }
  // Packets of a tree that a port sends in a row, where a program would have too many entries; else one.
  std::uint64_t block() const { return block_; }
  // All are.
  void send_in_a_row() {
    block_ = packets_;
    is_in_a_row_ = true;
  }
  // The block from this packet on leaves through the port behind those that have been added.
  void add(std::size_t stream, std::uint32_t tree, std::uint64_t first, network::Ports operands);
  // And would leave in that cycle, as the next packet of the port.
  void add_time(std::size_t stream, std::int64_t time) { times_[stream].push_back(time); }
  // The ports through which packets of the tree go on from the node.
  void add_word(std::uint32_t node, std::uint32_t tree, network::Ports ports) {
    words_[node].emplace_back(tree, ports);
  }
  // Through which packets for the node come to it.
  virtual network::Ports arriving(std::uint32_t node) const = 0;

 private:
  // Packets of one tree in a row.
  struct Entry {
    std::uint32_t tree = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    network::Ports operands;
  };

  Routing routing_;
  unsigned ports_;
  std::uint32_t ends_;
  std::uint32_t packets_;
  std::uint32_t combining_;
  bool is_exclusive_;
  std::uint64_t hops_;
  std::uint64_t most_loaded_;
  std::uint64_t block_;
  bool is_in_a_row_ = false;
  std::vector<std::vector<Entry>> programs_;                                  // by stream
  std::vector<std::vector<std::pair<std::uint32_t, network::Ports>>> words_;  // by node: of trees
  std::uint64_t planned_cycles_ = 0;
};

inline Busy busy_of(collectives::PortModel ports) {
  return ports == collectives::PortModel::kAll   ? Busy::kLinks
         : ports == collectives::PortModel::kOne ? Busy::kNodes
                                                 : Busy::kNodesBothWays;
}

// Costs for trees to try, and whether they are of links or, where nodes send in slots, of nodes.
std::vector<std::pair<std::uint32_t, Busy>> crowdings(std::initializer_list<std::uint32_t> costs,
                                                      collectives::PortModel slots);

// The plan of an algorithm: `search` finds its trees, or throws PlanError. A part takes those of the whole.
std::unique_ptr<ScanPlan> fastest_scan(const PlanRequest& request, bool is_exclusive,
                                       std::unique_ptr<ScanPlan> (*search)(const PlanRequest&, bool is_exclusive));

}  // namespace testbench
