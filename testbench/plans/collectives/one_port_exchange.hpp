// SPDX-License-Identifier: Apache-2.0
// One-port total exchange, in two ways.
//
// OnePortExchange is for Cayley networks, and for every other isotropic task: each node has k_c
// packets for the node that it sees as c (Dimakopoulos and Dimopoulos, Optimal total exchange in
// Cayley graphs; Varvarigos and Bertsekas 1992 for isotropic tasks). All nodes serve the same port
// in every cycle, so each receives one packet; they are never idle and take shortest paths. By
// theorem 1 that is optimal, whichever packet is served:
//
//   fifo      the port whose next packet has waited longest: figure 1, as near as the router's queues come to it
//   furthest  the port whose next packet has the longest way to go
//   closest   the port whose next packet has the shortest: it goes all its way before another one begins
//
// All nodes do the same, so one is followed, and its slots are the windows of every node's gate.
//
// A port sends packets in transit first, then its own in the order of its program, so that all
// packets of a round have arrived when the windows are over, and each round is like the first. The
// round robin of the queues must not remember the round before: a port with more than two in-ports
// serves its first packet in transit of each round before a second one can come. Among ports with
// equal claims the last one continues, so that windows are few, else the lowest.
//
// MatchingExchange is for any network, and has no closed form. On shortest paths that load the
// nodes evenly no exchange can be faster than the busiest node sends its own packets and those of
// others; this one nearly always is as fast. The bound for all algorithms is S / n, with S the sum
// of all distances, which paths and trees are far from. The host finds the slots (slot_plans.hpp). A port
// sends packets in transit first, and a node injects those with the longest way first.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/collectives/tdm_slots.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {

enum class Discipline { kFifo, kFurthest, kClosest };

class OnePortExchange final : public collectives::Plan {
 public:
  /// \param counts  k_c by relative address; that of 0 is not used, and some k_c > 0. Empty: 1 each.
  /// \param rounds  how often all of it is sent.
  /// Throws PlanError where the network is not known to be a Cayley graph.
  OnePortExchange(const Network& network, std::vector<std::uint32_t> counts, std::uint32_t rounds,
                  Discipline discipline);

  void load(Address me, node::Driver& driver) const override;
  bool is_symmetric() const override { return true; }
  void load_addresses(Address me, node::Driver& driver) const override;
  // M times the sum of k_c dist(c).
  const collectives::ClosedForm* cycles() const override { return &cycles_; }

  const GateWindows& windows() const { return windows_; }

 private:
  class OwnPackets;

  std::uint32_t count(std::uint32_t seen) const { return counts_.empty() ? 1 : counts_[seen]; }
  void put_in_order(Discipline discipline);
  void find_windows(Discipline discipline);

  Network network_;
  RelativePaths paths_;
  std::vector<std::uint32_t> counts_;  // of a round
  std::vector<std::uint32_t> order_;   // destinations, as they join the node's queue
  std::uint32_t rounds_;               // times that programs and windows are played
  std::uint32_t step_;                 // of the sequences
  std::uint32_t expected_ = 0;         // packets that each node receives
  GateWindows windows_;
  collectives::ClosedForm cycles_;
};

class MatchingExchange final : public PlayedPlan {
 public:
  /// Throws PlanError where there are too many nodes, or the windows of all would be too many.
  MatchingExchange(const PlanRequest& request, collectives::PortModel ports);

  void load(Address me, node::Driver& driver) const override { slots_->load(me, driver); }

  std::uint64_t planned_cycles() const override { return slots_->planned_cycles(); }
  // Packets that the busiest node sends.
  std::uint64_t busiest_node() const { return busiest_node_; }

 private:
  std::unique_ptr<const SlotPlan> slots_;
  std::uint64_t busiest_node_ = 0;
};

// The rows of planned_rows.cpp.
std::unique_ptr<collectives::Plan> plan_exchange_fifo(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_exchange_furthest(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_exchange_closest(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_matching_exchange(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_half_duplex_matching_exchange(const PlanRequest& request);

}  // namespace testbench
