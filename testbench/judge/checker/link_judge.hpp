// SPDX-License-Identifier: Apache-2.0
// One of the judges of a run's link events. Each judges a share of the packets and a share of the
// links, side by side with the others: all see all events, and none writes what another reads.
//
// LinkJudge walks over the events: fields, links and ports are judged alike for all packets. The
// rest is the policy's, which knows the record of one kind of packet:
//
//     has_right_fields(event)      a quick answer; field_fault(event) has the words
//     number(event)                of the packet in the part, for shares; anything where fields are wrong
//     prefetch(event)              the record of a packet that is judged soon
//     begin_cycle(cycle)           events of another cycle follow
//     move(event, receiver)        judges the hop and puts it on record; false where it is wrong, and then
//     packet_fault(event)          has the words
//     serialize(archive)           what is not in the ledger
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "testbench/judge/checker/link_ledger.hpp"

namespace testbench {

// The first fault of a judge. The run's is the first of all judges in the order of events, and of
// the kinds within one event.
struct LinkFault {
  // In the order in which they are judged.
  enum class Kind { kFields, kLink, kSender, kReceiver, kHalfSender, kHalfReceiver, kPacket };

  std::size_t event;  // by place among those that were given last
  Kind kind;
  std::string text;

  bool comes_before(const LinkFault& other) const {
    return event < other.event || (event == other.event && kind < other.kind);
  }
};

// The part of packets and nodes that is one judge's. They are dealt out in blocks, so that no two
// judges write to one cache line for long.
struct LinkShare {
  static constexpr std::uint64_t kBlock = 64;

  unsigned judge;
  unsigned judges;

  bool has(std::uint64_t number) const { return judges == 1 || number / kBlock % judges == judge; }
};

// The values that the fields of packets that are not combined may have: ranges, so that one
// comparison judges each.
struct PacketFields {
  explicit PacketFields(const LinkLedger& ledger);

  bool are_right(const LinkEvent& event) const {
    const auto destination = static_cast<std::uint32_t>(event.destination);
    return event.sequence < sequences && event.source - first_source < sources &&
           destination - first_destination < destinations && destination != event.source;
  }

  std::uint32_t sequences;
  std::uint32_t first_source;
  std::uint32_t sources;
  std::uint32_t first_destination;  // kAllNodes of multicast
  std::uint32_t destinations;
};

// The words for fields that are wrong; empty where they are right.
std::string packet_field_fault(const LinkLedger& ledger, const LinkEvent& event);

// A packet is at one place at a time.
class UnicastPackets {
 public:
  UnicastPackets(LinkLedger& ledger, LinkShare share)
      : ledger_(&ledger),
        places_(ledger.places.data()),
        first_(ledger.part.first_packet),
        counts_(ledger.task.counts),
        fields_(ledger),
        share_(share) {
    source_step_ = ledger.source_stride * ledger.task.packets;
    destination_step_ = ledger.destination_stride * ledger.task.packets;
  }

  bool has_right_fields(const LinkEvent& event) const {
    return fields_.are_right(event) &&
           (counts_ == nullptr ||
            event.sequence < counts_->between(event.source, static_cast<std::uint32_t>(event.destination)));
  }
  std::string field_fault(const LinkEvent& event) const { return packet_field_fault(*ledger_, event); }

  std::uint64_t number(const LinkEvent& event) const {
    return event.source * source_step_ + static_cast<std::uint32_t>(event.destination) * destination_step_ +
           event.sequence - first_;
  }
  // The fields are not judged yet. A hint about any address does no harm.
  void prefetch(const LinkEvent& event) const {
    const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(places_) + number(event) * sizeof(Place);
    __builtin_prefetch(reinterpret_cast<const void*>(place), 1);  // NOLINT(performance-no-int-to-ptr)
  }
  void begin_cycle(std::uint64_t cycle);

  bool move(const LinkEvent& event, std::uint32_t receiver) {
    const auto destination = static_cast<std::uint32_t>(event.destination);
    Place& place = places_[number(event)];
    if (place.node() != event.node || place.stamp() == stamp_) return false;
    if (event.node == destination || receiver == event.source) return false;
    place = Place(stamp_, receiver);
    deliveries_ += receiver == destination ? 1 : 0;
    return true;
  }
  std::string packet_fault(const LinkEvent& event) const;
  void serialize(Archive& archive) { archive.values(cycle_, stamps_since_, deliveries_, stamp_); }

  std::uint64_t deliveries() const { return deliveries_; }

 private:
  void forget_stamps();

  LinkLedger* ledger_;
  Place* places_;
  std::uint64_t first_;  // packet of the part
  const PacketCounts* counts_;
  std::uint64_t source_step_;
  std::uint64_t destination_step_;
  PacketFields fields_;
  LinkShare share_;
  std::uint64_t cycle_ = 0;
  std::uint64_t stamps_since_ = 0;  // no packet of the share has a stamp of an earlier cycle
  std::uint64_t deliveries_ = 0;
  Place::Stamp stamp_ = 0;  // of cycle_
};

// No node receives a packet twice.
class MulticastPackets {
 public:
  MulticastPackets(LinkLedger& ledger, LinkShare)
      : ledger_(&ledger), first_(ledger.part.first_packet), fields_(ledger) {
    arrivals_.reserve(ledger.edges.links());
  }

  bool has_right_fields(const LinkEvent& event) const { return fields_.are_right(event); }
  std::string field_fault(const LinkEvent& event) const { return packet_field_fault(*ledger_, event); }
  std::uint64_t number(const LinkEvent& event) const { return ledger_->packet_of(event) - first_; }
  void prefetch(const LinkEvent& event) const {
    const std::uint64_t index = number(event) * ledger_->nodes + event.node;
    if (index < ledger_->holds.size()) ledger_->holds.prefetch(index);
  }
  void begin_cycle(std::uint64_t cycle);
  bool move(const LinkEvent& event, std::uint32_t receiver);
  std::string packet_fault(const LinkEvent& event) const;
  void serialize(Archive& archive) {
    archive.vector(arrivals_);
    archive.values(deliveries_);
  }
  std::uint64_t deliveries() const { return deliveries_; }

 private:
  LinkLedger* ledger_;
  std::uint64_t first_;  // packet of the part
  PacketFields fields_;
  std::vector<std::uint64_t> arrivals_;  // indices into the ledger's holds that arrived in this cycle
  std::uint64_t deliveries_ = 0;
};

// Packets that are combined on their way: fields alone. CombinedPackets (combined_packets.hpp)
// follows their values, once links and ports are judged.
class CombinedFields {
 public:
  CombinedFields(LinkLedger& ledger, LinkShare) : ledger_(&ledger) {}

  bool has_right_fields(const LinkEvent& event) const { return field_fault(event).empty(); }
  std::string field_fault(const LinkEvent& event) const;
  std::uint64_t number(const LinkEvent& event) const { return ledger_->packet_of(event); }
  static void prefetch(const LinkEvent&) {}
  static void begin_cycle(std::uint64_t) {}
  static bool move(const LinkEvent&, std::uint32_t) { return true; }
  static std::string packet_fault(const LinkEvent&) { return ""; }
  static void serialize(Archive&) {}
  static std::uint64_t deliveries() { return 0; }

 private:
  LinkLedger* ledger_;
};

class alignas(64) LinkJudge {
 public:
  // Judge `number` of so many. The ledger must outlive it.
  LinkJudge(LinkLedger& ledger, unsigned number, unsigned judges);

  // Judges its share of the next events, up to its first fault.
  void observe(std::span<const LinkEvent> events);

  const std::optional<LinkFault>& fault() const { return fault_; }
  // Deliveries of its packets.
  std::uint64_t deliveries() const;
  // The cycle of the last event that it has seen.
  std::uint64_t cycle() const { return cycle_; }

  // Without a fault, and beside the ledger.
  void serialize(Archive& archive) {
    archive.values(cycle_);
    std::visit([&](auto& packets) { packets.serialize(archive); }, packets_);
  }

 private:
  static constexpr std::size_t kLookahead = 24;  // events between the hint and the access

  using Kind = LinkFault::Kind;
  enum class Step { kRight, kFields, kLink, kPacket };

  template <class Packets>
  void observe(Packets& packets, std::span<const LinkEvent> events);
  template <class Packets>
  bool begin_cycle(Packets& packets, const LinkEvent& event);
  template <bool Alone, class Packets>
  Step judge_cycle(Packets& packets, std::span<const LinkEvent> events);
  bool judge_ports(const LinkEvent& event);
  std::string link_field_fault(const LinkEvent& event) const;
  bool fail(Kind kind, const LinkEvent& event, std::string_view what);

  LinkLedger& ledger_;
  LinkShare share_;
  std::variant<UnicastPackets, MulticastPackets, CombinedFields> packets_;
  std::uint64_t cycle_ = 0;
  std::size_t event_ = 0;  // of those given
  std::optional<LinkFault> fault_;
};

}  // namespace testbench
