#include "testbench/systemc/systemc_mesh.hpp"

#include "testbench/mesh/enough_ports.hpp"
#include "testbench/mesh/of_dimension.hpp"
#include "testbench/systemc/labelled_systemc_mesh.hpp"
#include "testbench/systemc/systemc_mesh_of_dim.hpp"

namespace testbench {
std::unique_ptr<Mesh> make_systemc_mesh(const MeshSetting& setting, NodeMemory& memory) {
  if (!setting.network.is_cube()) {
    return with_enough_ports<kSystemcPorts>(
        setting.network.ports(), [&](auto ports) { return make_systemc_mesh_of_ports<ports>(setting, memory); });
  }
  static constexpr auto kMakers =
      of_dimensions<1, kMaxSystemcDim>([](auto dim) { return &make_systemc_mesh_of_dim<dim>; });
  return kMakers.at(setting.network.cube().dimension() - 1)(setting, memory);
}

}  // namespace testbench
