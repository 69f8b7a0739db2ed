// The nodes on the board: as large as 7,680 cells and 32 block RAMs hold four of. A block RAM has 256 words of 16 bits, so
// that a node's memory has 64 packets of a byte for each node, and two block RAMs are a queue.
#pragma once

#include "hls/router/node.hpp"

namespace board {

inline constexpr unsigned kDimension = 2;
inline constexpr unsigned kNodes = 1u << kDimension;
inline constexpr unsigned kPorts = kDimension;

struct NodeConfig : router::CubeConfig<kDimension> {
  static constexpr unsigned kPayloadWidth = 8;
  static constexpr unsigned kSequenceWidth = 6;
  // All packets for a node or from it, and those on the way when it says stop: no queue fills, in any collective.
  static constexpr std::size_t kQueueDepth = 128;
  static constexpr std::size_t kProgramDepth = 4;
  static constexpr bool kMemoryWaits = false;
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
};

// M of the largest collective.
inline constexpr unsigned kMostPackets = 1u << NodeConfig::kSequenceWidth;

using Fetch = router::Fetch<NodeConfig>;
using Flit = router::Flit<NodeConfig>;
using Payload = router::Payload<NodeConfig>;
using NodeIn = router::In<NodeConfig>;
using NodeOut = router::Out<NodeConfig>;
using NodeState = router::State<NodeConfig>;
using NodeNumber = hls::Bits<kDimension>;

// Where a packet lies in a node's memory: {destination, sequence} of those to send, {source, sequence} of those that have
// come.
using Place = hls::Bits<kDimension + NodeConfig::kSequenceWidth>;
inline constexpr unsigned kPlaces = kNodes * kMostPackets;

constexpr Place place_of(std::uint32_t node, std::uint32_t sequence) {
  return Place(node << NodeConfig::kSequenceWidth | sequence);
}

}  // namespace board
