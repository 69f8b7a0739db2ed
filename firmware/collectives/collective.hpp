// SPDX-License-Identifier: Apache-2.0
// The collectives: their names, and who sends what to whom. Freestanding.
#pragma once

#include <cstdint>

namespace collectives {

enum class Collective {
  kBroadcast,  // the root's M packets to every other node
  kScatter,    // M packets of the root for each other node
  kGather,     // M packets of each other node for the root
  kAllgather,  // every node's M packets to every other node (multinode broadcast)
  kAlltoall,   // M packets for each ordered pair of nodes (total exchange)
  // These combine the packets of the nodes, number by number, into one:
  kReduce,         // M packets of all nodes, for the root (single node accumulation)
  kReduceScatter,  // M packets of all nodes for each node (multinode accumulation)
  kAllreduce,      // M packets of all nodes, for all nodes
  kScan,           // for each node the packets of the addresses up to its own
  kExscan,         // for each node the packets of lower addresses
  kBarrier,        // an allreduce of one packet without data: no node has it before all have begun
};

enum class Party {
  kRoot,  // the root alone
  kAll,   // every node
};

// The contributions that the result of a node holds, of collectives that combine packets.
enum class Scope {
  kAllNodes,
  kUpToOwn,   // the addresses up to the node's own
  kBelowOwn,  // lower addresses, so that node 0 has no result
};

// The differences between collectives.
struct Shape {
  const char* name;
  Party senders;
  Party receivers;
  bool distinct;  // a sender has other packets for every receiver; else the same packets for all
  bool combined;  // packets are combined on their way; else every one arrives as it was sent
  Scope scope = Scope::kAllNodes;
};

constexpr Shape shape_of(Collective collective) {
  switch (collective) {
    case Collective::kBroadcast:
      return {"broadcast", Party::kRoot, Party::kAll, false, false};
    case Collective::kScatter:
      return {"scatter", Party::kRoot, Party::kAll, true, false};
    case Collective::kGather:
      return {"gather", Party::kAll, Party::kRoot, false, false};
    case Collective::kAllgather:
      return {"allgather", Party::kAll, Party::kAll, false, false};
    case Collective::kAlltoall:
      return {"alltoall", Party::kAll, Party::kAll, true, false};
    case Collective::kReduce:
      return {"reduce", Party::kAll, Party::kRoot, false, true};
    case Collective::kReduceScatter:
      return {"reduce-scatter", Party::kAll, Party::kAll, true, true};
    case Collective::kAllreduce:
      return {"allreduce", Party::kAll, Party::kAll, false, true};
    case Collective::kScan:
      return {"scan", Party::kAll, Party::kAll, false, true, Scope::kUpToOwn};
    case Collective::kExscan:
      return {"exscan", Party::kAll, Party::kAll, false, true, Scope::kBelowOwn};
    case Collective::kBarrier:
      return {"barrier", Party::kAll, Party::kAll, false, true};
  }
  return {};
}
inline constexpr Collective kCollectives[] = {Collective::kBroadcast,     Collective::kScatter,   Collective::kGather,
                                              Collective::kAllgather,     Collective::kAlltoall,  Collective::kReduce,
                                              Collective::kReduceScatter, Collective::kAllreduce, Collective::kScan,
                                              Collective::kExscan,        Collective::kBarrier};

constexpr const char* name_of(Collective collective) {
  return shape_of(collective).name;
}
constexpr bool has_root(Collective collective) {
  return shape_of(collective).senders == Party::kRoot || shape_of(collective).receivers == Party::kRoot;
}

// The collective of which a reduction is the reverse (Bertsekas et al. 1991, section 1; Johnsson and
// Ho 1986, section 2); others as they are.
constexpr Collective forward_of(Collective collective) {
  if (collective == Collective::kReduce) return Collective::kBroadcast;
  return collective == Collective::kReduceScatter ? Collective::kAllgather : collective;
}

// The ports that a node may use in one cycle. Fewer ports cost less hardware and up to d (one) or
// 2d (half) times the cycles.
enum class PortModel {
  kAll,   // send and receive on every port: the papers' MLA, n-port
  kOne,   // one send and one receive, each on any port: SLA, full duplex
  kHalf,  // one send or one receive: half duplex
};
inline constexpr PortModel kPortModels[] = {PortModel::kAll, PortModel::kOne, PortModel::kHalf};

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

}  // namespace collectives
