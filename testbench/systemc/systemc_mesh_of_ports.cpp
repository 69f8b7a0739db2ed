// The translation unit of nodes of any network with CUBECAST_PORTS ports.
#include "testbench/native/native_nodes.hpp"
#include "testbench/systemc/labelled_systemc_mesh.hpp"
#include "testbench/systemc/mesh_of_modules.hpp"

namespace testbench {

template <>
std::unique_ptr<Mesh> make_systemc_mesh_of_ports<CUBECAST_PORTS>(const MeshSetting& setting, NodeMemory& memory) {
  using Nodes = NativeNodes<LabelledConfig<CUBECAST_PORTS, router::PortModel::kGated>>;
  return std::make_unique<MeshOfModules<Nodes>>(setting, memory);
}

}  // namespace testbench
