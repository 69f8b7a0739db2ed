// The translation unit of one dimension, CUBECAST_DIM. Every node has the port gate; left open, it is an all-port node.
#include "testbench/systemc/systemc_mesh_of_dim.hpp"

#include "testbench/native/native_nodes.hpp"
#include "testbench/systemc/mesh_of_modules.hpp"

namespace testbench {

template <>
std::unique_ptr<Mesh> make_systemc_mesh_of_dim<CUBECAST_DIM>(const MeshSetting& setting, NodeMemory& memory) {
  using Nodes = NativeNodes<AnyDepthConfig<CUBECAST_DIM, router::PortModel::kGated>>;
  return std::make_unique<MeshOfModules<Nodes>>(setting, memory);
}

}  // namespace testbench
