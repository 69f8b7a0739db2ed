// A task: which collective moves how many packets on which cube, under which port model. The unit of
// everything that judges a run; it knows no algorithm.
//
//     Task task{Collective::kAlltoall, 5, Ports::kAll, 1, 0};
//     if (auto fault = find_fault(task)) return usage_error(*fault);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace testbench {

inline constexpr unsigned kMaxDim = 16;

enum class Collective {
  kBroadcast,  // the root's M packets to every other node
  kScatter,    // M packets of the root for each other node
  kGather,     // M packets of each other node for the root
  kAllgather,  // every node's M packets to every other node (multinode broadcast)
  kAlltoall,   // M packets for each ordered pair of nodes (total exchange)
};

// What a node may do in one cycle. Fewer ports cost less hardware and up to d (one) or 2d (half) times the
// cycles.
enum class Ports {
  kAll,   // send and receive on every port: the papers' MLA, n-port
  kOne,   // one send and one receive, each on any port: SLA, full duplex
  kHalf,  // one send or one receive: half duplex
};

// packets is M: in all (broadcast), per node (scatter, gather, allgather), per ordered pair (alltoall). root
// is used by broadcast, scatter and gather; the others ignore it, but it must be a node.
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
  return collective == Collective::kScatter || collective == Collective::kGather ||
         collective == Collective::kAlltoall;
}

constexpr std::string_view name_of(Collective collective) {
  switch (collective) {
    case Collective::kBroadcast:
      return "broadcast";
    case Collective::kScatter:
      return "scatter";
    case Collective::kGather:
      return "gather";
    case Collective::kAllgather:
      return "allgather";
    case Collective::kAlltoall:
      return "alltoall";
  }
  return "unknown";
}

constexpr std::string_view name_of(Ports ports) {
  switch (ports) {
    case Ports::kAll:
      return "all";
    case Ports::kOne:
      return "one";
    case Ports::kHalf:
      return "half";
  }
  return "unknown";
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
