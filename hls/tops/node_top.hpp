// SPDX-License-Identifier: Apache-2.0
// A node of a cube by its parameters, for C++ that instantiates it: testbenches, Vitis HLS, Bambu.
// Names and options of the program build a configuration instead (hls/configuration).
#pragma once

#include "hls/operators/operator_sets.hpp"
#include "hls/router/node.hpp"

namespace tops {

template <unsigned Dimension, unsigned PayloadWidth, router::PortModel PortModelOf, unsigned HopCycles = 1>
struct NodeConfig : router::CubeConfig<Dimension> {
  static constexpr unsigned kPayloadWidth = PayloadWidth;
  static constexpr std::size_t kQueueDepth = router::enough_packets(1u << Dimension, HopCycles);
  static constexpr router::PortModel kPortModel = PortModelOf;
  static constexpr unsigned kHopCycles = HopCycles;
};

}  // namespace tops
