// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/link_ledger.hpp"

#include <fmt/format.h>

namespace testbench {

std::uint64_t packet_numbers(const Task& task) {
  const Meaning meaning = meaning_of(task.collective);
  const std::uint64_t senders = meaning.only_root_sends ? 1 : end_count(task);
  const std::uint64_t blocks = meaning.block_for_each ? end_count(task) : 1;
  return times(times(senders, blocks), task.packets);
}

namespace {

std::uint64_t source_stride_of(const Task& task) {
  const Meaning meaning = meaning_of(task.collective);
  return meaning.only_root_sends ? 0 : meaning.block_for_each ? end_count(task) : 1;
}

// A number that saturates stays what it is.
std::uint64_t holdings_bytes(std::uint64_t count) {
  return count == ~std::uint64_t{0} ? count : PossessionTable::bytes_for(count);
}

}  // namespace

std::uint64_t LinkLedger::memory_bytes(const Task& task) {
  const std::uint64_t packets = packet_numbers(task);
  const std::uint64_t state = is_combined(task)  ? 0
                              : is_unicast(task) ? HugePages::bytes_for(times(packets, sizeof(Place)))
                                                 : holdings_bytes(times(packets, router_count(task)));
  const std::uint64_t links = router_count(task) * port_count(task);
  const std::uint64_t stamps = HugePages::bytes_for(links * sizeof(std::uint64_t)) +
                               (task.ports == PortModel::kAll ? 0 : 2 * router_count(task) * sizeof(std::uint64_t));
  return plus(state, stamps + links * sizeof(std::uint32_t));
}

LinkLedger::LinkLedger(const Task& of, const JudgedPart& of_run)
    : task(of),
      part(of_run),
      edges(edges_of(of)),
      combined(is_combined(of)),
      unicast(!combined && is_unicast(of)),
      ends(end_count(of)),
      nodes(router_count(of)),
      only_root_sends(meaning_of(of.collective).only_root_sends),
      only_root_receives(meaning_of(of.collective).only_root_receives),
      source_stride(source_stride_of(of)),
      destination_stride(meaning_of(of.collective).block_for_each ? 1 : 0) {
  if (part.links) link_used.assign(nodes_here(part.nodes, nodes) * edges.ports(), 0);
  if (part.links && task.ports != PortModel::kAll) {
    sent.assign(nodes_here(part.nodes, nodes), 0);
    received.assign(nodes_here(part.nodes, nodes), 0);
  }
  if (combined || !part.packets) return;
  const std::uint64_t end_packet = std::min(part.end_packet, packet_numbers(task));
  const std::uint64_t packets = end_packet - part.first_packet;
  if (!unicast) {
    holds.reset(packets * nodes);
    return;
  }
  places.reserve(packets);
  for (std::uint64_t packet = part.first_packet; packet < end_packet;) {
    const std::uint64_t block = packet / task.packets;
    const std::uint64_t end = std::min((block + 1) * task.packets, end_packet);
    const std::uint64_t source = source_stride == 0 ? task.root : block / source_stride;
    places.insert(places.end(), end - packet, Place(source));
    packet = end;
  }
}

std::vector<std::string> LinkLedger::missing_words() const {
  std::vector<std::string> words;
  const std::uint64_t numbers = unicast ? places.size() : holds.size();
  for (std::uint64_t i = 0; i < numbers && words.size() < kMostNamed; ++i) {
    if (!unicast) {
      const std::uint64_t node = i % nodes;
      const std::uint64_t packet = part.first_packet + i / nodes;
      const std::uint64_t source = source_stride == 0 ? task.root : packet / task.packets;
      if (node >= ends || holds[i] != Holding::kLacks || node == source) continue;
      words.push_back(fmt::format("node {} lacks packet {} of source {}", node, packet % task.packets, source));
    } else {
      const std::uint64_t packet = part.first_packet + i;
      const std::uint64_t block = packet / task.packets;
      const std::uint64_t source = source_stride == 0 ? task.root : block / source_stride;
      const std::uint64_t node = destination_stride == 0 ? task.root : block % ends;
      const std::uint64_t at = places[i].node();
      if (at == node || packet % task.packets >= packets_between(task, source, node)) continue;
      words.push_back(fmt::format("node {} lacks packet {} of source {}, which is at node {}", node,
                                  packet % task.packets, source, at));
    }
  }
  return words;
}

std::string LinkLedger::missing_fault(const Task& task, std::uint64_t missing, std::span<const std::string> words) {
  std::string names;
  for (const std::string& one : words) names += "; " + one;
  return fmt::format("{} of {} deliveries missing{}{}", missing, expected_deliveries(task), names,
                     missing > words.size() ? "; ..." : "");
}

}  // namespace testbench
