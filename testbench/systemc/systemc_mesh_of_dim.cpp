// The translation unit of one dimension, CUBECAST_DIM. Every node has the port gate; left open, it is an all-port node.
#include "testbench/systemc/systemc_mesh_of_dim.hpp"

#include "testbench/native/native_nodes.hpp"
#include "testbench/systemc/mesh_of_modules.hpp"

namespace testbench {
namespace {

template <unsigned HopCycles>
using Nodes = NativeNodes<AnyDepthConfig<CUBECAST_DIM, router::PortModel::kGated, 32, RingStorage, HopCycles>>;

template <unsigned HopCycles>
using CombiningNodes = NativeNodes<CombiningConfig<CUBECAST_DIM, HopCycles>>;

}  // namespace

template <>
std::unique_ptr<Mesh> make_systemc_mesh_of_dim<CUBECAST_DIM>(const MeshSetting& setting, NodeMemory& memory) {
  if (setting.combining) {
    if (setting.hop_cycles == 2) return std::make_unique<MeshOfModules<CombiningNodes<2>>>(setting, memory);
    return std::make_unique<MeshOfModules<CombiningNodes<1>>>(setting, memory);
  }
  if (setting.hop_cycles == 2) return std::make_unique<MeshOfModules<Nodes<2>>>(setting, memory);
  return std::make_unique<MeshOfModules<Nodes<1>>>(setting, memory);
}

}  // namespace testbench
