#include "rtl_sim/rtl_mesh.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "hls/tops/node_top.hpp"
#include "rtl_sim/rtl_mesh_of_dim.hpp"

namespace rtl_sim {
namespace {

using Maker = std::unique_ptr<testbench::Mesh> (*)(const testbench::MeshSetting&, testbench::NodeMemory&);
using Dims = std::make_index_sequence<kMaxRtlDim - kMinRtlDim + 1>;

template <std::size_t... Index>
constexpr std::array<Maker, sizeof...(Index)> rtl_makers(std::index_sequence<Index...>) {
  return {&make_rtl_mesh_of_dim<Index + kMinRtlDim>...};
}
template <std::size_t... Index>
constexpr std::array<Maker, sizeof...(Index)> cosimulation_makers(std::index_sequence<Index...>) {
  return {&make_cosimulation_mesh_of_dim<Index + kMinRtlDim>...};
}

void require_room(const testbench::MeshSetting& setting) {
  if (setting.dim < kMinRtlDim || setting.dim > kMaxRtlDim) {
    throw std::runtime_error(fmt::format("--dim {}: the RTL is made for {}..{}", setting.dim, kMinRtlDim, kMaxRtlDim));
  }
  const std::size_t depth = rtl_queue_depth(setting.dim);
  if (setting.least_queue_depth > depth || setting.program_depth > tops::kProgramDepth) {
    throw std::runtime_error(
        fmt::format("RTL nodes: the run needs queues of {} packets and programs of {} entries, the RTL for --dim {} "
                    "has {} and {}; use fewer --packets, or --engine native",
                    setting.least_queue_depth, setting.program_depth, setting.dim, depth, tops::kProgramDepth));
  }
}

}  // namespace

std::size_t rtl_queue_depth(unsigned dim) {
  return tops::queue_depth(dim);
}

std::unique_ptr<testbench::Mesh> make_rtl_mesh(const testbench::MeshSetting& setting, testbench::NodeMemory& memory) {
  static constexpr auto kMakers = rtl_makers(Dims());
  require_room(setting);
  return kMakers.at(setting.dim - kMinRtlDim)(setting, memory);
}

std::unique_ptr<testbench::Mesh> make_cosimulation_mesh(const testbench::MeshSetting& setting,
                                                        testbench::NodeMemory& memory) {
  static constexpr auto kMakers = cosimulation_makers(Dims());
  require_room(setting);
  return kMakers.at(setting.dim - kMinRtlDim)(setting, memory);
}

}  // namespace rtl_sim
