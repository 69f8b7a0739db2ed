// The synthesis tops of nodes of any network, for the RTL engine: labelled_p<ports>_w64_gated. A network of fewer nodes, and
// of nodes with fewer ports, leaves words and ports unused.
#pragma once

#include "hls/router/node.hpp"

namespace tops {

// Ports of the nodes that are built.
inline constexpr unsigned kMinLabelledPorts = 2;
inline constexpr unsigned kMaxLabelledPorts = 4;
// Of the largest network.
inline constexpr std::uint32_t kMaxLabelledNodes = 32;

// Of a crosspoint, in packets: what passes one in a collective of one packet around a Hamiltonian cycle, and what follows a
// stop.
inline constexpr std::size_t kLabelledQueueDepth = std::size_t{2} * kMaxLabelledNodes;

// Windows are for one-port total exchange: as many as there are cycles, at most.
template <unsigned PortsOfANode, unsigned PayloadWidth, router::PortModel PortModelOf, bool Statistics = false>
struct LabelledNodeConfig : router::LabelledConfig<kMaxLabelledNodes, PortsOfANode, 5> {
  static constexpr unsigned kPayloadWidth = PayloadWidth;
  static constexpr std::size_t kQueueDepth = kLabelledQueueDepth;
  static constexpr router::PortModel kPortModel = PortModelOf;
  static constexpr std::size_t kWindowDepth = 128;
  static constexpr bool kStatistics = Statistics;
};

template <unsigned PortsOfANode>
using LabelledEngineConfig = LabelledNodeConfig<PortsOfANode, 64, router::PortModel::kGated, true>;

}  // namespace tops
