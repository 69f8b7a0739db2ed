// The tops of nodes that serve broadcast requests, of all dimensions.
#include <vector>

#include "hls/tops/broadcast_top.hpp"
#include "rtl_sim/rtl_server_top.hpp"
#include "testbench/mesh/of_dimension.hpp"

namespace rtl_sim {

std::span<const RtlServerTop> rtl_server_tops() {
  using broadcast::PrefixChannel;
  static const std::vector<RtlServerTop> tops = [] {
    const auto links = testbench::of_dimensions<tops::kMinDimension, tops::kMaxBroadcastDimension>(
        [](auto dim) { return rtl_server_top_of<tops::BroadcastEngineConfig<dim, PrefixChannel::kLinks>>(); });
    const auto wires = testbench::of_dimensions<tops::kMinDimension, tops::kMaxWiredBroadcastDimension>(
        [](auto dim) { return rtl_server_top_of<tops::BroadcastEngineConfig<dim, PrefixChannel::kWires>>(); });
    std::vector<RtlServerTop> all(links.begin(), links.end());
    all.insert(all.end(), wires.begin(), wires.end());
    return all;
  }();
  return tops;
}

}  // namespace rtl_sim
