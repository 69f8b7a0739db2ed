// The translation unit of one dimension, CUBECAST_DIM.
#include "testbench/native/native_mesh_of_dim.hpp"

#include "testbench/native/dense_mesh.hpp"

namespace testbench {
namespace {

// Packets with short sequences are a third smaller, which tells where the nodes do not fit the cache.
constexpr unsigned kShort = 16;
constexpr bool kHasShort = CUBECAST_DIM >= 9;

bool are_short(const MeshSetting& setting) {
  return kHasShort && setting.packets <= std::uint64_t{1} << kShort;
}

// Calls visit(config) for that of the setting.
template <class Visit>
auto with_config(const MeshSetting& setting, Visit visit) {
  constexpr unsigned kShorter = kHasShort ? kShort : 32;
  using router::PortModel;
  if (setting.gated) {
    if (are_short(setting)) return visit(AnyDepthConfig<CUBECAST_DIM, PortModel::kGated, kShorter>());
    return visit(AnyDepthConfig<CUBECAST_DIM, PortModel::kGated>());
  }
  if (are_short(setting)) return visit(AnyDepthConfig<CUBECAST_DIM, PortModel::kAllPort, kShorter>());
  return visit(AnyDepthConfig<CUBECAST_DIM, PortModel::kAllPort>());
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
  return with_config(setting, [](auto config) {
    using Config = decltype(config);
    return NativeSizes{DenseMesh<Config>::node_bytes(), sizeof(network::Packet<Config>),
                       sizeof(router::ProgramEntry<Config>), sizeof(network::PortSet<Config>)};
  });
}

}  // namespace testbench
