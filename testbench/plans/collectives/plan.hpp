// SPDX-License-Identifier: Apache-2.0
// Plans for any network: the registers of every node for one operation.
//
// The nodes know nothing of their network. Each has a word of ports for every address
// (firmware/rules/labelled_rules.hpp), which Driver::set_word loads:
//
//     ByDestination   word of a destination: the one port through which packets for it continue from here
//     ByTree          word of a tree's label: the ports through which its packets continue from here, none at a leaf
//
// The destinations in the entries of injection programs are addresses as they are. Sequences of the
// packets of one source (to one destination) are 0 .. M - 1, each once. With ByDestination a packet
// stands in the program of any port of its source, whose own word says nothing; with ByTree a packet that
// leaves by several ports stands in the programs of all of them, with the label as destination.
//
//     const std::unique_ptr<collectives::Plan> plan = row.make({network, packets, root});
//     plan->load(me, driver);
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "firmware/rules/labelled_rules.hpp"
#include "testbench/plans/collectives/routing.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/trees/plan_error.hpp"

namespace testbench {

/// \brief What a plan is made for.
struct PlanRequest {
  const Network& network;     ///< connected
  std::uint32_t packets = 1;  ///< M
  Address root;               ///< of broadcast, scatter and gather
  /// An isotropic task in place of one packet for each other node: k_c by relative address, M
  /// times. The k_0 is not used, and some k_c is > 0. Empty: one for each. Only rows kWithCounts
  /// take it.
  // Initialized, so that lists may leave it out.
  std::span<const std::uint32_t> counts = {};  // NOLINT(readability-redundant-member-init)
  /// Links that carry nothing, in one direction each. All ends that packets are for can still be
  /// reached. Only rows that go around them take some.
  std::span<const collectives::DeadLink> dead = {};  // NOLINT(readability-redundant-member-init)
  /// Only of rows that combine packets: cycles, and the operation as in collectives::Operation.
  collectives::Hop hop = 1;
  std::uint32_t combining = 0;
  NodeRules rules = NodeRules::kLabelled;
  /// By node and port: cycles of the wires of links that differ, which `hop` has not. Empty: all are alike, as far as the
  /// plan knows.
  std::span<const std::uint16_t> wires = {};  // NOLINT(readability-redundant-member-init)
  std::uint64_t router_cycles = 1;
  bool counts_last_links = false;  ///< the run ends when packets have come, not when they leave for their last node
  /// By node and port: cycles for which a packet holds the wires of links that differ in width. Empty: one cycle of all.
  std::span<const std::uint16_t> packet_cycles = {};  // NOLINT(readability-redundant-member-init)
  unsigned frame_packets = 1;                         ///< in a frame of the widest links that does not cut through
  /// Of a part: the plan for all packets. A scan takes its trees, because the memories of the nodes have contributions for them.
  const collectives::Plan* whole = nullptr;
  bool keeps_queues_short = false;  ///< packets that are combined take more cycles rather than wait in queues
  /// Of a plan for all ports: the port model in whose slots nodes use it.
  collectives::PortModel slots = collectives::PortModel::kAll;

  LinkTable links() const {
    if (wires.empty()) return working_links();
    const LinkTable timed =
        working_links().with_wires(wires, router_cycles).with_packet_cycles(packet_cycles, frame_packets);
    return counts_last_links ? timed.with_last_links() : timed;
  }
  LinkTable working_links() const {
    if (dead.empty()) return LinkTable(network);
    const LinkTable working(network, [&](std::uint32_t node, unsigned port) {
      return std::any_of(dead.begin(), dead.end(), [&](const collectives::DeadLink& link) {
        return link.node.number() == node && link.port == port;
      });
    });
    return working.with_lost_switches(LinkTable(network));
  }
  Routing routing() const { return {rules, network::Cube(network.ports())}; }
  /// Whether every node can have the same plan, as it sees the network.
  bool has_symmetric_nodes() const { return network.is_cayley() && dead.empty() && wires.empty(); }
  /// The cycles of a level of a RootedTree, whose depth counts cycles where links differ.
  std::uint64_t cycles_of_level() const { return wires.empty() ? hop.cycles : 1; }
  /// The cycles of a closed form: 0, for none, where links are said to differ, because they are estimates there.
  std::uint64_t exact(std::uint64_t cycles) const { return wires.empty() ? cycles : 0; }
  /// For plans that do not know how links differ.
  PlanRequest with_links_alike() const {
    PlanRequest alike = *this;
    alike.wires = alike.packet_cycles = {};
    return alike;
  }
};

/// \brief A plan whose cycles are found by playing it.
class PlayedPlan : public collectives::Plan {
 public:
  virtual std::uint64_t planned_cycles() const = 0;
};

/// \brief Cycles in which packets leave, by node and port, in order.
using Times = std::vector<std::vector<std::int64_t>>;

/// \brief A plan that can tell when packets leave in slots if nothing is late.
class TimedPlan {
 public:
  virtual ~TimedPlan() = default;
  /// Empty: the plan does not say.
  const Times& times() const { return times_; }
  /// Another plan is the same in other slots.
  bool has_no_other_slots() const { return has_no_other_slots_; }

 protected:
  Times times_ = {};
  bool has_no_other_slots_ = false;
};

template <class Rule>
inline constexpr node::Rule kLabelledRule = rules::LabelledRules::number_of<Rule>();

// The port of a node that leads to a neighbour.
inline unsigned port_to(const Network& network, Address node, Address neighbour) {
  unsigned port = 0;
  while (network.neighbour(node, port) != neighbour) ++port;
  return port;
}

}  // namespace testbench
