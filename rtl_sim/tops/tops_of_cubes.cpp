// The tops of all dimensions.
#include <array>

#include "hls/tops/node_top.hpp"
#include "rtl_sim/rtl_top.hpp"
#include "testbench/mesh/of_dimension.hpp"

namespace rtl_sim {

std::span<const RtlTop> rtl_tops() {
  static const auto of_cubes = testbench::of_dimensions<tops::kMinDimension, tops::kMaxDimension>(
      [](auto dim) { return rtl_top_of_dim<dim>(); });
  return of_cubes;
}

}  // namespace rtl_sim
