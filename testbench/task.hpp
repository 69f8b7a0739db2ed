// A task: which collective moves how many packets on which cube, under which port model. The unit of everything that
// judges a run; it knows no algorithm.
//
//     Task task{Collective::kAlltoall, 5, Ports::kAll, 1, 0};
//     if (auto fault = find_fault(task)) return usage_error(*fault);
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "firmware/collectives/collective.hpp"

namespace testbench {

// The words are the firmware's; what they mean for a run, the checker knows by itself.
using collectives::Collective;
using Ports = collectives::PortUse;

inline constexpr unsigned kMaxDim = 16;

// packets is M: in all (broadcast), per node (scatter, gather, allgather), per ordered pair (alltoall). root is used by
// broadcast, scatter and gather; the others ignore it, but it must be a node.
struct Task {
  Collective collective = Collective::kBroadcast;
  unsigned dim = 1;
  Ports ports = Ports::kAll;
  std::uint32_t packets = 1;
  std::uint32_t root = 0;
};

constexpr std::uint64_t node_count(const Task& task) {
  return std::uint64_t{1} << task.dim;
}

// True where a packet has one destination, false where it is meant for all nodes.
constexpr bool is_unicast(Collective collective) {
  return collective == Collective::kScatter || collective == Collective::kGather || collective == Collective::kAlltoall;
}

// What is wrong with a task, in the words of the command line, or nothing.
inline std::optional<std::string> find_fault(const Task& task) {
  if (task.dim < 1 || task.dim > kMaxDim) {
    return "--dim " + std::to_string(task.dim) + ": must be 1.." + std::to_string(kMaxDim);
  }
  if (task.packets < 1) return "--packets 0: must be at least 1";
  if (task.root >= node_count(task)) {
    return "--root " + std::to_string(task.root) + ": must be 0.." + std::to_string(node_count(task) - 1);
  }
  return std::nullopt;
}

}  // namespace testbench
