// The tops of all dimensions.
#include <vector>

#include "hls/tops/node_top.hpp"
#include "rtl_sim/rtl_top.hpp"
#include "testbench/mesh/of_dimension.hpp"

namespace rtl_sim {

std::span<const RtlTop> rtl_tops() {
  static const std::vector<RtlTop> of_cubes = [] {
    const auto one = testbench::of_dimensions<tops::kMinDimension, tops::kMaxDimension>(
        [](auto dim) { return rtl_top_of_dim<dim, 1>(); });
    const auto two = testbench::of_dimensions<tops::kMinDimension, tops::kMaxTwoCycleDimension>(
        [](auto dim) { return rtl_top_of_dim<dim, 2>(); });
    std::vector<RtlTop> all(one.begin(), one.end());
    all.insert(all.end(), two.begin(), two.end());
    return all;
  }();
  return of_cubes;
}

}  // namespace rtl_sim
