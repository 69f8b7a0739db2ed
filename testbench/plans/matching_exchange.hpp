// One-port total exchange on any network, Cayley graph or not. No closed form. On shortest paths
// that load the nodes evenly no exchange can be faster than the busiest node has packets to send,
// of its own and of others, and this one nearly always is as fast. The bound for all is S / n, with
// S the sum of all distances, which paths and trees are far from.
//
// The host follows all nodes, and in every cycle matches senders and receivers, so that a node
// sends one packet and receives one at most, and first those who have most to send and to receive
// yet. Each node's turns are the windows of its gate. A port sends packets in transit first; those
// with the longest way are injected first.
#pragma once

#include <memory>

#include "testbench/plans/destination_ways.hpp"
#include "testbench/plans/gate_windows.hpp"
#include "testbench/plans/plan.hpp"

namespace testbench {

class MatchingExchange final : public collectives::Plan {
 public:
  // Throws PlanError where there are too many nodes, or the windows of all would be too many.
  explicit MatchingExchange(const PlanRequest& request);

  void load(Address me, node::Driver& driver) const override;

  // That it takes, and packets that the busiest node sends.
  std::uint64_t planned_cycles() const { return planned_cycles_; }
  std::uint64_t busiest_node() const { return std::uint64_t{packets_} * ways_.most_loaded(); }

 private:
  void find_windows();
  void close_until(std::uint64_t cycle, GateWindows& windows) const;
  std::vector<std::uint32_t> own(std::uint32_t node) const;

  const LinkTable links_;
  const DestinationWays ways_;
  const std::uint32_t packets_;
  std::vector<GateWindows> windows_;  // by node
  std::uint64_t planned_cycles_ = 0;
};

std::unique_ptr<collectives::Plan> plan_matching_exchange(const PlanRequest& request);

}  // namespace testbench
