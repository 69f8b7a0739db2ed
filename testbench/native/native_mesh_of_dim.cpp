// The translation unit of one dimension, CUBECAST_DIM.
#include "testbench/native/native_mesh_of_dim.hpp"

#include "testbench/native/dense_mesh.hpp"

namespace testbench {
namespace {

using AllPort = AnyDepthConfig<CUBECAST_DIM, router::PortModel::kAllPort>;
using Gated = AnyDepthConfig<CUBECAST_DIM, router::PortModel::kGated>;

template <class Config>
NativeSizes sizes_of() {
  return {DenseMesh<Config>::node_bytes(), sizeof(network::Packet<Config>), sizeof(router::ProgramEntry<Config>),
          sizeof(network::PortSet<Config>)};
}

}  // namespace

template <>
std::unique_ptr<Mesh> NativeMeshOfDim<CUBECAST_DIM>::make(const MeshSetting& setting, NodeMemory& memory) {
  if (setting.gated) return std::make_unique<DenseMesh<Gated>>(setting, memory);
  return std::make_unique<DenseMesh<AllPort>>(setting, memory);
}

template <>
NativeSizes NativeMeshOfDim<CUBECAST_DIM>::sizes(const MeshSetting& setting) {
  return setting.gated ? sizes_of<Gated>() : sizes_of<AllPort>();
}

}  // namespace testbench
