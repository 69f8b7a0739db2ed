// SPDX-License-Identifier: Apache-2.0
// How the packets of an item travel: towards one node, its owner, which combines last and whose
// packets to all nodes hold the result; or in an exchange, in which all nodes combine, on the ports
// of one tree after another. The task and the first packet of the item decide.
//
// A judge of some nodes is told of packets of others that may be the first: plan() them, in the
// order of events, and follow_plan() before each event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/ground/host/archive.hpp"
#include "testbench/judge/checker/event_order.hpp"
#include "testbench/judge/checker/saturating.hpp"
#include "testbench/judge/checker/task.hpp"

namespace testbench {

class ItemRoutes {
 public:
  explicit ItemRoutes(const Task& task) : by_block_(task.blocks || is_by_receiver(task)), sequences_(sequences(task)) {
    if (!by_block_)
      routes_.assign(item_count(task), meaning_of(task.collective).only_root_receives ? task.root : kUnknown);
  }
  static std::uint64_t memory_bytes(const Task& task) { return times(item_count(task), sizeof(std::uint32_t)); }

  // The item of a packet: a number in the block of its owner, or in the whole vector.
  std::uint64_t item_of(const LinkEvent& event) const {
    if (!by_block_) return event.sequence;
    const std::uint64_t owner =
        event.destination == kAllNodes ? event.source : static_cast<std::uint32_t>(event.destination);
    return owner * sequences_ + event.sequence;
  }

  bool is_known(std::uint64_t item) const { return by_block_ || routes_[item] != kUnknown; }
  bool is_owner(std::uint64_t item, std::uint32_t node) const {
    return by_block_ ? item / sequences_ == node : routes_[item] == node;
  }
  // An item that goes to a node goes to no other, and is not exchanged.
  bool goes_to(std::uint64_t item, std::uint32_t owner) const { return by_block_ || routes_[item] == owner; }
  // An item that is exchanged is on the ports of one tree.
  bool is_exchanged(std::uint64_t item, std::uint32_t tree) const {
    return !by_block_ && routes_[item] == kExchanged + tree;
  }

  // Whether the event decides how its item travels: packets under their sender's address do.
  bool is_first(const LinkEvent& event) const { return event.source == event.node && !is_known(item_of(event)); }
  void decide(const LinkEvent& event) {
    if (!is_first(event)) return;
    const bool has_owner = event.destination != kAllNodes;
    routes_[item_of(event)] = has_owner ? static_cast<std::uint32_t>(event.destination) : kExchanged + event.tree;
  }

  // The plan before it must have been followed to its end.
  void plan(std::vector<LinkEvent> events) {
    plan_ = std::move(events);
    planned_ = 0;
  }
  // Up to the events for which `is_due` no longer holds.
  template <class IsDue>
  void follow_plan(IsDue is_due) {
    for (; planned_ < plan_.size() && is_due(plan_[planned_]); ++planned_) decide(plan_[planned_]);
  }

  void serialize(Archive& archive) { archive.vector(routes_); }

 private:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  static constexpr std::uint32_t kExchanged = std::uint32_t{1} << 31;

  bool by_block_;
  std::uint64_t sequences_;
  std::vector<std::uint32_t> routes_;  // by item
  std::vector<LinkEvent> plan_;
  std::size_t planned_ = 0;
};

}  // namespace testbench
