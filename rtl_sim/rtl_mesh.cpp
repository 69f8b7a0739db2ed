#include "rtl_sim/rtl_mesh.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "hls/tops/node_top.hpp"
#include "rtl_sim/rtl_mesh_of_dim.hpp"

namespace rtl_sim {
namespace {

using Maker = std::unique_ptr<testbench::Mesh> (*)(const testbench::MeshSetting&, testbench::NodeMemory&, bool);

template <std::size_t... Index>
constexpr std::array<Maker, sizeof...(Index)> makers(std::index_sequence<Index...>) {
  return {&make_rtl_mesh_of_dim<Index + kMinRtlDim>...};
}

std::unique_ptr<testbench::Mesh> make(const testbench::MeshSetting& setting, testbench::NodeMemory& memory,
                                      bool lockstep) {
  static constexpr auto kMakers = makers(std::make_index_sequence<kMaxRtlDim - kMinRtlDim + 1>());
  if (setting.dim < kMinRtlDim || setting.dim > kMaxRtlDim) {
    throw std::runtime_error(fmt::format("--dim {}: the RTL is made for {}..{}", setting.dim, kMinRtlDim, kMaxRtlDim));
  }
  const std::size_t depth = tops::queue_depth(setting.dim);
  if (setting.queue_depth > depth || setting.program_depth > tops::kProgramDepth) {
    throw std::runtime_error(
        fmt::format("--engine rtl: the run needs queues of {} packets and programs of {} entries, the RTL for --dim {} "
                    "has {} and {}; use fewer --packets, or --engine native",
                    setting.queue_depth, setting.program_depth, setting.dim, depth, tops::kProgramDepth));
  }
  return kMakers.at(setting.dim - kMinRtlDim)(setting, memory, lockstep);
}

}  // namespace

std::unique_ptr<testbench::Mesh> make_rtl_mesh(const testbench::MeshSetting& setting, testbench::NodeMemory& memory) {
  return make(setting, memory, false);
}

std::unique_ptr<testbench::Mesh> make_lockstep_mesh(const testbench::MeshSetting& setting,
                                                    testbench::NodeMemory& memory) {
  return make(setting, memory, true);
}

}  // namespace rtl_sim
