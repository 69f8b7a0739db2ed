// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/relative_checker.hpp"

#include <fmt/format.h>

#include <utility>

namespace testbench {
namespace {

bool has_blocks(const Task& task) {
  return meaning_of(task.collective).block_for_each || task.blocks;
}
std::uint64_t items_of(const Task& task) {
  return times(has_blocks(task) ? end_count(task) : 1, sequences(task));
}
// Packets of all sources that come to a memory, or results and copies of them.
std::uint64_t words_of(const Task& task) {
  const bool by_source = !is_combined(task) || task.blocks;
  return times(by_source ? end_count(task) : 1, sequences(task));
}
// Packets for all nodes go over links.
bool sends_to_all(const Task& task) {
  return is_combined(task) ? task.blocks : !is_unicast(task);
}
// Combined packets that a node sends.
std::uint64_t combined_packets(const Task& task) {
  if (!is_combined(task)) return 0;
  return has_blocks(task) ? items_of(task) : times(port_count(task), sequences(task));
}

}  // namespace

RelativeChecker::RelativeChecker(const Task& task, NodeGroup group, std::vector<std::uint32_t> neighbours,
                                 OnArrival on_arrival)
    : task_(task),
      group_(std::move(group)),
      neighbours_(std::move(neighbours)),
      nodes_(end_count(task)),
      sequences_(sequences(task)),
      combined_(is_combined(task)),
      blocks_(has_blocks(task)),
      unicast_(!combined_ && is_unicast(task)),
      due_(expected_deliveries(task) / nodes_),
      on_arrival_(combined_ ? nullptr : std::move(on_arrival)),
      arrived_(sends_to_all(task) ? words_of(task) : 0),
      left_(on_arrival_ ? items_of(task) : 0),
      places_(unicast_ ? items_of(task) : 0),
      sent_(combined_packets(task)),
      here_(combined_ ? 0 : words_of(task)),
      words_(combined_ ? words_of(task) : 0, kNothing),
      last_sent_(neighbours_.size()),
      expressions_(items_of(task)) {
}

std::uint64_t RelativeChecker::memory_bytes(const Task& task, bool latency) {
  const bool combined = is_combined(task);
  std::uint64_t bytes = sends_to_all(task) ? times(words_of(task), sizeof(std::uint32_t)) : 0;
  if (!combined) bytes += times(items_of(task), latency ? sizeof(std::uint32_t) : 0) + words_of(task) / 8;
  if (!combined && is_unicast(task)) bytes += times(items_of(task), sizeof(Place));
  if (!combined) return bytes;
  // A node combines a packet with at most one other over every port.
  const std::uint64_t combinations = times(times(items_of(task), 2), sizeof(Expressions::Combination));
  return bytes + combined_packets(task) / 8 + times(words_of(task), sizeof(std::uint64_t)) + combinations;
}

void RelativeChecker::serialize(Archive& archive) {
  archive.vector(arrived_);
  archive.vector(left_);
  archive.vector(places_);
  archive.bits(sent_);
  archive.bits(here_);
  archive.vector(words_);
  archive.vector(last_sent_);
  expressions_.serialize(archive);
  archive.values(delivered_, transmissions_, cycle_, node_sent_);
}

void RelativeChecker::deliver(std::uint32_t source, std::uint32_t sequence, std::uint64_t word) {
  ++delivered_;
  const auto where = [&] { return fmt::format("packet {} of source {}", sequence, source); };
  if (source >= nodes_ || sequence >= sequences_) return fail(where() + ": comes to a memory that has no place for it");
  if (combined_) {
    const std::uint64_t index = task_.blocks ? source * sequences_ + sequence : sequence;
    if (words_[index] != kNothing) return fail(fmt::format("result {}: comes to the memory twice", index));
    words_[index] = word;
    return;
  }
  const std::uint32_t to = group_.relative(0, source);
  if (source == 0 || sequence >= packets_between(task_, 0, to)) {
    return fail(where() + ": comes to a memory that has no place for it");
  }
  std::vector<bool>::reference here = here_[source * sequences_ + sequence];
  if (here) return fail(where() + ": comes to the memory twice");
  here = true;
  if (SymbolicPayload::of_word(word) != SymbolicPayload{item(to, sequence), source}) {
    fail(where() + ": comes with another payload");
  }
}

void RelativeChecker::observe(std::span<const LinkEvent> events) {
  for (const LinkEvent& event : events) {
    if (fault_) return;
    if (std::string found = fault_of(event); !found.empty()) {
      std::string packet = fmt::format("packet {} of source {}", event.sequence, event.source);
      if (event.destination != kAllNodes) packet += fmt::format(" for node {}", event.destination);
      return fail(
          fmt::format("cycle {}, node {}, port {}, {}: {}", event.cycle, event.node, event.port, packet, found));
    }
    ++transmissions_;
  }
}

std::string RelativeChecker::fault_of(const LinkEvent& event) {
  if (std::string found = link_fault(event); !found.empty()) return found;
  if (event.source >= nodes_) return fmt::format("the source must be 0..{}", nodes_ - 1);
  if (event.sequence >= sequences_) return fmt::format("the packet must be 0..{}", sequences_ - 1);
  if (event.destination != kAllNodes && static_cast<std::uint32_t>(event.destination) >= nodes_) {
    return fmt::format("the destination must be 0..{}", nodes_ - 1);
  }
  if (combined_ && !is_copy_of_result(event)) return combined_fault(event);
  return unicast_ ? unicast_fault(event) : multicast_fault(event);
}

std::string RelativeChecker::link_fault(const LinkEvent& event) {
  if (event.node != 0) return "the node must be 0, which stands for all";
  if (event.port >= neighbours_.size()) return fmt::format("the port must be 0..{}", neighbours_.size() - 1);
  if (neighbours_[event.port] == 0) return "there is nothing behind the port";
  if (event.cycle < cycle_ || event.cycle == 0) return fmt::format("comes after an event of cycle {}", cycle_);
  cycle_ = event.cycle;
  if (last_sent_[event.port] == cycle_) return "the link carries another packet in this cycle";
  last_sent_[event.port] = cycle_;
  if (task_.ports == PortModel::kAll) return "";
  // A neighbour sends to this node whenever this node sends.
  if (task_.ports == PortModel::kHalf) return "the half-duplex node also receives in this cycle";
  if (node_sent_ == cycle_) return "the node sends another packet in this cycle";
  node_sent_ = cycle_;
  return "";
}

bool RelativeChecker::is_copy_of_result(const LinkEvent& event) const {
  return task_.blocks && event.destination == kAllNodes;
}

std::string RelativeChecker::multicast_fault(const LinkEvent& event) {
  if (event.destination != kAllNodes) return "the destination must be -1: all nodes";
  const auto index = [&](std::uint32_t source) { return source * sequences_ + event.sequence; };
  const auto cycle = static_cast<std::uint32_t>(event.cycle);
  if (event.source != 0) {
    const std::uint32_t arrived = arrived_[index(event.source)];
    if (arrived == 0) return "the node does not hold the packet";
    if (arrived == cycle) return "sent in the cycle in which it arrived";
  } else if (on_arrival_ && left_[event.sequence] == 0) {
    left_[event.sequence] = cycle;
  }
  // To the neighbour the packet is one of this source.
  const std::uint32_t source = group_.relative(event.source, neighbours_[event.port]);
  if (source == 0) return "returns to its source";
  std::uint32_t& arrived = arrived_[index(source)];
  if (arrived != 0) return fmt::format("node {} receives it a second time", neighbours_[event.port]);
  arrived = cycle;
  if (on_arrival_) on_arrival_(event.cycle + task_.latency - left_[event.sequence] + 1);
  return "";
}

std::string RelativeChecker::unicast_fault(const LinkEvent& event) {
  if (event.destination == kAllNodes) return "the destination must be a node";
  const std::uint32_t here = group_.relative(0, event.source);
  // relative(x, source) is absolute(x, here): a product with the inverse of the source.
  const std::uint32_t to = group_.absolute(static_cast<std::uint32_t>(event.destination), here);
  if (to == 0) return "a node's own block is never sent";
  if (event.sequence >= packets_between(task_, 0, to)) return "the source has fewer packets for that node";
  const std::uint64_t index = item(to, event.sequence);
  Place& place = places_[index];
  if (place.node != here) return fmt::format("the packet is not here: its source sees it at {}", place.node);
  if (here == to) return "leaves its destination";
  const auto cycle = static_cast<std::uint32_t>(event.cycle);
  if (place.cycle == cycle) return "sent in the cycle in which it arrived";
  if (here == 0 && on_arrival_) left_[index] = cycle;
  const std::uint32_t there = group_.absolute(neighbours_[event.port], here);
  if (there == 0) return "returns to its source";
  place = {there, cycle};
  if (there == to && on_arrival_) on_arrival_(event.cycle + task_.latency - left_[index] + 1);
  return "";
}

std::string RelativeChecker::combined_fault(const LinkEvent& event) {
  if (event.source != 0) return "the source must be the node itself";
  if (blocks_ == (event.destination == kAllNodes)) {
    return blocks_ ? "the destination must be a node" : "the destination must be -1: all nodes";
  }
  if (event.destination == 0) return "leaves its destination";
  const std::uint64_t packet = blocks_ ? item(static_cast<std::uint32_t>(event.destination), event.sequence)
                                       : event.port * sequences_ + event.sequence;
  if (sent_[packet]) return "the node sends it a second time";
  sent_[packet] = true;
  return "";
}

// Follows a result of node 0 to its contributions.
std::string RelativeChecker::result_fault(std::uint32_t sequence) {
  std::vector<bool> contributed(nodes_);
  std::uint64_t count = 0;
  std::vector<SymbolicPayload> open{SymbolicPayload::of_word(words_[sequence])};
  while (!open.empty()) {
    const SymbolicPayload next = open.back();
    open.pop_back();
    if (next.origin >= nodes_ || !expressions_.is_known(next.value)) return "holds what no node has sent";
    if (!expressions_.is_contribution(next.value)) {
      for (SymbolicPayload part : {expressions_[next.value].left, expressions_[next.value].right}) {
        if (part.origin >= nodes_) return "holds what no node has sent";
        part.origin = group_.absolute(part.origin, next.origin);
        open.push_back(part);
      }
      continue;
    }
    const auto block = static_cast<std::uint32_t>(blocks_ ? next.value / sequences_ : 0);
    const bool is_of_item =
        next.value % sequences_ == sequence && (!blocks_ || group_.absolute(block, next.origin) == 0);
    if (!is_of_item) return fmt::format("holds a packet of node {} for another result", next.origin);
    if (contributed[next.origin]) return fmt::format("holds the packet of node {} twice", next.origin);
    contributed[next.origin] = true;
    ++count;
  }
  return count == nodes_ ? "" : fmt::format("holds the packets of {} of {} nodes", count, nodes_);
}

std::optional<std::string> RelativeChecker::memory_fault() {
  if (!combined_) {
    std::uint64_t missing = due_;
    for (const bool here : here_) missing -= here ? 1 : 0;
    if (missing == 0) return std::nullopt;
    for (std::uint32_t source = 1; source < nodes_; ++source) {
      const std::uint64_t packets = packets_between(task_, 0, group_.relative(0, source));
      for (std::uint64_t sequence = 0; sequence < packets; ++sequence) {
        if (here_[source * sequences_ + sequence]) continue;
        return fmt::format("{} packets are missing at every node, the first: packet {} of the node seen as {}", missing,
                           sequence, source);
      }
    }
  }
  for (std::uint32_t sequence = 0; combined_ && sequence < sequences_; ++sequence) {
    if (words_[sequence] == kNothing) return fmt::format("result {} is missing at every node", sequence);
    if (const std::string found = result_fault(sequence); !found.empty()) {
      return fmt::format("result {} {}", sequence, found);
    }
  }
  for (std::uint64_t index = sequences_; index < words_.size(); ++index) {
    const auto source = static_cast<std::uint32_t>(index / sequences_);
    if (words_[index] == kNothing) {
      return fmt::format("the copy of result {} of the node seen as {} is missing", index % sequences_, source);
    }
    SymbolicPayload result = SymbolicPayload::of_word(words_[index % sequences_]);
    result.origin = group_.absolute(result.origin, source);
    if (SymbolicPayload::of_word(words_[index]) != result) {
      return fmt::format("the copy of result {} of the node seen as {} is another", index % sequences_, source);
    }
  }
  return std::nullopt;
}

std::optional<std::string> RelativeChecker::finish() {
  if (!fault_) fault_ = memory_fault();
  return fault_;
}

}  // namespace testbench
