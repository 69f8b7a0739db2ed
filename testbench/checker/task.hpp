// A task: which collective moves how many packets on which network, under which port model. The unit of everything that
// judges a run; it knows no algorithm, and says for itself what a collective is.
//
//     Task task{Collective::kAlltoall, 5, Ports::kAll, 1, 0};  // on the 5-cube
//     Task task{Collective::kAlltoall, 0, Ports::kAll, 1, 0, &edges};
//     if (auto fault = find_fault(task)) return usage_error(*fault);
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/checker/edge_table.hpp"
#include "testbench/checker/packet_counts.hpp"
#include "testbench/checker/saturating.hpp"

namespace testbench {

enum class Collective { kBroadcast, kScatter, kGather, kAllgather, kAlltoall };
inline constexpr Collective kCollectives[] = {Collective::kBroadcast, Collective::kScatter, Collective::kGather,
                                              Collective::kAllgather, Collective::kAlltoall};

// What a node may do in a cycle: everything; one send and one receive; one of the two.
enum class Ports { kAll, kOne, kHalf };
inline constexpr Ports kPortModels[] = {Ports::kAll, Ports::kOne, Ports::kHalf};

inline constexpr unsigned kMaxDim = 16;

// packets is M: in all (broadcast), per node (scatter, gather, allgather), per ordered pair (alltoall). root is used by
// broadcast, scatter and gather; the others ignore it, but it must be a node. An alltoall may have counts instead, and M is
// then their most.
struct Task {
  Collective collective = Collective::kBroadcast;
  unsigned dim = 1;  // of the cube
  Ports ports = Ports::kAll;
  std::uint32_t packets = 1;
  std::uint32_t root = 0;
  const EdgeTable* network = nullptr;  // another than a cube; must outlive all that judges the task
  // Of an alltoall on such a network, whose pairs have not all M packets; outlives the task likewise.
  const PacketCounts* counts = nullptr;

  constexpr bool is_on_cube() const { return network == nullptr; }
};

constexpr std::uint64_t node_count(const Task& task) {
  return task.is_on_cube() ? std::uint64_t{1} << task.dim : task.network->nodes();
}
constexpr unsigned port_count(const Task& task) {
  return task.is_on_cube() ? task.dim : task.network->ports();
}

// Who sends, who receives, and whether a packet has one destination. In the words of the collectives' definitions:
struct Meaning {
  const char* name;
  bool only_root_sends;
  bool only_root_receives;
  bool block_for_each;  // a sender has a block of packets for every node, its own included
};

constexpr Meaning meaning_of(Collective collective) {
  switch (collective) {
    case Collective::kBroadcast:  // the root's M packets come to everybody
      return {"broadcast", true, false, false};
    case Collective::kScatter:  // the root deals out a block of M packets to each
      return {"scatter", true, false, true};
    case Collective::kGather:  // everybody's M packets come to the root
      return {"gather", false, true, false};
    case Collective::kAllgather:  // everybody's M packets come to everybody
      return {"allgather", false, false, false};
    case Collective::kAlltoall:  // everybody deals out a block of M packets to each
      return {"alltoall", false, false, true};
  }
  return {};
}

constexpr const char* name_of(Collective collective) {
  return meaning_of(collective).name;
}
constexpr const char* name_of(Ports ports) {
  switch (ports) {
    case Ports::kAll:
      return "all";
    case Ports::kOne:
      return "one";
    case Ports::kHalf:
      return "half";
  }
  return "";
}

constexpr bool is_sender(const Task& task, std::uint64_t node) {
  return !meaning_of(task.collective).only_root_sends || node == task.root;
}
constexpr bool is_receiver(const Task& task, std::uint64_t node) {
  return !meaning_of(task.collective).only_root_receives || node == task.root;
}
// True where a packet has one destination, false where it is meant for all nodes.
constexpr bool is_unicast(const Task& task) {
  return meaning_of(task.collective).block_for_each || meaning_of(task.collective).only_root_receives;
}

// Packets that a source has for a destination, or for all.
constexpr std::uint64_t packets_between(const Task& task, std::uint64_t source, std::uint64_t destination) {
  return task.counts == nullptr ? task.packets : task.counts->between(source, destination);
}

// (packet, receiver) pairs that the collective asks for: a node's own packets are never sent to itself.
constexpr std::uint64_t expected_deliveries(const Task& task) {
  if (task.counts != nullptr) return task.counts->total();
  const Meaning meaning = meaning_of(task.collective);
  const std::uint64_t others = times(node_count(task) - 1, task.packets);
  const bool one_to_many_or_many_to_one = meaning.only_root_sends || meaning.only_root_receives;
  return one_to_many_or_many_to_one ? others : times(node_count(task), others);
}

// What is wrong with a task, in the words of the command line, or nothing.
inline std::optional<std::string> find_fault(const Task& task) {
  if (task.is_on_cube() && (task.dim < 1 || task.dim > kMaxDim)) {
    return "--dim " + std::to_string(task.dim) + ": must be 1.." + std::to_string(kMaxDim);
  }
  if (task.packets < 1) return "--packets 0: must be at least 1";
  if (task.root >= node_count(task)) {
    return "--root " + std::to_string(task.root) + ": must be 0.." + std::to_string(node_count(task) - 1);
  }
  return std::nullopt;
}

}  // namespace testbench
