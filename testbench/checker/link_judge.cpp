#include "testbench/checker/link_judge.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace testbench {

using Kind = LinkFault::Kind;

namespace {

constexpr unsigned kCycleBits = 48;  // more cycles than a run can have

}  // namespace

LinkJudge::LinkJudge(LinkLedger& ledger, unsigned number, unsigned judges)
    : ledger_(ledger), number_(number), judges_(judges) {
  if (!ledger.unicast && !ledger.combined) arrivals_.reserve(ledger.edges.links());
}

void LinkJudge::observe(std::span<const LinkEvent> events) {
  if (judges_ == 1 && ledger_.unicast && ledger_.task.ports == PortModel::kAll) {
    observe_all<Manner::kPlain>(events);
  } else {
    observe_all<Manner::kAny>(events);
  }
}

template <LinkJudge::Manner M>
[[gnu::flatten]] void LinkJudge::observe_all(std::span<const LinkEvent> events) {
  for (event_ = 0; event_ < events.size(); ++event_) {
    if (event_ + kLookahead < events.size()) prefetch<M>(events[event_ + kLookahead]);
    if (!judge<M>(events[event_])) return;
  }
}

// Packets lie far apart in memory: without this every event waits for a cache miss. Fields are not
// judged yet, so the index may be anything.
template <LinkJudge::Manner M>
void LinkJudge::prefetch(const LinkEvent& event) const {
  const std::uint64_t packet = ledger_.packet_of(event);
  if (!is_mine<M>(packet)) return;
  if (M == Manner::kPlain || ledger_.unicast) {
    if (packet < ledger_.places.size()) __builtin_prefetch(&ledger_.places[packet], 1);
  } else {
    const std::uint64_t index = packet * ledger_.nodes + event.node;
    if (index < ledger_.holds.size()) ledger_.holds.prefetch(index);
  }
}

template <LinkJudge::Manner M>
bool LinkJudge::judge(const LinkEvent& event) {
  if ((event.cycle != cycle_ || event.cycle == 0) && !begin_cycle(event)) return false;
  if (!is_mine<M>(ledger_.packet_of(event))) return judge_link_and_ports<M>(event);
  if (!judge_fields<M>(event) || !judge_link_and_ports<M>(event)) return false;
  if (M == Manner::kPlain || ledger_.unicast) return judge_unicast(event);
  return ledger_.combined || judge_multicast(event);
}

[[gnu::noinline, gnu::cold]] bool LinkJudge::fail(Kind kind, const LinkEvent& event, std::string_view what) {
  std::string packet = fmt::format("packet {} of source {}", event.sequence, event.source);
  if (event.destination != kAllNodes) packet += fmt::format(" for node {}", event.destination);
  fault_ = {event_, kind,
            fmt::format("cycle {}, node {}, port {}, {}: {}", event.cycle, event.node, event.port, packet, what)};
  return false;
}

// Of an event in another cycle than the one before.
[[gnu::noinline]] bool LinkJudge::begin_cycle(const LinkEvent& event) {
  if (cycle_ == 0 && event.cycle != 1) return fail(Kind::kFields, event, "the first event must be in cycle 1");
  if (event.cycle < cycle_) {
    return fail(Kind::kFields, event, fmt::format("comes after an event of cycle {}", cycle_));
  }
  if (event.cycle >> kCycleBits != 0) return fail(Kind::kFields, event, "the cycle must be below 2^48");
  cycle_ = event.cycle;
  stamp_ = Place::stamp_of(cycle_);
  if (ledger_.unicast && cycle_ - stamps_since_ >= Place::kSpan) forget_stamps();
  for (const std::uint64_t index : arrivals_) ledger_.holds.set(index, Holding::kHolds);
  arrivals_.clear();
  return true;
}

// Before a stamp could be taken for that of another cycle. As no packet has been seen in this
// cycle, none came in it.
void LinkJudge::forget_stamps() {
  for (std::uint64_t first = number_ * kBlock; first < ledger_.places.size(); first += judges_ * kBlock) {
    const std::uint64_t end = std::min(first + kBlock, ledger_.places.size());
    for (std::uint64_t packet = first; packet < end; ++packet) ledger_.places[packet].forget_stamp();
  }
  stamps_since_ = cycle_;
}

template <LinkJudge::Manner M>
[[gnu::always_inline]] inline bool LinkJudge::judge_fields(const LinkEvent& event) {
  const auto wrong = [&](std::string_view what) { return fail(Kind::kFields, event, what); };
  const Task& task = ledger_.task;
  const unsigned ports = ledger_.edges.ports();
  if (event.node >= ledger_.nodes) return wrong(fmt::format("the node must be 0..{}", ledger_.nodes - 1));
  if (event.port >= ports) return wrong(fmt::format("the port must be 0..{}", ports - 1));
  if (!ledger_.edges.has_link(event.node, event.port)) return wrong("there is nothing behind the port");
  if (M == Manner::kAny && ledger_.combined) return judge_combined_fields(event);
  if (event.sequence >= task.packets) return wrong(fmt::format("the packet must be 0..{}", task.packets - 1));
  if (event.source >= ledger_.nodes) return wrong(fmt::format("the source must be 0..{}", ledger_.nodes - 1));
  if (ledger_.only_root_sends && event.source != task.root) {
    return wrong(fmt::format("the source must be the root, {}", task.root));
  }
  if (M == Manner::kAny && !ledger_.unicast) {
    return event.destination == kAllNodes || wrong("the destination must be -1: all nodes");
  }
  const auto destination = static_cast<std::uint32_t>(event.destination);
  if (event.destination < 0 || destination >= ledger_.nodes) {
    return wrong(fmt::format("the destination must be 0..{}", ledger_.nodes - 1));
  }
  if (ledger_.only_root_receives && destination != task.root) {
    return wrong(fmt::format("the destination must be the root, {}", task.root));
  }
  if (destination == event.source) return wrong("a node's own block is never sent");
  if (task.counts == nullptr) return true;
  const std::uint64_t packets = packets_between(task, event.source, destination);
  return event.sequence < packets || wrong(fmt::format("the source has {} packets for that node", packets));
}

// A node sends what it has combined under its own address, and copies of results under their
// owner's.
bool LinkJudge::judge_combined_fields(const LinkEvent& event) {
  const auto wrong = [&](std::string_view what) { return fail(Kind::kFields, event, what); };
  const Task& task = ledger_.task;
  const Meaning meaning = meaning_of(task.collective);
  const std::uint64_t numbers = sequences(task);
  if (event.sequence >= numbers) return wrong(fmt::format("the packet must be 0..{}", numbers - 1));
  if (event.source >= ledger_.nodes) return wrong(fmt::format("the source must be 0..{}", ledger_.nodes - 1));
  if (event.tree >= ledger_.edges.ports())
    return wrong(fmt::format("the tree must be 0..{}", ledger_.edges.ports() - 1));
  const bool is_allreduce = task.collective == Collective::kAllreduce;
  const bool has_owner = meaning.only_root_receives || meaning.block_for_each;
  if (event.destination == kAllNodes) {
    if (has_owner) return wrong("the destination must be a node");
    return event.source == event.node || is_allreduce || wrong("the source must be the node itself");
  }
  const auto destination = static_cast<std::uint32_t>(event.destination);
  if (!has_owner && !is_allreduce) return wrong("the destination must be -1: all nodes");
  if (event.destination < 0 || destination >= ledger_.nodes) {
    return wrong(fmt::format("the destination must be 0..{}", ledger_.nodes - 1));
  }
  if (!is_receiver(task, destination)) return wrong(fmt::format("the destination must be the root, {}", task.root));
  if (destination == event.node) return wrong("leaves its destination");
  return event.source == event.node || wrong("the source must be the node itself");
}

// Of an event whose other fields may be another's to judge.
template <LinkJudge::Manner M>
bool LinkJudge::judge_link_and_ports(const LinkEvent& event) {
  if (M == Manner::kPlain) return judge_link(event);
  const bool is_link = event.node < ledger_.nodes && event.port < ledger_.edges.ports();
  if (!is_link || !is_mine<M>(ledger_.task.ports == PortModel::kAll ? event.node : 0)) return true;
  return judge_link(event) && (ledger_.task.ports == PortModel::kAll || judge_ports(event));
}

[[gnu::always_inline]] inline bool LinkJudge::judge_link(const LinkEvent& event) {
  std::uint64_t& used = ledger_.link_used[ledger_.edges.link(event.node, event.port)];
  if (used == cycle_) return fail(Kind::kLink, event, "the link carries another packet in this cycle");
  used = cycle_;
  return true;
}

// Both ends of a link: one judge looks at those of all.
bool LinkJudge::judge_ports(const LinkEvent& event) {
  const auto wrong = [&](std::string_view what) { return fail(Kind::kLink, event, what); };
  auto& sent = ledger_.sent;
  auto& received = ledger_.received;
  const std::uint32_t receiver = ledger_.edges.receiver(event.node, event.port);
  if (sent[event.node] == cycle_) return wrong("the node sends another packet in this cycle");
  if (received[receiver] == cycle_) {
    return wrong(fmt::format("node {} receives another packet in this cycle", receiver));
  }
  sent[event.node] = cycle_;
  received[receiver] = cycle_;
  if (ledger_.task.ports == PortModel::kOne) return true;

  if (received[event.node] == cycle_) return wrong("the half-duplex node also receives in this cycle");
  if (sent[receiver] == cycle_) return wrong(fmt::format("half-duplex node {} also sends in this cycle", receiver));
  return true;
}

[[gnu::always_inline]] inline bool LinkJudge::judge_unicast(const LinkEvent& event) {
  const auto wrong = [&](std::string_view what) { return fail(Kind::kPacket, event, what); };
  Place& place = ledger_.places[ledger_.packet_of(event)];
  if (place.node() != event.node) {
    return wrong(fmt::format("the packet is not here: it is at node {}", place.node()));
  }
  if (place.stamp() == stamp_) return wrong("sent in the cycle in which it arrived");

  const auto destination = static_cast<std::uint32_t>(event.destination);
  const std::uint32_t receiver = ledger_.edges.receiver(event.node, event.port);
  if (event.node == destination) return wrong("leaves its destination");
  if (receiver == event.source) return wrong("returns to its source");
  place = Place(stamp_, receiver);
  deliveries_ += receiver == destination ? 1 : 0;
  return true;
}

bool LinkJudge::judge_multicast(const LinkEvent& event) {
  const auto wrong = [&](std::string_view what) { return fail(Kind::kPacket, event, what); };
  PossessionTable& holds = ledger_.holds;
  const std::uint64_t row = ledger_.packet_of(event) * ledger_.nodes;
  if (event.node != event.source && holds[row + event.node] != Holding::kHolds) {
    return wrong(holds[row + event.node] == Holding::kArriving ? "sent in the cycle in which it arrived"
                                                               : "the node does not hold the packet");
  }
  const std::uint32_t receiver = ledger_.edges.receiver(event.node, event.port);
  if (receiver == event.source) return wrong("returns to its source");
  if (holds[row + receiver] != Holding::kLacks) {
    return wrong(fmt::format("node {} receives it a second time", receiver));
  }
  holds.set(row + receiver, Holding::kArriving);
  arrivals_.push_back(row + receiver);
  ++deliveries_;
  return true;
}

}  // namespace testbench
