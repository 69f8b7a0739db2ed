// One translation unit for every dimension (CUBECAST_DIM), so that they compile side by side. Every node has the port
// gate; left open, it is an all-port node.
#include "testbench/systemc/systemc_mesh_of_dim.hpp"

#include "testbench/native/native_nodes.hpp"
#include "testbench/systemc/systemc_cube.hpp"

namespace testbench {

template <>
std::unique_ptr<Mesh> make_systemc_mesh_of_dim<CUBECAST_DIM>(const MeshSetting& setting, NodeMemory& memory) {
  return std::make_unique<SystemcCube<NativeNodes<AnyDepthConfig<CUBECAST_DIM, router::PortModel::kGated>>>>(setting,
                                                                                                             memory);
}

}  // namespace testbench
