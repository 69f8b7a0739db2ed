// The vocabulary of the collectives: what is to be done, by which algorithm, on which cube. Freestanding.
#pragma once

#include <cstdint>

#include "firmware/cube/address.hpp"

namespace collectives {

enum class Collective {
  kBroadcast,  // the root's M packets to every other node
  kScatter,    // M packets of the root for each other node
  kGather,     // M packets of each other node for the root
  kAllgather,  // every node's M packets to every other node (multinode broadcast)
  kAlltoall,   // M packets for each ordered pair of nodes (total exchange)
};

// What a node may do in one cycle. Fewer ports cost less hardware and up to d (one) or 2d (half) times the cycles.
enum class PortUse {
  kAll,   // send and receive on every port: the papers' MLA, n-port
  kOne,   // one send and one receive, each on any port: SLA, full duplex
  kHalf,  // one send or one receive: half duplex
};

// Spanning graph or order that a collective is carried by; the catalog says which goes with what.
enum class Algorithm {
  kSbt,
  kNrsbt,
  kNesbt,
  kTcbt,
  kGray,
  kBalanced,
  kSbnt,
  kRing,
  kTable,
  kEcube,
  kFifo,
};

constexpr const char* name_of(Collective collective) {
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
  return "";
}

constexpr const char* name_of(PortUse ports) {
  switch (ports) {
    case PortUse::kAll:
      return "all";
    case PortUse::kOne:
      return "one";
    case PortUse::kHalf:
      return "half";
  }
  return "";
}

constexpr const char* name_of(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kSbt:
      return "sbt";
    case Algorithm::kNrsbt:
      return "nrsbt";
    case Algorithm::kNesbt:
      return "nesbt";
    case Algorithm::kTcbt:
      return "tcbt";
    case Algorithm::kGray:
      return "gray";
    case Algorithm::kBalanced:
      return "balanced";
    case Algorithm::kSbnt:
      return "sbnt";
    case Algorithm::kRing:
      return "ring";
    case Algorithm::kTable:
      return "table";
    case Algorithm::kEcube:
      return "ecube";
    case Algorithm::kFifo:
      return "fifo";
  }
  return "";
}

// One collective operation. `packets` is M: in all (broadcast), per node (scatter, gather, allgather), per ordered pair
// (alltoall). `root` is used by broadcast, scatter and gather.
struct Operation {
  Collective collective = Collective::kBroadcast;
  Algorithm algorithm = Algorithm::kSbt;
  PortUse ports = PortUse::kAll;
  unsigned d = 1;
  std::uint32_t packets = 1;
  cube::Address root = 0;
};

}  // namespace collectives
