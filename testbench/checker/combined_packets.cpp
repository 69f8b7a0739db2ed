// SPDX-License-Identifier: Apache-2.0
#include "testbench/checker/combined_packets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace testbench {
namespace {

std::uint64_t places(const Task& task) {
  return times(node_count(task), item_count(task));
}

// Arrivals at a time. Each node but the owner has sent an item on to one other node, or holds a
// copy of its result; d came to the owner. In an exchange one comes through every port of a node.
std::uint64_t most_arrivals(const Task& task) {
  const std::uint64_t nodes = node_count(task);
  const Meaning meaning = meaning_of(task.collective);
  const bool is_owned = meaning.only_root_receives || is_by_receiver(task) || task.blocks;
  return times(item_count(task), is_owned ? nodes - 1 + task.dim : nodes * task.dim);
}

std::uint32_t receiver_of(const LinkEvent& event) {
  return event.node ^ std::uint32_t{1} << event.port;
}

}  // namespace

CombinedPackets::CombinedPackets(const Task& task, const Contributions& own, const DeliveredResults& results)
    : task_(task),
      contributions_(own),
      results_(results),
      combined_(task.reduction),
      ports_(task.dim),
      items_(item_count(task)),
      routes_(task),
      arrivals_(places(task), most_arrivals(task)),
      flags_(places(task), 0, HugePages::memory()) {
  if (meaning_of(task.collective).only_root_receives) {
    for (std::uint64_t item = 0; item < items_; ++item) routes_.goes_to(item, task.root);
  }
}

std::uint64_t CombinedPackets::memory_bytes(const Task& task) {
  return plus(plus(Arrivals::memory_bytes(places(task), most_arrivals(task)), HugePages::bytes_for(places(task))),
              ItemRoutes::memory_bytes(task));
}

void CombinedPackets::observe(std::span<const LinkEvent> events) {
  constexpr std::size_t kLookahead = 16;
  if (fault_) return;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i + kLookahead < events.size()) {
      const LinkEvent& later = events[i + kLookahead];
      const std::uint64_t item = routes_.item_of(later);
      arrivals_.prefetch(place(later.node, item));
      arrivals_.prefetch(place(receiver_of(later), item));
    }
    if (!judge(events[i])) return;
  }
}

bool CombinedPackets::fail(const LinkEvent& event, std::string_view what) {
  const std::string destination =
      event.destination == kAllNodes ? "all nodes" : fmt::format("node {}", event.destination);
  fault_ = fmt::format("cycle {}, node {}, port {}, packet {} of source {} for {}: {}", event.cycle, event.node,
                       event.port, event.sequence, event.source, destination, what);
  return false;
}

bool CombinedPackets::judge(const LinkEvent& event) {
  const std::uint64_t item = routes_.item_of(event);
  if (event.source != event.node) return judge_copy(event, item);
  if (event.destination != kAllNodes) return judge_part(event, item);
  return routes_.is_owner(item, event.node) ? judge_original(event, item) : judge_exchange(event, item);
}

bool CombinedPackets::judge_copy(const LinkEvent& event, std::uint64_t item) {
  const std::uint64_t here = place(event.node, item);
  if (!routes_.is_owner(item, event.source)) return fail(event, "the source has no result of this item to send");
  if ((flags_[here] & kHoldsCopy) == 0) return fail(event, "the node does not hold the packet");
  const Arrival& held = arrivals_.first(here);
  if (held.cycle == event.cycle) return fail(event, "sent in the cycle in which it arrived");
  return receive_copy(event, item, held.value);
}

bool CombinedPackets::judge_part(const LinkEvent& event, std::uint64_t item) {
  const std::uint64_t here = place(event.node, item);
  if (!routes_.goes_to(item, static_cast<std::uint32_t>(event.destination))) {
    return fail(event, "other packets of this item go elsewhere");
  }
  if ((flags_[here] & kSent) != 0) return fail(event, "the node sends this item a second time");
  if ((flags_[here] & kHoldsCopy) != 0) return fail(event, "the node holds the result of this item");
  const std::optional<CombinedValue> value = all_that_came(event, item);
  if (!value) return false;
  flags_[here] |= kSent;
  arrivals_.clear(here);
  return receive_part(event, item, *value);
}

// A packet for all nodes from the owner of the item.
bool CombinedPackets::judge_original(const LinkEvent& event, std::uint64_t item) {
  const std::uint64_t index = task_.blocks ? item : event.sequence;
  const bool is_delivered = results_.has(event.node, index) && results_.cycle(event.node, index) < event.cycle;
  if (is_delivered)
    return receive_copy(event, item, result(event.node, item, results_.stream(event.node, index)).value);
  const std::optional<CombinedValue> value = all_that_came(event, item);
  return value && receive_copy(event, item, *value);
}

bool CombinedPackets::judge_exchange(const LinkEvent& event, std::uint64_t item) {
  if (!routes_.is_exchanged(item, event.tree)) {
    return fail(event, "other packets of this item are on another tree, or go to one node");
  }
  const Arrivals::ByPort came = arrivals_.by_port(place(event.node, item));
  CombinedValue value = own(event.node, item);
  for (unsigned port = event.tree; port != event.port; port = (port + 1) % ports_) {
    if (came[port] == nullptr) return fail(event, fmt::format("nothing has come through port {}", port));
    if (came[port]->cycle == event.cycle)
      return fail(event, fmt::format("port {} brings its part in this cycle", port));
    value = combine(combined_, value, came[port]->value);
  }
  return receive_part(event, item, value);
}

// Own first, the identity too, then the arrivals; nothing where one comes too late or through the same
// port.
std::optional<CombinedValue> CombinedPackets::all_that_came(const LinkEvent& event, std::uint64_t item) {
  const Arrivals::ByPort came = arrivals_.by_port(place(event.node, item));
  CombinedValue value = own(event.node, item);
  for (unsigned i = 1; i <= ports_; ++i) {
    const unsigned port = (event.port + i) % ports_;
    if (came[port] == nullptr) continue;
    if (came[port]->cycle == event.cycle || port == event.port) {
      fail(event, port == event.port ? "a part of it has come through this port"
                                     : fmt::format("port {} brings a part of it in this cycle", port));
      return std::nullopt;
    }
    value.word = combined_(value.word, came[port]->value.word);
    value.nodes += came[port]->value.nodes;
  }
  return value;
}

bool CombinedPackets::receive_copy(const LinkEvent& event, std::uint64_t item, const CombinedValue& value) {
  const std::uint32_t receiver = receiver_of(event);
  const std::uint64_t there = place(receiver, item);
  if (receiver == event.source) return fail(event, "returns to its source");
  if ((flags_[there] & kHoldsCopy) != 0) return fail(event, fmt::format("node {} receives it a second time", receiver));
  if (arrivals_.any(there))
    return fail(event, fmt::format("node {} has not sent on what came for this item", receiver));
  flags_[there] |= kHoldsCopy;
  arrivals_.add(there, {value, event.cycle, event.port});
  return true;
}

bool CombinedPackets::receive_part(const LinkEvent& event, std::uint64_t item, const CombinedValue& value) {
  const std::uint32_t receiver = receiver_of(event);
  const std::uint64_t there = place(receiver, item);
  if ((flags_[there] & kSent) != 0) return fail(event, fmt::format("node {} has sent this item already", receiver));
  if ((flags_[there] & kHoldsCopy) != 0) return fail(event, fmt::format("node {} holds the result already", receiver));
  if (arrivals_.has(there, event.port)) {
    return fail(event, fmt::format("node {} receives this item through the port a second time", receiver));
  }
  arrivals_.add(there, {value, event.cycle, event.port});
  return true;
}

DueResult CombinedPackets::result(std::uint32_t node, std::uint64_t item, std::uint32_t stream) const {
  const std::uint64_t here = place(node, item);
  if ((flags_[here] & kHoldsCopy) != 0) return {arrivals_.first(here).value, arrivals_.first(here).cycle};
  const Contributors contributors = meaning_of(task_.collective).contributors;
  const Arrivals::ByPort came = arrivals_.by_port(here);
  DueResult due;
  if (contributors != Contributors::kBelowOwn) due.value = own(node, item);
  for (unsigned i = 0; i < ports_; ++i) {
    const unsigned port = (stream + i) % ports_;
    const bool is_from_above = contributors != Contributors::kAll && !task_.apart && (node >> port & 1) == 0;
    if (came[port] == nullptr || is_from_above) continue;
    due.value = combine(combined_, due.value, came[port]->value);
    due.cycle = std::max<std::uint64_t>(due.cycle, came[port]->cycle);
  }
  return due;
}

}  // namespace testbench
