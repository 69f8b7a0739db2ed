// The translation unit of one dimension, CUBECAST_DIM.
#include "testbench/native/native_mesh_of_dim.hpp"

#include "testbench/native/dense_mesh.hpp"
#include "testbench/native/lone_node.hpp"
#include "testbench/native/numbered_storage.hpp"

namespace testbench {
namespace {

// Packets with short sequences are a third smaller, which tells where the nodes do not fit the cache.
constexpr unsigned kShort = 16;
constexpr bool kHasShort = CUBECAST_DIM >= 9;

[[maybe_unused]] bool are_short(const MeshSetting& setting) {
  return setting.packets <= std::uint64_t{1} << kShort;
}

// Numbers in the queues save memory in the largest cubes alone; in small ones they are for tests.
constexpr bool kHasNumbered = CUBECAST_DIM >= kLeastNumberedDim || CUBECAST_DIM <= kMaxTestedNumberedDim;

template <router::PortModel PortModelOf>
using Numbered = AnyDepthConfig<CUBECAST_DIM, PortModelOf, kShort, NumberedStorage>;

[[maybe_unused]] bool are_numbered(const MeshSetting& setting) {
  if (!setting.copies || CUBECAST_DIM < setting.simulation.least_numbered_dim) return false;
  using Common = NumberedStorage<network::Packet<Numbered<router::PortModel::kAllPort>>>::Common;
  return setting.packets <= std::uint64_t{1} << kShort && Common::takes(setting);
}

template <router::PortModel PortModelOf, class Visit>
auto with_config_of(const MeshSetting& setting, Visit visit) {
  if constexpr (kHasNumbered) {
    if (are_numbered(setting)) return visit(Numbered<PortModelOf>());
  }
  if constexpr (kHasShort) {
    if (are_short(setting)) return visit(AnyDepthConfig<CUBECAST_DIM, PortModelOf, kShort>());
  }
  return visit(AnyDepthConfig<CUBECAST_DIM, PortModelOf>());
}

// Calls visit(config) for that of the setting.
template <class Visit>
auto with_config(const MeshSetting& setting, Visit visit) {
  using router::PortModel;
  // One configuration is enough where speed is the hardware's: an open gate makes it an all-port router.
  if (setting.combining) {
    if (setting.hop_cycles == 2) return visit(CombiningConfig<CUBECAST_DIM, 2>());
    return visit(CombiningConfig<CUBECAST_DIM, 1>());
  }
  if (setting.hop_cycles == 2) return visit(AnyDepthConfig<CUBECAST_DIM, PortModel::kGated, 32, RingStorage, 2>());
  if (setting.gated) return with_config_of<PortModel::kGated>(setting, visit);
  return with_config_of<PortModel::kAllPort>(setting, visit);
}

}  // namespace

template <>
std::unique_ptr<Mesh> NativeMeshOfDim<CUBECAST_DIM>::make(const MeshSetting& setting, NodeMemory& memory) {
  return with_config(setting, [&](auto config) -> std::unique_ptr<Mesh> {
    return std::make_unique<DenseMesh<decltype(config)>>(setting, memory);
  });
}

template <>
NativeSizes NativeMeshOfDim<CUBECAST_DIM>::sizes(const MeshSetting& setting) {
  return with_config(setting, [&](auto config) { return DenseMesh<decltype(config)>::sizes(setting); });
}

template <>
std::optional<std::uint64_t> NativeMeshOfDim<CUBECAST_DIM>::queue_bytes(const MeshSetting& setting,
                                                                        const node::RegisterImage& image) {
  constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 19;
  return with_config(setting,
                     [&](auto config) { return LoneNode<decltype(config)>(setting, image).queue_bytes(kMostCycles); });
}

}  // namespace testbench
