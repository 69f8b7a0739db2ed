// The tops of all dimensions, and those of other networks.
#include <vector>

#include "hls/tops/labelled_top.hpp"
#include "hls/tops/node_top.hpp"
#include "rtl_sim/rtl_top.hpp"
#include "testbench/mesh/of_dimension.hpp"

namespace rtl_sim {

std::span<const RtlTop> rtl_tops() {
  static const std::vector<RtlTop> tops = [] {
    const auto one = testbench::of_dimensions<tops::kMinDimension, tops::kMaxDimension>(
        [](auto dim) { return rtl_top_of<tops::EngineConfig<dim, 1>>(); });
    const auto two = testbench::of_dimensions<tops::kMinDimension, tops::kMaxDimension>(
        [](auto dim) { return rtl_top_of<tops::EngineConfig<dim, 2>>(); });
    std::vector<RtlTop> all(one.begin(), one.end());
    all.insert(all.end(), two.begin(), two.end());
    const auto combining = testbench::of_dimensions<tops::kMinDimension, tops::kMaxDimension>(
        [](auto dim) { return rtl_top_of<tops::CombiningEngineConfig<dim, 1>>(); });
    all.insert(all.end(), combining.begin(), combining.end());
    const auto combining_two = testbench::of_dimensions<tops::kMinDimension, tops::kMaxTwoCycleCombiningDimension>(
        [](auto dim) { return rtl_top_of<tops::CombiningEngineConfig<dim, 2>>(); });
    all.insert(all.end(), combining_two.begin(), combining_two.end());
    const auto staged = testbench::of_dimensions<tops::kMinDimension, tops::kMaxFloatDimension>(
        [](auto dim) { return rtl_top_of<tops::CombiningEngineConfig<dim, 1, tops::kEngineStages>>(); });
    all.insert(all.end(), staged.begin(), staged.end());
    const auto labelled = testbench::of_dimensions<tops::kMinLabelledPorts, tops::kMaxLabelledPorts>(
        [](auto ports) { return rtl_top_of<tops::LabelledEngineConfig<ports>>(); });
    all.insert(all.end(), labelled.begin(), labelled.end());
    return all;
  }();
  return tops;
}

}  // namespace rtl_sim
