// SPDX-License-Identifier: Apache-2.0
// Test only: event lists that are right by construction, from first principles and without any
// router. All packets follow e-cube paths (highest differing bit first).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/judge/checker/link_event.hpp"
#include "testbench/judge/checker/task.hpp"

namespace testbench {

inline unsigned highest_bit(std::uint32_t address) {
  unsigned bit = 0;
  while (address >> (bit + 1) != 0) ++bit;
  return bit;
}

// The hops of one packet, in an order that respects causality; cycle is left 0.
inline void append_hops(const Task& task, std::uint32_t source, std::int32_t destination, std::uint32_t sequence,
                        std::vector<LinkEvent>& events) {
  if (destination != kAllNodes) {
    const auto to = static_cast<std::uint32_t>(destination);
    for (std::uint32_t at = source; at != to;) {
      const unsigned port = highest_bit(at ^ to);
      events.push_back({0, at, port, source, destination, 0, sequence});
      at ^= std::uint32_t{1} << port;
    }
    return;
  }
  for (std::uint32_t relative = 1; relative < end_count(task); ++relative) {
    const unsigned port = highest_bit(relative);
    const std::uint32_t parent = source ^ relative ^ (std::uint32_t{1} << port);
    events.push_back({0, parent, port, source, destination, 0, sequence});
  }
}

// One hop per cycle in the whole cube: right under every port model.
inline std::vector<LinkEvent> sequential_schedule(const Task& task) {
  std::vector<LinkEvent> events;
  const auto nodes = static_cast<std::uint32_t>(end_count(task));
  for (std::uint32_t source = 0; source < nodes; ++source) {
    if (!is_sender(task, source)) continue;
    for (std::uint32_t sequence = 0; sequence < task.packets; ++sequence) {
      if (!is_unicast(task)) {
        append_hops(task, source, kAllNodes, sequence, events);
        continue;
      }
      for (std::uint32_t to = 0; to < nodes; ++to) {
        if (to == source || !is_receiver(task, to)) continue;
        append_hops(task, source, static_cast<std::int32_t>(to), sequence, events);
      }
    }
  }
  for (std::size_t i = 0; i < events.size(); ++i) events[i].cycle = i + 1;
  return events;
}

// The same hops, each in the earliest cycle that causality, its link and the port model leave free;
// the events of a cycle in random order. Dense, so that a wrong move soon collides.
inline std::vector<LinkEvent> dense_schedule(const Task& task, std::uint64_t seed) {
  using Packet = std::tuple<std::uint32_t, std::int32_t, std::uint32_t>;
  std::map<std::pair<Packet, std::uint32_t>, std::uint64_t> arrival;
  std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> links;
  std::set<std::pair<std::uint64_t, std::uint32_t>> senders;
  std::set<std::pair<std::uint64_t, std::uint32_t>> receivers;
  auto busy = [&](std::uint64_t cycle, const LinkEvent& hop, std::uint32_t receiver) {
    if (links.contains({cycle, hop.node, hop.port})) return true;
    if (task.ports == PortModel::kAll) return false;
    if (senders.contains({cycle, hop.node}) || receivers.contains({cycle, receiver})) return true;
    if (task.ports == PortModel::kOne) return false;
    return receivers.contains({cycle, hop.node}) || senders.contains({cycle, receiver});
  };

  std::vector<LinkEvent> events = sequential_schedule(task);
  for (LinkEvent& hop : events) {
    const Packet packet{hop.source, hop.destination, hop.sequence};
    const std::uint32_t receiver = hop.node ^ (std::uint32_t{1} << hop.port);
    hop.cycle = hop.node == hop.source ? 1 : arrival.at({packet, hop.node}) + 1;
    while (busy(hop.cycle, hop, receiver)) ++hop.cycle;
    arrival[{packet, receiver}] = hop.cycle;
    links.insert({hop.cycle, hop.node, hop.port});
    senders.insert({hop.cycle, hop.node});
    receivers.insert({hop.cycle, receiver});
  }
  std::shuffle(events.begin(), events.end(), std::mt19937_64(seed));
  std::ranges::sort(events, {}, &LinkEvent::cycle);
  return events;
}

// All collectives that move packets under all port models on cubes of dimension 1 to `largest`,
// with M of 1 and 3 and an odd root.
inline std::vector<Task> small_tasks(unsigned largest) {
  std::vector<Task> tasks;
  for (const Collective collective : kMovingCollectives) {
    for (const PortModel ports : kPortModels) {
      for (unsigned dim = 1; dim <= largest; ++dim) {
        for (const std::uint32_t packets : {1U, 3U}) tasks.push_back({collective, dim, ports, packets, 1});
      }
    }
  }
  return tasks;
}

inline std::string describe(const Task& task) {
  return std::string(name_of(task.collective)) + " d " + std::to_string(task.dim) + " ports " +
         std::string(name_of(task.ports)) + " M " + std::to_string(task.packets);
}

}  // namespace testbench
