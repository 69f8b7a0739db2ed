// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/verdict/divided_combining.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

namespace testbench {
namespace {

template <class T>
void append_vector(Bytes& bytes, const std::vector<T>& values) {
  append(bytes, values.size());
  append_all(bytes, std::span<const T>(values));
}

template <class T>
void take_vector(std::span<const std::byte>& bytes, std::vector<T>& values) {
  for (auto left = take<std::size_t>(bytes); left > 0; --left) values.push_back(take<T>(bytes));
}

}  // namespace

DividedCombining::DividedCombining(CombinedPackets& packets, const Task& task, Division& division)
    : packets_(packets), task_(task), division_(division), parcel_of_(division.ranks.count()) {
  const NodeShare& share = division.share;
  std::map<unsigned, std::size_t> links;  // by rank: those that cross to it, of which as many come from there
  for (const std::uint32_t node : share.nodes()) {
    for (unsigned port = 0; port < port_count(task); ++port) {
      const std::uint32_t neighbour = receiver_of(task, node, port);
      if (!share.has(neighbour)) ++links[share.rank_of(neighbour)];
    }
  }
  for (const auto& [rank, count] : links) {
    parcel_of_[rank] = static_cast<std::uint32_t>(parcels_.size());
    parcels_.push_back({rank, {}, Bytes(count * sizeof(ArrivingPacket)), 0});
  }
}

void DividedCombining::observe(std::span<const LinkEvent> events) {
  for (const std::uint64_t cycle : agree(events)) {
    packets_.routes().follow_plan([&](const LinkEvent& planned) { return planned.cycle < cycle; });
    const auto end = std::ranges::find_if(events, [&](const LinkEvent& event) { return event.cycle != cycle; });
    const std::span<const LinkEvent> of_cycle(events.begin(), end);
    packets_.observe(of_cycle, exchange(of_cycle));
    events = events.subspan(of_cycle.size());
  }
  packets_.routes().follow_plan([](const LinkEvent&) { return true; });
}

// Plans how new items travel, and returns the cycles with packets.
std::vector<std::uint64_t> DividedCombining::agree(std::span<const LinkEvent> events) {
  std::vector<std::uint64_t> cycles;
  std::vector<LinkEvent> first;  // of items that are new
  std::unordered_set<std::uint64_t> met;
  for (const LinkEvent& event : events) {
    if (cycles.empty() || cycles.back() != event.cycle) cycles.push_back(event.cycle);
    if (packets_.routes().is_first(event) && met.insert(packets_.routes().item_of(event)).second)
      first.push_back(event);
  }
  Bytes bytes;
  append_vector(bytes, cycles);
  append_vector(bytes, first);
  cycles.clear();
  first.clear();
  for (const Bytes& of_rank : division_.ranks.exchange(std::vector<Bytes>(division_.ranks.count(), bytes))) {
    std::span<const std::byte> left = of_rank;
    take_vector(left, cycles);
    take_vector(left, first);
  }
  std::ranges::sort(cycles);
  cycles.erase(std::ranges::unique(cycles).begin(), cycles.end());
  std::ranges::sort(first, is_before);
  packets_.routes().plan(std::move(first));
  return cycles;
}

// The packets of a cycle that come from other ranks, in order.
std::span<const ArrivingPacket> DividedCombining::exchange(std::span<const LinkEvent> of_cycle) {
  const NodeShare& share = division_.share;
  for (Parcel& parcel : parcels_) parcel.out.clear();
  for (const LinkEvent& event : of_cycle) {
    const std::uint32_t receiver = receiver_of(task_, event.node, event.port);
    if (share.has(receiver)) continue;
    append(parcels_[parcel_of_[share.rank_of(receiver)]].out, ArrivingPacket{event, packets_.value_of(event)});
  }
  division_.ranks.begin_exchange(parcels_);
  division_.ranks.finish_exchange(parcels_);
  arriving_.clear();
  for (const Parcel& parcel : parcels_) {
    std::span<const std::byte> left = std::span(parcel.in).first(parcel.came);
    while (!left.empty()) arriving_.push_back(take<ArrivingPacket>(left));
  }
  const auto event_of = [](const ArrivingPacket& packet) -> const LinkEvent& { return packet.event; };
  if (parcels_.size() > 1) std::ranges::sort(arriving_, is_before, event_of);
  return arriving_;
}

}  // namespace testbench
