#include "testbench/checker/link_checker.hpp"

#include <fmt/format.h>

namespace testbench {
namespace {

// A word of places_: 16 bits hold every node of the largest cube, 48 bits more cycles than a run can have.
constexpr unsigned kNodeBits = kMaxDim;
constexpr std::uint64_t kNodeMask = (std::uint64_t{1} << kNodeBits) - 1;

// Packet numbers of the task: own packets of a node for itself have a number too, which is never used.
std::uint64_t packet_numbers(const Task& task) {
  const Meaning meaning = meaning_of(task.collective);
  const std::uint64_t senders = meaning.only_root_sends ? 1 : node_count(task);
  const std::uint64_t blocks = meaning.block_for_each ? node_count(task) : 1;
  return times(times(senders, blocks), task.packets);
}

// A number that saturates stays what it is.
std::uint64_t holdings_bytes(std::uint64_t count) {
  return count == ~std::uint64_t{0} ? count : Holdings::bytes_for(count);
}

}  // namespace

std::uint64_t LinkChecker::memory_bytes(const Task& task) {
  if (find_fault(task)) return 0;
  const std::uint64_t nodes = node_count(task);
  const std::uint64_t packets = packet_numbers(task);
  const std::uint64_t state =
      is_unicast(task) ? times(packets, sizeof(std::uint64_t)) : holdings_bytes(times(packets, nodes));
  // links, arrivals of one cycle (at most one per link), sent_, received_
  const std::uint64_t links = nodes * task.dim;
  const std::uint64_t stamps = links * (is_unicast(task) ? 1 : 2) + (task.ports == Ports::kAll ? 0 : 2 * nodes);
  return plus(state, stamps * sizeof(std::uint64_t) + links * sizeof(std::uint32_t));
}

LinkChecker::LinkChecker(const Task& task) : task_(task), fault_(find_fault(task)) {
  if (fault_) return;
  const Meaning meaning = meaning_of(task.collective);
  edges_ = cube_edges(task.dim);
  unicast_ = is_unicast(task);
  nodes_ = node_count(task);
  expected_ = expected_deliveries(task);
  destination_stride_ = meaning.block_for_each ? 1 : 0;
  source_stride_ = meaning.only_root_sends ? 0 : meaning.block_for_each ? nodes_ : 1;

  link_used_.assign(edges_.links(), 0);
  if (task.ports != Ports::kAll) {
    sent_.assign(nodes_, 0);
    received_.assign(nodes_, 0);
  }
  const std::uint64_t packets = packet_numbers(task);
  if (!unicast_) {
    arrivals_.reserve(edges_.links());
    holds_.reset(packets * nodes_);
    return;
  }
  places_.reserve(packets);
  for (std::uint64_t block = 0; block < packets / task.packets; ++block) {
    const std::uint64_t source = source_stride_ == 0 ? task.root : block / source_stride_;
    places_.insert(places_.end(), task.packets, source);
  }
}

std::uint64_t LinkChecker::packet_of(const LinkEvent& event) const {
  const auto destination = static_cast<std::uint32_t>(event.destination);
  return (event.source * source_stride_ + destination * destination_stride_) * task_.packets + event.sequence;
}

// Packets lie far apart in memory: without this every event waits for a cache miss. Fields are not judged yet, so the
// index may be anything.
void LinkChecker::prefetch(const LinkEvent& event) const {
  const std::uint64_t packet = packet_of(event);
  if (unicast_) {
    if (packet < places_.size()) __builtin_prefetch(&places_[packet], 1);
  } else {
    const std::uint64_t index = packet * nodes_ + event.node;
    if (index < holds_.size()) holds_.prefetch(index);
  }
}

void LinkChecker::observe(std::span<const LinkEvent> events) {
  if (fault_) return;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i + kLookahead < events.size()) prefetch(events[i + kLookahead]);
    const LinkEvent& event = events[i];
    const bool right = begin_cycle(event) && judge_fields(event) && judge_link_and_ports(event) &&
                       (unicast_ ? judge_unicast(event) : judge_multicast(event));
    if (!right) return;
    ++transmissions_;
  }
}

bool LinkChecker::fail(const LinkEvent& event, std::string_view what) {
  std::string packet = fmt::format("packet {} of source {}", event.sequence, event.source);
  if (event.destination != kAllNodes) packet += fmt::format(" for node {}", event.destination);
  fault_ = fmt::format("cycle {}, node {}, port {}, {}: {}", event.cycle, event.node, event.port, packet, what);
  return false;
}

bool LinkChecker::begin_cycle(const LinkEvent& event) {
  if (event.cycle == cycle_) [[likely]] {
    return event.cycle != 0 || fail(event, "the first event must be in cycle 1");
  }
  if (cycle_ == 0 && event.cycle != 1) return fail(event, "the first event must be in cycle 1");
  if (event.cycle < cycle_) return fail(event, fmt::format("comes after an event of cycle {}", cycle_));
  if (event.cycle >> (64 - kNodeBits) != 0) return fail(event, "the cycle must be below 2^48");
  cycle_ = event.cycle;
  for (const std::uint64_t index : arrivals_) holds_.set(index, Holding::kHolds);
  arrivals_.clear();
  return true;
}

bool LinkChecker::judge_fields(const LinkEvent& event) {
  if (event.node >= nodes_) return fail(event, fmt::format("the node must be 0..{}", nodes_ - 1));
  if (event.port >= edges_.ports()) return fail(event, fmt::format("the port must be 0..{}", edges_.ports() - 1));
  if (event.sequence >= task_.packets) {
    return fail(event, fmt::format("the packet must be 0..{}", task_.packets - 1));
  }
  if (event.source >= nodes_) return fail(event, fmt::format("the source must be 0..{}", nodes_ - 1));
  if (!is_sender(task_, event.source)) {
    return fail(event, fmt::format("the source must be the root, {}", task_.root));
  }
  if (!unicast_) {
    return event.destination == kAllNodes || fail(event, "the destination must be -1: all nodes");
  }
  if (event.destination < 0 || static_cast<std::uint32_t>(event.destination) >= nodes_) {
    return fail(event, fmt::format("the destination must be 0..{}", nodes_ - 1));
  }
  const auto destination = static_cast<std::uint32_t>(event.destination);
  if (!is_receiver(task_, destination)) {
    return fail(event, fmt::format("the destination must be the root, {}", task_.root));
  }
  return destination != event.source || fail(event, "a node's own block is never sent");
}

bool LinkChecker::judge_link_and_ports(const LinkEvent& event) {
  std::uint64_t& used = link_used_[edges_.link(event.node, event.port)];
  if (used == cycle_) return fail(event, "the link carries another packet in this cycle");
  used = cycle_;
  if (task_.ports == Ports::kAll) return true;

  const std::uint32_t receiver = edges_.receiver(event.node, event.port);
  if (sent_[event.node] == cycle_) return fail(event, "the node sends another packet in this cycle");
  if (received_[receiver] == cycle_) {
    return fail(event, fmt::format("node {} receives another packet in this cycle", receiver));
  }
  sent_[event.node] = cycle_;
  received_[receiver] = cycle_;
  if (task_.ports == Ports::kOne) return true;

  if (received_[event.node] == cycle_) return fail(event, "the half-duplex node also receives in this cycle");
  if (sent_[receiver] == cycle_) {
    return fail(event, fmt::format("half-duplex node {} also sends in this cycle", receiver));
  }
  return true;
}

bool LinkChecker::judge_unicast(const LinkEvent& event) {
  std::uint64_t& place = places_[packet_of(event)];
  const std::uint64_t at = place & kNodeMask;
  if (at != event.node) return fail(event, fmt::format("the packet is not here: it is at node {}", at));
  if (place >> kNodeBits == cycle_) return fail(event, "sent in the cycle in which it arrived");

  const auto destination = static_cast<std::uint32_t>(event.destination);
  const std::uint32_t receiver = edges_.receiver(event.node, event.port);
  if (event.node == destination) return fail(event, "leaves its destination");
  if (receiver == event.source) return fail(event, "returns to its source");
  place = cycle_ << kNodeBits | receiver;
  if (receiver == destination) ++delivered_;
  return true;
}

bool LinkChecker::judge_multicast(const LinkEvent& event) {
  const std::uint64_t row = packet_of(event) * nodes_;
  if (event.node != event.source && holds_[row + event.node] != Holding::kHolds) {
    return fail(event, holds_[row + event.node] == Holding::kArriving ? "sent in the cycle in which it arrived"
                                                                      : "the node does not hold the packet");
  }
  const std::uint32_t receiver = edges_.receiver(event.node, event.port);
  if (receiver == event.source) return fail(event, "returns to its source");
  if (holds_[row + receiver] != Holding::kLacks) {
    return fail(event, fmt::format("node {} receives it a second time", receiver));
  }
  holds_.set(row + receiver, Holding::kArriving);
  arrivals_.push_back(row + receiver);
  ++delivered_;
  return true;
}

std::optional<std::string> LinkChecker::finish() const {
  if (fault_) return fault_;
  if (delivered_ == expected_) return std::nullopt;
  return list_missing();
}

std::string LinkChecker::list_missing() const {
  constexpr unsigned kNamed = 5;
  std::string names;
  unsigned named = 0;
  const std::uint64_t numbers = unicast_ ? places_.size() : holds_.size();
  for (std::uint64_t i = 0; i < numbers && named < kNamed; ++i) {
    if (!unicast_) {
      const std::uint64_t node = i % nodes_;
      const std::uint64_t packet = i / nodes_;
      const std::uint64_t source = source_stride_ == 0 ? task_.root : packet / task_.packets;
      if (holds_[i] != Holding::kLacks || node == source) continue;
      names += fmt::format("; node {} lacks packet {} of source {}", node, packet % task_.packets, source);
    } else {
      const std::uint64_t block = i / task_.packets;
      const std::uint64_t source = source_stride_ == 0 ? task_.root : block / source_stride_;
      const std::uint64_t node = destination_stride_ == 0 ? task_.root : block % nodes_;
      const std::uint64_t at = places_[i] & kNodeMask;
      if (at == node) continue;
      names += fmt::format("; node {} lacks packet {} of source {}, which is at node {}", node, i % task_.packets,
                           source, at);
    }
    ++named;
  }
  return fmt::format("{} of {} deliveries missing{}{}", expected_ - delivered_, expected_, names,
                     expected_ - delivered_ > named ? "; ..." : "");
}

}  // namespace testbench
