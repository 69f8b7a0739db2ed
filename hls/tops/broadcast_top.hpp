// The synthesis tops of nodes that serve broadcast requests by themselves: broadcast_d<d>_w<payload>, whose counts go over
// the links; _wires: over wires beside each link, _wires<n>: over n of them; _overlap, _overlap<n>: over such wires while
// packets are under way; _tree: by the paper's prefix tree, over the links; _partial, _immediate, _indirect: with the
// schemes of one kind alone.
#pragma once

#include "hls/broadcast/node.hpp"
#include "hls/tops/node_top.hpp"

namespace tops {

// Dimensions of the cubes whose tops the RTL engine runs, from kMinDimension, and up to which there are those with wires, with
// one, with the prefix tree, and with exchanges that overlap.
inline constexpr unsigned kMaxBroadcastDimension = 5;
inline constexpr unsigned kMaxWiredBroadcastDimension = 3;
inline constexpr unsigned kMaxOneWireBroadcastDimension = 2;
inline constexpr unsigned kMaxTreeBroadcastDimension = 3;
inline constexpr unsigned kMaxOverlapBroadcastDimension = 3;

template <unsigned Dimension, unsigned PayloadWidth, broadcast::PrefixChannel Channel, bool Partial = true,
          bool Immediate = true, bool Indirect = true, unsigned CountWires = Dimension + 1>
struct BroadcastConfig : broadcast::Serving<router::CubeConfig<Dimension>> {
  static constexpr unsigned kPayloadWidth = PayloadWidth;
  static constexpr std::size_t kQueueDepth = queue_depth(Dimension);
  static constexpr broadcast::PrefixChannel kPrefixChannel = Channel;
  static constexpr unsigned kCountWires = CountWires;
  static constexpr bool kPartial = Partial;
  static constexpr bool kImmediate = Immediate;
  static constexpr bool kIndirect = Indirect;
};

// The nodes that the RTL engine runs: tops broadcast_d<Dimension>_w64 and those of other kinds of prefix.
template <unsigned Dimension, broadcast::PrefixChannel Channel, unsigned CountWires = Dimension + 1>
using BroadcastEngineConfig = BroadcastConfig<Dimension, 64, Channel, true, true, true, CountWires>;

}  // namespace tops
