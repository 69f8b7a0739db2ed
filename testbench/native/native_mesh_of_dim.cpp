// The translation unit of one dimension, CUBECAST_DIM.
#include "testbench/native/native_mesh_of_dim.hpp"

#include "testbench/mesh/mesh_of_nodes.hpp"
#include "testbench/native/native_nodes.hpp"

namespace testbench {
namespace {

using AllPort = AnyDepthConfig<CUBECAST_DIM, router::PortModel::kAllPort>;
using Gated = AnyDepthConfig<CUBECAST_DIM, router::PortModel::kGated>;

template <class Config>
constexpr NativeSizes kSizes = {
    sizeof(router::State<Config>) + sizeof(router::In<Config>) + sizeof(router::Out<Config>),
    sizeof(network::Packet<Config>), sizeof(router::ProgramEntry<Config>)};

}  // namespace

template <>
std::unique_ptr<Mesh> NativeMeshOfDim<CUBECAST_DIM>::make(const MeshSetting& setting, NodeMemory& memory) {
  if (setting.gated) return std::make_unique<MeshOfNodes<NativeNodes<Gated>>>(setting, memory);
  return std::make_unique<MeshOfNodes<NativeNodes<AllPort>>>(setting, memory);
}

template <>
NativeSizes NativeMeshOfDim<CUBECAST_DIM>::sizes(const MeshSetting& setting) {
  return setting.gated ? kSizes<Gated> : kSizes<AllPort>;
}

}  // namespace testbench
