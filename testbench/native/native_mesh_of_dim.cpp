// One translation unit for every dimension (CUBECAST_DIM), so that they compile side by side.
#include "testbench/native/native_mesh_of_dim.hpp"

#include "testbench/native/cube_of_nodes.hpp"

namespace testbench {

template <>
std::unique_ptr<Mesh> make_native_mesh_of_dim<CUBECAST_DIM>(const MeshSetting& setting, NodeMemory& memory) {
  if (setting.gated) {
    return std::make_unique<CubeOfNodes<AnyDepthConfig<CUBECAST_DIM, router::PortModel::kGated>>>(setting, memory);
  }
  return std::make_unique<CubeOfNodes<AnyDepthConfig<CUBECAST_DIM, router::PortModel::kAllPort>>>(setting, memory);
}

}  // namespace testbench
