// SPDX-License-Identifier: Apache-2.0
// A task: a collective, its number of packets, network and port model. Everything that judges a run
// starts from it. It knows no algorithm, and says for itself what a collective is.
//
//     Task task{Collective::kAlltoall, 5, PortModel::kAll, 1, 0};  // on the 5-cube
//     Task task{Collective::kAlltoall, 0, PortModel::kAll, 1, 0, &edges};
//     if (auto fault = find_fault(task)) return usage_error(*fault);
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "testbench/judge/checker/edge_table.hpp"
#include "testbench/judge/checker/link_values.hpp"
#include "testbench/judge/checker/packet_counts.hpp"
#include "testbench/judge/checker/reduction.hpp"
#include "testbench/judge/checker/saturating.hpp"

namespace testbench {

enum class Collective {
  kBroadcast,
  kScatter,
  kGather,
  kAllgather,
  kAlltoall,
  kReduce,
  kReduceScatter,
  kAllreduce,
  kScan,
  kExscan,
  kBarrier
};
// Collectives that move packets as they are, collectives that combine them, and all.
inline constexpr Collective kMovingCollectives[] = {Collective::kBroadcast, Collective::kScatter, Collective::kGather,
                                                    Collective::kAllgather, Collective::kAlltoall};
inline constexpr Collective kCombiningCollectives[] = {Collective::kReduce,    Collective::kReduceScatter,
                                                       Collective::kAllreduce, Collective::kScan,
                                                       Collective::kExscan,    Collective::kBarrier};
inline constexpr Collective kCollectives[] = {Collective::kBroadcast,     Collective::kScatter,   Collective::kGather,
                                              Collective::kAllgather,     Collective::kAlltoall,  Collective::kReduce,
                                              Collective::kReduceScatter, Collective::kAllreduce, Collective::kScan,
                                              Collective::kExscan,        Collective::kBarrier};

// A node may do in a cycle: everything; one send and one receive; one of the two.
enum class PortModel { kAll, kOne, kHalf };
inline constexpr PortModel kPortModels[] = {PortModel::kAll, PortModel::kOne, PortModel::kHalf};

inline constexpr unsigned kMaxDim = 20;
inline constexpr unsigned kMaxPorts = 31;  // of a node of another network
// One node is judged for all in larger ones (relative_checker.hpp).
inline constexpr unsigned kMaxRelativeDim = 24;

/// \brief What a run has to do.
///
/// packets is M: in all (broadcast, reduce), per node (scatter, gather, allgather, reduce-scatter),
/// per ordered pair (alltoall); in allreduce, scan and exscan the length V of a node's vector; 1 in
/// a barrier. root is used by broadcast, scatter, gather and reduce; the others ignore it, but it
/// must be a node. An alltoall may have counts instead, and M is then the largest.
struct Task {
  Collective collective = Collective::kBroadcast;
  unsigned dim = 1;  // of the cube
  PortModel ports = PortModel::kAll;
  std::uint32_t packets = 1;
  std::uint32_t root = 0;
  const EdgeTable* network = nullptr;  // another than a cube; must outlive all that judges the task
  // For an alltoall on such a network whose pairs have not all M packets; outlives the task
  // likewise.
  const PacketCounts* counts = nullptr;
  // In an allreduce: the vector is a block of V / N packets for each node, and packets are numbered
  // within their block.
  bool blocks = false;
  // In a scan, an allreduce or a barrier: each receiver's result is combined of packets for it alone, to
  // which nodes that do not contribute give the identity of the operation.
  bool apart = false;
  // In a scan with packets for each receiver, by receiver: a node below it whose result goes into its own, beside packets
  // of the nodes from that one on; and where it does. There, what has come for that result goes on, and the node itself
  // has a part in one if it has one in the other. Null: packets of all nodes below. Outlives the task.
  const std::array<std::uint32_t, 2>* preceding = nullptr;
  // Or, by router and receiver, all that goes into a packet that the router sends for it: the in-port of each part and the
  // receiver for which that has come; last the router's own, with in-port ~0. Null, too, where there are none.
  const std::array<std::uint32_t, 2>* part_places = nullptr;  // from which of `parts` to which
  const std::array<std::uint32_t, 2>* parts = nullptr;
  Reduction reduction{};  // of a collective that combines
  // A broadcast sends every packet on so many trees. Links carry copies, and a memory has one.
  unsigned trees = 1;
  // With blocks: the length of the vector that was asked for. Packets from there on only fill the
  // last blocks. 0: it fills them itself.
  std::uint32_t asked = 0;
  // Cycles of the wires of a link, at least: a packet leaves a node as many cycles after it has come, and one, at least.
  unsigned latency = 0;
  const LinkValues* latencies = nullptr;  // of each link, where they differ; outlives the task likewise
  // Cycles of a packet on each link, where they differ; outlives the task likewise. Time is then in cycles, and a link has
  // its next packet no sooner.
  const LinkValues* packet_cycles = nullptr;

  constexpr bool is_on_cube() const { return network == nullptr; }
};

// The copies of packets as packets of their own, copy t of packet m with sequence t M + m.
constexpr Task of_copies(Task task) {
  task.packets *= task.trees;
  task.trees = 1;
  return task;
}

// The nodes that take part, which have the lowest addresses; and with the switches behind them.
constexpr std::uint64_t end_count(const Task& task) {
  return task.is_on_cube() ? std::uint64_t{1} << task.dim : task.network->ends();
}
constexpr std::uint64_t router_count(const Task& task) {
  return task.is_on_cube() ? std::uint64_t{1} << task.dim : task.network->nodes();
}
// The links of its network.
inline EdgeTable edges_of(const Task& task) {
  return task.is_on_cube() ? cube_edges(task.dim) : *task.network;
}
// The end of a link.
inline std::uint32_t receiver_of(const Task& task, std::uint32_t node, unsigned port) {
  return task.is_on_cube() ? node ^ std::uint32_t{1} << port : task.network->receiver(node, port);
}
inline unsigned arrival_port_of(const Task& task, std::uint32_t node, unsigned port) {
  return task.is_on_cube() ? port : task.network->arrival_port(node, port);
}
constexpr unsigned port_count(const Task& task) {
  return task.is_on_cube() ? task.dim : task.network->ports();
}

// The nodes whose packets a receiver's are made of. A packet of one node is not combined at all.
enum class Contributors { kOne, kAll, kUpToOwn, kBelowOwn };

// A collective by its definition: senders, receivers, whether a packet has one destination, and the
// contributors.
struct Meaning {
  const char* name;
  bool only_root_sends;
  bool only_root_receives;
  bool block_for_each;  // a sender has a block of packets for every node, its own included
  Contributors contributors = Contributors::kOne;
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
    case Collective::kReduce:  // everybody's vectors of M packets, combined, come to the root
      return {"reduce", false, true, false, Contributors::kAll};
    case Collective::kReduceScatter:  // a block of M packets of everybody's vectors, combined, comes to each
      return {"reduce-scatter", false, false, true, Contributors::kAll};
    case Collective::kAllreduce:  // everybody's vectors, combined, come to everybody
      return {"allreduce", false, false, false, Contributors::kAll};
    case Collective::kScan:  // the vectors of the nodes up to its own address, combined
      return {"scan", false, false, false, Contributors::kUpToOwn};
    case Collective::kExscan:  // the vectors of the nodes below its own; the first node gets nothing
      return {"exscan", false, false, false, Contributors::kBelowOwn};
    case Collective::kBarrier:  // an allreduce without data
      return {"barrier", false, false, false, Contributors::kAll};
  }
  return {};
}

constexpr const char* name_of(Collective collective) {
  return meaning_of(collective).name;
}
constexpr const char* name_of(PortModel ports) {
  switch (ports) {
    case PortModel::kAll:
      return "all";
    case PortModel::kOne:
      return "one";
    case PortModel::kHalf:
      return "half";
  }
  return "";
}

constexpr bool is_sender(const Task& task, std::uint64_t node) {
  return !meaning_of(task.collective).only_root_sends || node == task.root;
}
constexpr bool is_receiver(const Task& task, std::uint64_t node) {
  const Meaning meaning = meaning_of(task.collective);
  return (!meaning.only_root_receives || node == task.root) &&
         (meaning.contributors != Contributors::kBelowOwn || node != 0);
}
// Whether packets are combined on their way, so that none is any one node's.
constexpr bool is_combined(const Task& task) {
  return meaning_of(task.collective).contributors != Contributors::kOne;
}
// Whether a node has packets for each receiver, that are combined apart from those for others.
constexpr bool is_by_receiver(const Task& task) {
  return meaning_of(task.collective).block_for_each || task.apart;
}
// Whether results go on to other nodes.
constexpr bool goes_on(const Task& task) {
  return task.preceding != nullptr || task.parts != nullptr;
}
// The parts of the packet that a router sends for a receiver, where Task::parts says them.
constexpr std::span<const std::array<std::uint32_t, 2>> parts_of(const Task& task, std::uint64_t router,
                                                                 std::uint64_t receiver) {
  const auto [first, end] = task.part_places[router * end_count(task) + receiver];
  return {task.parts + first, task.parts + end};
}
// Whether a node gives the identity of the operation for a receiver, in place of a contribution.
// A switch does for all: it has nothing of its own.
constexpr bool is_left_out(const Task& task, std::uint64_t node, std::uint64_t receiver) {
  if (node >= end_count(task)) return true;
  if (!task.apart || meaning_of(task.collective).contributors == Contributors::kAll) return false;
  if (task.parts != nullptr && node != receiver) {
    const std::span<const std::array<std::uint32_t, 2>> parts = parts_of(task, node, receiver);
    return parts.empty() || parts.back()[0] != ~std::uint32_t{0};
  }
  if (node > receiver || task.preceding == nullptr) return node > receiver;
  while (node < task.preceding[receiver][0]) {
    if (node != task.preceding[receiver][1]) return true;
    receiver = task.preceding[receiver][0];
  }
  return false;
}
// The item whose packets go on into one of this item that the node sends, where no parts are told.
constexpr std::optional<std::uint64_t> item_before(const Task& task, std::uint64_t node, std::uint64_t item) {
  if (task.preceding == nullptr) return std::nullopt;
  const std::uint64_t receiver = item / task.packets;
  if (receiver == node || task.preceding[receiver][1] != node) return std::nullopt;
  return std::uint64_t{task.preceding[receiver][0]} * task.packets + item % task.packets;
}
// For packets that are not combined: whether a packet has one destination, or is meant for all
// nodes.
constexpr bool is_unicast(const Task& task) {
  return meaning_of(task.collective).block_for_each || meaning_of(task.collective).only_root_receives;
}

// Packets that a source has for a destination, or for all.
constexpr std::uint64_t packets_between(const Task& task, std::uint64_t source, std::uint64_t destination) {
  return task.counts == nullptr ? task.packets : task.counts->between(source, destination);
}

// Packets of a node's vector that are numbered from 0 on, where packets are combined.
constexpr std::uint64_t sequences(const Task& task) {
  if (!task.blocks) return task.packets;
  return task.packets < end_count(task) ? 1 : task.packets / end_count(task);
}
// The length of the vectors that are combined: an item is one of its packets.
constexpr std::uint64_t item_count(const Task& task) {
  return is_by_receiver(task) ? times(end_count(task), task.packets) : task.packets;
}

// (packet, receiver) pairs that the collective asks for: a node's own packets are never sent to
// itself. For combined packets: results, and copies of them, that come to a node's memory.
constexpr std::uint64_t expected_deliveries(const Task& task) {
  if (task.counts != nullptr) return task.counts->total();
  const Meaning meaning = meaning_of(task.collective);
  const std::uint64_t others = times(end_count(task) - 1, task.packets);
  if (is_combined(task)) {
    const bool not_first = meaning.contributors == Contributors::kBelowOwn;
    return times(meaning.only_root_receives ? 1 : end_count(task) - (not_first ? 1 : 0), task.packets);
  }
  const bool one_to_many_or_many_to_one = meaning.only_root_sends || meaning.only_root_receives;
  return one_to_many_or_many_to_one ? others : times(end_count(task), others);
}

// Whether an item only fills a block.
constexpr bool is_filling(const Task& task, std::uint64_t item) {
  return task.asked != 0 && item >= task.asked;
}
// The same without those that only fill blocks.
constexpr std::uint64_t asked_deliveries(Task task) {
  if (task.asked != 0) task.packets = task.asked;
  return expected_deliveries(task);
}

inline std::optional<std::string> find_fault_of_combined(const Task& task) {
  const std::string name = name_of(task.collective);
  if (task.collective == Collective::kBarrier && task.packets != 1) {
    return "--packets " + std::to_string(task.packets) + ": a barrier has one packet, without data; leave it out";
  }
  if (is_bitwise(task.reduction.function) && is_float(task.reduction.type)) {
    return std::string("--op ") + name_of(task.reduction.function) + ": not of " + name_of(task.reduction.type) +
           "; use sum, product, min or max";
  }
  if (!task.blocks) return std::nullopt;
  if (task.collective != Collective::kAllreduce) return name + ": has no vector in blocks";
  if (task.packets > end_count(task) && task.packets % end_count(task) != 0) {
    return "--packets " + std::to_string(task.packets) + ": in blocks it must be a multiple of the " +
           std::to_string(end_count(task)) + " nodes, or less";
  }
  return std::nullopt;
}

/// \brief The fault of a task, in the words of the command line, or nothing.
inline std::optional<std::string> find_fault(const Task& task, unsigned most_dim = kMaxDim) {
  if (task.is_on_cube() && (task.dim < 1 || task.dim > most_dim)) {
    return "a cube of " + std::to_string(task.dim) + " dimensions: must have 1.." + std::to_string(most_dim);
  }
  if (task.packets < 1) return "--packets 0: must be at least 1";
  if (task.root >= end_count(task)) {
    return "--root " + std::to_string(task.root) + ": must be 0.." + std::to_string(end_count(task) - 1);
  }
  return is_combined(task) ? find_fault_of_combined(task) : std::nullopt;
}

}  // namespace testbench
