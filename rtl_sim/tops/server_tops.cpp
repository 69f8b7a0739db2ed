// The tops of nodes that serve broadcast requests, of all dimensions.
#include <vector>

#include "hls/tops/broadcast_top.hpp"
#include "rtl_sim/rtl_server_top.hpp"
#include "testbench/mesh/of_dimension.hpp"

namespace rtl_sim {

namespace {

using broadcast::PrefixChannel;

// Those of dimensions from the smallest up to Last. `CountWires`: 0 for all that a count needs.
template <unsigned Last, PrefixChannel Channel, unsigned CountWires = 0>
void append(std::vector<RtlServerTop>& tops) {
  for (const RtlServerTop& top : testbench::of_dimensions<tops::kMinDimension, Last>([](auto dim) {
         constexpr unsigned kWires = CountWires == 0 ? dim + 1 : CountWires;
         return rtl_server_top_of<tops::BroadcastEngineConfig<dim, Channel, kWires>>();
       })) {
    tops.push_back(top);
  }
}

}  // namespace

std::span<const RtlServerTop> rtl_server_tops() {
  static const std::vector<RtlServerTop> tops = [] {
    std::vector<RtlServerTop> all;
    append<tops::kMaxBroadcastDimension, PrefixChannel::kLinks>(all);
    append<tops::kMaxWiredBroadcastDimension, PrefixChannel::kWires>(all);
    append<tops::kMaxOneWireBroadcastDimension, PrefixChannel::kWires, 1>(all);
    append<tops::kMaxOverlapBroadcastDimension, PrefixChannel::kOverlap>(all);
    append<tops::kMaxTreeBroadcastDimension, PrefixChannel::kTree>(all);
    return all;
  }();
  return tops;
}

}  // namespace rtl_sim
