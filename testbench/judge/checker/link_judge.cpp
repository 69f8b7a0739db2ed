// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/link_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace testbench {
namespace {

constexpr unsigned kCycleBits = 48;  // more cycles than a run can have

std::variant<UnicastPackets, MulticastPackets, CombinedFields> packets_of(LinkLedger& ledger, LinkShare share) {
  if (ledger.combined) return CombinedFields(ledger, share);
  if (ledger.unicast) return UnicastPackets(ledger, share);
  return MulticastPackets(ledger, share);
}

// A node sends what it has combined under its own address, and copies of results under their
// owner's.
std::string combined_field_fault(const LinkLedger& ledger, const LinkEvent& event) {
  const Task& task = ledger.task;
  const Meaning meaning = meaning_of(task.collective);
  const std::uint64_t numbers = sequences(task);
  if (event.sequence >= numbers) return fmt::format("the packet must be 0..{}", numbers - 1);
  if (event.source >= ledger.nodes) return fmt::format("the source must be 0..{}", ledger.nodes - 1);
  // Nodes that route by tables may read in it through which port the next node sends, or 0.
  const unsigned most_trees = ledger.edges.ports() - (task.is_on_cube() ? 1 : 0);
  if (event.tree > most_trees) return fmt::format("the tree must be 0..{}", most_trees);
  const bool is_allreduce = task.collective == Collective::kAllreduce || task.collective == Collective::kBarrier;
  const bool has_owner = meaning.only_root_receives || is_by_receiver(task);
  if (event.destination == kAllNodes) {
    if (has_owner) return "the destination must be a node";
    return event.source == event.node || is_allreduce ? "" : "the source must be the node itself";
  }
  const auto destination = static_cast<std::uint32_t>(event.destination);
  if (!has_owner && !is_allreduce) return "the destination must be -1: all nodes";
  if (event.destination < 0 || destination >= ledger.ends) {
    return fmt::format("the destination must be 0..{}", ledger.ends - 1);
  }
  if (!is_receiver(task, destination)) {
    return task.apart ? "node 0 has no result" : fmt::format("the destination must be the root, {}", task.root);
  }
  if (destination == event.node) return "leaves its destination";
  return event.source == event.node ? "" : "the source must be the node itself";
}

}  // namespace

PacketFields::PacketFields(const LinkLedger& ledger)
    : sequences(ledger.task.packets),
      first_source(ledger.only_root_sends ? ledger.task.root : 0),
      sources(ledger.only_root_sends ? 1 : static_cast<std::uint32_t>(ledger.ends)),
      first_destination(!ledger.unicast             ? static_cast<std::uint32_t>(kAllNodes)
                        : ledger.only_root_receives ? ledger.task.root
                                                    : 0),
      destinations(!ledger.unicast || ledger.only_root_receives ? 1 : static_cast<std::uint32_t>(ledger.ends)) {
}

std::string packet_field_fault(const LinkLedger& ledger, const LinkEvent& event) {
  const Task& task = ledger.task;
  if (event.sequence >= task.packets) return fmt::format("the packet must be 0..{}", task.packets - 1);
  if (event.source >= ledger.ends) return fmt::format("the source must be 0..{}", ledger.ends - 1);
  if (ledger.only_root_sends && event.source != task.root) {
    return fmt::format("the source must be the root, {}", task.root);
  }
  if (!ledger.unicast) return event.destination == kAllNodes ? "" : "the destination must be -1: all nodes";
  const auto destination = static_cast<std::uint32_t>(event.destination);
  if (event.destination < 0 || destination >= ledger.ends) {
    return fmt::format("the destination must be 0..{}", ledger.ends - 1);
  }
  if (ledger.only_root_receives && destination != task.root) {
    return fmt::format("the destination must be the root, {}", task.root);
  }
  if (destination == event.source) return "a node's own block is never sent";
  const std::uint64_t packets = packets_between(task, event.source, destination);
  return event.sequence < packets ? "" : fmt::format("the source has {} packets for that node", packets);
}

void UnicastPackets::begin_cycle(std::uint64_t cycle) {
  cycle_ = cycle;
  stamp_ = Place::stamp_of(cycle);
  if (cycle - stamps_since_ >= Place::kSpan) forget_stamps();
}

// Before a stamp could be taken for that of another cycle. No packet has been seen in this cycle
// yet, so none came in it.
void UnicastPackets::forget_stamps() {
  constexpr std::uint64_t kBlock = LinkShare::kBlock;
  const std::uint64_t packets = ledger_->places.size();
  for (std::uint64_t first = share_.judge * kBlock; first < packets; first += share_.judges * kBlock) {
    const std::uint64_t end = std::min(first + kBlock, packets);
    for (std::uint64_t packet = first; packet < end; ++packet) places_[packet].forget_stamp();
  }
  stamps_since_ = cycle_;
}

std::string UnicastPackets::packet_fault(const LinkEvent& event) const {
  const Place& place = places_[number(event)];
  if (place.node() != event.node) return fmt::format("the packet is not here: it is at node {}", place.node());
  if (place.stamp() == stamp_) return "sent in the cycle in which it arrived";
  if (event.node == static_cast<std::uint32_t>(event.destination)) return "leaves its destination";
  return "returns to its source";
}

void MulticastPackets::begin_cycle(std::uint64_t) {
  for (const std::uint64_t index : arrivals_) ledger_->holds.set(index, Holding::kHolds);
  arrivals_.clear();
}

bool MulticastPackets::move(const LinkEvent& event, std::uint32_t receiver) {
  PossessionTable& holds = ledger_->holds;
  const std::uint64_t row = number(event) * ledger_->nodes;
  if (event.node != event.source && holds[row + event.node] != Holding::kHolds) return false;
  if (receiver == event.source || holds[row + receiver] != Holding::kLacks) return false;
  holds.set(row + receiver, Holding::kArriving);
  arrivals_.push_back(row + receiver);
  deliveries_ += receiver < ledger_->ends ? 1 : 0;
  return true;
}

std::string MulticastPackets::packet_fault(const LinkEvent& event) const {
  const std::uint64_t row = number(event) * ledger_->nodes;
  const Holding here = ledger_->holds[row + event.node];
  if (event.node != event.source && here != Holding::kHolds) {
    return here == Holding::kArriving ? "sent in the cycle in which it arrived" : "the node does not hold the packet";
  }
  const std::uint32_t receiver = ledger_->edges.receiver(event.node, event.port);
  if (receiver == event.source) return "returns to its source";
  return fmt::format("node {} receives it a second time", receiver);
}

std::string CombinedFields::field_fault(const LinkEvent& event) const {
  return combined_field_fault(*ledger_, event);
}

LinkJudge::LinkJudge(LinkLedger& ledger, unsigned number, unsigned judges)
    : ledger_(ledger), share_{number, judges}, packets_(packets_of(ledger, share_)) {
}

std::uint64_t LinkJudge::deliveries() const {
  return std::visit([](const auto& packets) -> std::uint64_t { return packets.deliveries(); }, packets_);
}

void LinkJudge::observe(std::span<const LinkEvent> events) {
  std::visit([&](auto& packets) { observe(packets, events); }, packets_);
}

template <class Packets>
void LinkJudge::observe(Packets& packets, std::span<const LinkEvent> events) {
  const bool alone = share_.judges == 1 && ledger_.part.is_whole() && ledger_.task.ports == PortModel::kAll;
  event_ = 0;
  while (event_ < events.size()) {
    const LinkEvent& first = events[event_];
    if ((first.cycle != cycle_ || first.cycle == 0) && !begin_cycle(packets, first)) return;
    const Step step = alone ? judge_cycle<true>(packets, events) : judge_cycle<false>(packets, events);
    if (step == Step::kRight) continue;
    const LinkEvent& wrong = events[event_];
    if (step == Step::kFields) {
      const std::string of_link = link_field_fault(wrong);
      fail(Kind::kFields, wrong, of_link.empty() ? packets.field_fault(wrong) : of_link);
    } else if (step == Step::kLink) {
      if (!fault_)
        fail(Kind::kLink, wrong,
             ledger_.task.packet_cycles == nullptr ? "the link carries another packet in this cycle"
                                                   : "the link still carries another packet");
    } else {
      fail(Kind::kPacket, wrong, packets.packet_fault(wrong));
    }
    return;
  }
}

template <class Packets>
bool LinkJudge::begin_cycle(Packets& packets, const LinkEvent& event) {
  if (cycle_ == 0 && event.cycle != 1 && ledger_.part.is_whole()) {
    return fail(Kind::kFields, event, "the first event must be in cycle 1");
  }
  if (event.cycle < cycle_) {
    return fail(Kind::kFields, event, fmt::format("comes after an event of cycle {}", cycle_));
  }
  if (event.cycle >> kCycleBits != 0) return fail(Kind::kFields, event, "the cycle must be below 2^48");
  cycle_ = event.cycle;
  packets.begin_cycle(cycle_);
  return true;
}

// The events of the present cycle. Alone: all packets and links are this judge's, and ports know no
// limit.
//
// Tables and constants are local, and so is the policy where it is small: every hop writes to
// tables, and a compiler must take it that the members of an object may have been among them.
template <bool Alone, class Packets>
LinkJudge::Step LinkJudge::judge_cycle(Packets& policy, std::span<const LinkEvent> events) {
  constexpr bool kIsSmall = std::is_trivially_copyable_v<Packets>;
  std::conditional_t<kIsSmall, Packets, Packets&> packets = policy;
  const std::uint32_t* const receivers = ledger_.edges.receivers();
  std::uint64_t* const used = ledger_.link_used.data();
  const LinkValues* const apart = ledger_.task.packet_cycles;
  const auto nodes = static_cast<std::uint32_t>(ledger_.nodes);
  const std::uint32_t ports = ledger_.edges.ports();
  const bool any_ports = ledger_.task.ports == PortModel::kAll;
  const JudgedPart& part = ledger_.part;
  const LinkShare share = share_;
  const std::uint64_t cycle = cycle_;
  const std::size_t ahead = events.size() > kLookahead ? events.size() - kLookahead : 0;
  Step step = Step::kRight;
  std::size_t at = event_;
  for (; at < events.size(); ++at) {
    const LinkEvent& event = events[at];
    if (event.cycle != cycle) break;
    if (at < ahead) {
      const LinkEvent& later = events[at + kLookahead];
      if (Alone || (part.packets && share.has(packets.number(later)))) packets.prefetch(later);
    }
    const bool is_link = event.node < nodes && event.port < ports;
    const bool is_my_packet =
        Alone || (part.packets && share.has(packets.number(event)) && is_here(part.nodes, event.node));
    if (!is_link) {
      step = is_my_packet ? Step::kFields : Step::kRight;
      if (is_my_packet) break;
      continue;
    }
    const std::uint64_t link = std::uint64_t{event.node} * ports + event.port;
    const std::uint32_t receiver = receivers[link];
    if (is_my_packet && (receiver == event.node || !packets.has_right_fields(event))) {
      step = Step::kFields;
      break;
    }
    // One judge looks at the ports of all nodes, for a hop takes both ends of a link.
    if (Alone || (part.links && share.has(any_ports ? event.node : 0))) {
      if (Alone || is_here(part.nodes, event.node)) {
        std::uint64_t& last = used[Alone ? link : place_of(part.nodes, event.node) * ports + event.port];
        if (last == cycle || (apart != nullptr && last != 0 && cycle - last < apart->of(event.node, event.port))) {
          step = Step::kLink;
          break;
        }
        last = cycle;
      }
      if (!Alone && !any_ports) {
        event_ = at;
        if (!judge_ports(event)) {
          step = Step::kLink;
          break;
        }
      }
    }
    if (is_my_packet && !packets.move(event, receiver)) {
      step = Step::kPacket;
      break;
    }
  }
  event_ = at;
  if constexpr (kIsSmall) policy = packets;
  return step;
}

[[gnu::noinline, gnu::cold]] bool LinkJudge::fail(Kind kind, const LinkEvent& event, std::string_view what) {
  std::string packet = fmt::format("packet {} of source {}", event.sequence, event.source);
  if (event.destination != kAllNodes) packet += fmt::format(" for node {}", event.destination);
  fault_ = {event_, kind,
            fmt::format("cycle {}, node {}, port {}, {}: {}", event.cycle, event.node, event.port, packet, what)};
  return false;
}

std::string LinkJudge::link_field_fault(const LinkEvent& event) const {
  const unsigned ports = ledger_.edges.ports();
  if (event.node >= ledger_.nodes) return fmt::format("the node must be 0..{}", ledger_.nodes - 1);
  if (event.port >= ports) return fmt::format("the port must be 0..{}", ports - 1);
  return ledger_.edges.has_link(event.node, event.port) ? "" : "there is nothing behind the port";
}

// For nodes that are not all-port: puts a hop that is right on record.
[[gnu::noinline]] bool LinkJudge::judge_ports(const LinkEvent& event) {
  const NodeShare* const mine = ledger_.part.nodes;
  const std::uint32_t receiver = ledger_.edges.receiver(event.node, event.port);
  const bool sends_here = is_here(mine, event.node);
  const bool comes_here = is_here(mine, receiver);
  const std::uint64_t from = place_of(mine, event.node);
  const std::uint64_t to = place_of(mine, receiver);
  auto& sent = ledger_.sent;
  auto& received = ledger_.received;
  if (sends_here && sent[from] == cycle_) {
    return fail(Kind::kSender, event, "the node sends another packet in this cycle");
  }
  if (comes_here && received[to] == cycle_) {
    return fail(Kind::kReceiver, event, fmt::format("node {} receives another packet in this cycle", receiver));
  }
  if (sends_here) sent[from] = cycle_;
  if (comes_here) received[to] = cycle_;
  if (ledger_.task.ports == PortModel::kOne) return true;

  if (sends_here && received[from] == cycle_) {
    return fail(Kind::kHalfSender, event, "the half-duplex node also receives in this cycle");
  }
  if (comes_here && sent[to] == cycle_) {
    return fail(Kind::kHalfReceiver, event, fmt::format("half-duplex node {} also sends in this cycle", receiver));
  }
  return true;
}

}  // namespace testbench
