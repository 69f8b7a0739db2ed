// The synthesis tops: a whole node for one dimension, payload width and port model; CMake makes a translation unit of
// each from node_top.cpp.in, and stepc a module of that.
//
// Queues are so deep that no collective of one packet can fill one, stalls or not: 2^d - 1 packets pass a crosspoint at
// most (the ring's; testbench/run/queue_depth.cpp), and network::stop_latency more can be on the way when it says stop.
// That makes deadlock impossible where the links that a rule couples form circles (testbench/run/coupled_links.hpp
// finds them: allgather on trees of several rotations, and around the ring). Of more packets the testbench refuses what
// could fill.
#pragma once

#include <type_traits>

#include "hls/operators/floats.hpp"
#include "hls/router/node.hpp"

namespace tops {

// Dimensions of the cubes whose tops are built, with one cycle a hop and with two.
inline constexpr unsigned kMinDimension = 2;
inline constexpr unsigned kMaxDimension = 6;

constexpr std::size_t queue_depth(unsigned d, unsigned hop_cycles = 1) {
  std::size_t depth = std::size_t{2} << d;
  while (depth < (std::size_t{1} << d) - 1 + network::stop_latency(hop_cycles)) depth *= 2;
  return depth;
}

// `Statistics`: for simulation, which tells the deepest queue; a tenth of a node. `Stages`: of a node that combines packets,
// the cycles of a hop in which it does.
template <unsigned Dimension, unsigned PayloadWidth, router::PortModel PortModelOf, unsigned HopCycles = 1,
          bool Statistics = false, unsigned Stages = 0>
struct NodeConfig : router::CubeConfig<Dimension> {
  static constexpr unsigned kPayloadWidth = PayloadWidth;
  static constexpr std::size_t kQueueDepth = queue_depth(Dimension, HopCycles + Stages);
  static constexpr router::PortModel kPortModel = PortModelOf;
  static constexpr unsigned kHopCycles = HopCycles;
  static constexpr bool kStatistics = Statistics;
};

template <class Base, class... Only>
struct OnlyRules : Base {
  static constexpr std::uint32_t kRules = Base::Rules::template mask_of<Only...>();
};

// The configuration with these rules in the hardware, or as it is where none is named.
template <class Base, class... Only>
using WithRules = std::conditional_t<sizeof...(Only) == 0, Base, OnlyRules<Base, Only...>>;

// The nodes that the RTL engine runs: tops node_d<Dimension>_w64_gated, and with two cycles a hop those of the same name
// and _r2.
template <unsigned Dimension, unsigned HopCycles, unsigned Stages = 0>
using EngineConfig = NodeConfig<Dimension, 64, router::PortModel::kGated, HopCycles, true, Stages>;

// Those of nodes that combine packets: tops of the same names and _floats, or _integers, which is what larger nodes combine:
// d (2 d - 1) adders of floats in a node take long to simulate and to compile.
inline constexpr unsigned kMaxFloatDimension = 3;
inline constexpr unsigned kMaxTwoCycleCombiningDimension = 3;
// Those with _s2 before the operators have kEngineStages and one cycle a hop beside them.
inline constexpr unsigned kEngineStages = 2;
template <unsigned Dimension, unsigned HopCycles, unsigned Stages = 0>
using CombiningEngineConfig =
    router::Combining<EngineConfig<Dimension, HopCycles, Stages>,
                      std::conditional_t<(Dimension <= kMaxFloatDimension), operators::Floats, operators::Integers>,
                      Stages>;

}  // namespace tops
