// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/combined_packets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace testbench {
namespace {

std::uint64_t places(const Task& task, const NodeShare* share) {
  return times(nodes_here(share, router_count(task)), item_count(task));
}

// Arrivals at a time. Each node but the owner has sent an item on to one other node, or holds a
// copy of its result; as many as there are ports came to the owner. In an exchange one comes through every port of a node.
// To the nodes of a share no more come from others than links do.
std::uint64_t most_arrivals(const Task& task, const NodeShare* share) {
  const std::uint64_t nodes = nodes_here(share, router_count(task));
  const Meaning meaning = meaning_of(task.collective);
  const bool is_owned = meaning.only_root_receives || is_by_receiver(task) || task.blocks;
  if (!is_owned) return times(item_count(task), nodes * port_count(task));
  std::uint64_t entering = 0;
  for (std::uint64_t i = 0; share != nullptr && i < nodes; ++i) {
    for (unsigned port = 0; port < port_count(task); ++port) {
      entering += share->has(receiver_of(task, share->nodes()[i], port)) ? 0 : 1;
    }
  }
  return times(item_count(task), nodes + std::min(entering, router_count(task) - nodes) - 1 + port_count(task));
}

}  // namespace

CombinedPackets::CombinedPackets(const Task& task, const Contributions& own, const DeliveredResults& results,
                                 const NodeShare* share)
    : task_(task),
      contributions_(own),
      results_(results),
      share_(share),
      combined_(task.reduction),
      ports_(port_count(task)),
      items_(item_count(task)),
      routes_(task),
      arrivals_(places(task, share), most_arrivals(task, share)),
      flags_(places(task, share), 0, HugePages::memory()) {
}

std::uint64_t CombinedPackets::memory_bytes(const Task& task) {
  const std::uint64_t all = places(task, nullptr);
  return plus(plus(Arrivals::memory_bytes(all, most_arrivals(task, nullptr)), HugePages::bytes_for(all)),
              ItemRoutes::memory_bytes(task));
}

void CombinedPackets::serialize(Archive& archive) {
  routes_.serialize(archive);
  arrivals_.serialize(archive);
  archive.vector(flags_);
  FirstLinkFault fault = fault_.value_or(FirstLinkFault{});
  std::optional<std::string> text;
  if (fault_) text = fault.text;
  archive.values(fault.event, fault.kind);
  archive.text(text);
  if (text) fault_ = FirstLinkFault{fault.event, 0, fault.kind, *text};
}

void CombinedPackets::observe(std::span<const LinkEvent> sent_here, std::span<const ArrivingPacket> arriving) {
  constexpr std::size_t kLookahead = 16;
  if (fault_) return;
  std::size_t next = 0;  // of what arrives
  const auto judge_arriving = [&](auto is_due) {
    for (; next < arriving.size() && is_due(arriving[next].event); ++next) {
      if (!judge(arriving[next].event, &arriving[next].value)) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < sent_here.size(); ++i) {
    if (i + kLookahead < sent_here.size()) {
      const LinkEvent& later = sent_here[i + kLookahead];
      const std::uint64_t item = routes_.item_of(later);
      arrivals_.prefetch(place(later.node, item));
      if (is_here(share_, receiver_of(later))) arrivals_.prefetch(place(receiver_of(later), item));
    }
    if (!judge_arriving([&](const LinkEvent& event) { return is_before(event, sent_here[i]); })) return;
    if (!judge(sent_here[i], nullptr)) return;
  }
  judge_arriving([](const LinkEvent&) { return true; });
}

bool CombinedPackets::fail(End end, const LinkEvent& event, std::string_view what) {
  const std::string destination =
      event.destination == kAllNodes ? "all nodes" : fmt::format("node {}", event.destination);
  fault_ = {event, 0, static_cast<unsigned>(end),
            fmt::format("cycle {}, node {}, port {}, packet {} of source {} for {}: {}", event.cycle, event.node,
                        event.port, event.sequence, event.source, destination, what)};
  return false;
}

bool CombinedPackets::judge(const LinkEvent& event, const CombinedValue* arriving) {
  routes_.follow_plan([&](const LinkEvent& planned) { return is_before(planned, event); });
  routes_.decide(event);
  const std::uint64_t item = routes_.item_of(event);
  const bool is_part = event.source == event.node && event.destination != kAllNodes;
  CombinedValue value;
  if (arriving != nullptr) {
    value = *arriving;
  } else {
    const std::optional<CombinedValue> found = sent(event, item, reason_);
    if (!found) return fail(End::kSender, event, reason_);
    value = *found;
    if (is_part) {
      flags_[place(event.node, item)] |= kSent;
      if (!goes_on(task_)) arrivals_.clear(place(event.node, item));
    }
  }
  if (!is_here(share_, receiver_of(event))) return true;
  const bool is_copy = !is_part && (event.source != event.node || routes_.is_owner(item, event.node));
  return is_copy ? receive_copy(event, item, value) : receive_part(event, item, value);
}

// An item that travels for the first time has no parts yet: whatever this is, it is the node's own.
CombinedValue CombinedPackets::value_of(const LinkEvent& event) const {
  const std::uint64_t item = routes_.item_of(event);
  if (!routes_.is_known(item)) return own(event.node, item);
  Reason reason;
  return sent(event, item, reason).value_or(CombinedValue());
}

std::optional<CombinedValue> CombinedPackets::sent(const LinkEvent& event, std::uint64_t item, Reason& reason) const {
  if (event.source != event.node) return sent_copy(event, item, reason);
  if (event.destination != kAllNodes) return sent_part(event, item, reason);
  return routes_.is_owner(item, event.node) ? sent_original(event, item, reason)
                                            : sent_in_exchange(event, item, reason);
}

std::optional<CombinedValue> CombinedPackets::sent_copy(const LinkEvent& event, std::uint64_t item,
                                                        Reason& reason) const {
  const std::uint64_t here = place(event.node, item);
  if (!routes_.is_owner(item, event.source)) {
    reason = "the source has no result of this item to send";
  } else if ((flags_[here] & kHoldsCopy) == 0) {
    reason = "the node does not hold the packet";
  } else if (arrivals_.first(here).cycle == event.cycle) {
    reason = "sent in the cycle in which it arrived";
  } else {
    return arrivals_.first(here).value;
  }
  return std::nullopt;
}

std::optional<CombinedValue> CombinedPackets::sent_part(const LinkEvent& event, std::uint64_t item,
                                                        Reason& reason) const {
  const std::uint64_t here = place(event.node, item);
  if (!routes_.goes_to(item, static_cast<std::uint32_t>(event.destination))) {
    reason = "other packets of this item go elsewhere";
  } else if ((flags_[here] & kSent) != 0) {
    reason = "the node sends this item a second time";
  } else if ((flags_[here] & kHoldsCopy) != 0) {
    reason = "the node holds the result of this item";
  } else {
    return all_that_came(event, item, reason);
  }
  return std::nullopt;
}

// A packet for all nodes from the owner of the item.
std::optional<CombinedValue> CombinedPackets::sent_original(const LinkEvent& event, std::uint64_t item,
                                                            Reason& reason) const {
  const std::uint64_t index = task_.blocks ? item : event.sequence;
  const bool is_delivered = results_.has(event.node, index) && results_.cycle(event.node, index) < event.cycle;
  if (!is_delivered) return all_that_came(event, item, reason);
  return result(event.node, item, results_.stream(event.node, index), event.cycle).value;
}

std::optional<CombinedValue> CombinedPackets::sent_in_exchange(const LinkEvent& event, std::uint64_t item,
                                                               Reason& reason) const {
  if (!routes_.is_exchanged(item, event.tree)) {
    reason = "other packets of this item are on another tree, or go to one node";
    return std::nullopt;
  }
  const Arrivals::ByPort came = arrivals_.by_port(place(event.node, item));
  CombinedValue value = own(event.node, item);
  for (unsigned port = event.tree; port != event.port; port = (port + 1) % ports_) {
    if (came[port] == nullptr || came[port]->cycle == event.cycle) {
      reason = came[port] == nullptr ? fmt::format("nothing has come through port {}", port)
                                     : fmt::format("port {} brings its part in this cycle", port);
      return std::nullopt;
    }
    value = combine(combined_, value, came[port]->value);
  }
  return value;
}

// Own first, the identity too, then the arrivals; nothing where one comes too late or through the same
// port.
std::optional<CombinedValue> CombinedPackets::all_that_came(const LinkEvent& event, std::uint64_t item,
                                                            Reason& reason) const {
  Arrivals::ByPort came = arrivals_.by_port(place(event.node, item));
  if (task_.parts != nullptr) {
    came = {};
    for (const auto& [in, receiver] : parts_of(task_, event.node, item / task_.packets)) {
      if (in >= ports_) continue;
      came[in] =
          arrivals_.by_port(place(event.node, receiver * std::uint64_t{task_.packets} + item % task_.packets))[in];
      if (came[in] != nullptr) continue;
      reason = fmt::format("nothing has come for node {} through port {}", receiver, in);
      return std::nullopt;
    }
  }
  for (auto other = item_before(task_, event.node, item); other; other = item_before(task_, event.node, *other)) {
    const Arrivals::ByPort going_on = arrivals_.by_port(place(event.node, *other));
    for (unsigned port = 0; port < ports_; ++port) {
      if (came[port] != nullptr && going_on[port] != nullptr) {
        reason = fmt::format("port {} has brought a part of it and of the result that goes into it", port);
        return std::nullopt;
      }
      if (going_on[port] != nullptr) came[port] = going_on[port];
    }
  }
  CombinedValue value = own(event.node, item);
  for (unsigned i = 1; i <= ports_; ++i) {
    const unsigned port = (event.port + i) % ports_;
    if (came[port] == nullptr) continue;
    if (came[port]->cycle == event.cycle || port == event.port) {
      reason = port == event.port ? "a part of it has come through this port"
                                  : fmt::format("port {} brings a part of it in this cycle", port);
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
  if (receiver == event.source) return fail(End::kReceiver, event, "returns to its source");
  if ((flags_[there] & kHoldsCopy) != 0)
    return fail(End::kReceiver, event, fmt::format("node {} receives it a second time", receiver));
  if (arrivals_.any(there))
    return fail(End::kReceiver, event, fmt::format("node {} has not sent on what came for this item", receiver));
  flags_[there] |= kHoldsCopy;
  arrivals_.add(there, {value, event.cycle, arrival_port(event)});
  return true;
}

bool CombinedPackets::receive_part(const LinkEvent& event, std::uint64_t item, const CombinedValue& value) {
  const std::uint32_t receiver = receiver_of(event);
  const std::uint64_t there = place(receiver, item);
  if ((flags_[there] & kSent) != 0 && task_.parts == nullptr)
    return fail(End::kReceiver, event, fmt::format("node {} has sent this item already", receiver));
  if ((flags_[there] & kHoldsCopy) != 0)
    return fail(End::kReceiver, event, fmt::format("node {} holds the result already", receiver));
  if (arrivals_.has(there, arrival_port(event))) {
    return fail(End::kReceiver, event,
                fmt::format("node {} receives this item through the port a second time", receiver));
  }
  arrivals_.add(there, {value, event.cycle, arrival_port(event)});
  return true;
}

DueResult CombinedPackets::result(std::uint32_t node, std::uint64_t item, std::uint32_t stream,
                                  std::uint64_t before) const {
  const std::uint64_t here = place(node, item);
  if ((flags_[here] & kHoldsCopy) != 0) return {arrivals_.first(here).value, arrivals_.first(here).cycle};
  const Contributors contributors = meaning_of(task_.collective).contributors;
  const Arrivals::ByPort came = arrivals_.by_port(here);
  DueResult due;
  if (contributors != Contributors::kBelowOwn) due.value = own(node, item);
  for (unsigned i = 0; i < ports_; ++i) {
    const unsigned port = (stream + i) % ports_;
    const bool is_from_above = contributors != Contributors::kAll && !task_.apart && (node >> port & 1) == 0;
    if (came[port] == nullptr || came[port]->cycle >= before || is_from_above) continue;
    due.value = combine(combined_, due.value, came[port]->value);
    due.cycle = std::max<std::uint64_t>(due.cycle, came[port]->cycle);
  }
  return due;
}

}  // namespace testbench
