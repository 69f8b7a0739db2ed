#include "testbench/systemc/systemc_mesh.hpp"

#include "testbench/mesh/of_dimension.hpp"
#include "testbench/systemc/systemc_mesh_of_dim.hpp"

namespace testbench {

std::unique_ptr<Mesh> make_systemc_mesh(const MeshSetting& setting, NodeMemory& memory) {
  static constexpr auto kMakers =
      of_dimensions<1, kMaxSystemcDim>([](auto dim) { return &make_systemc_mesh_of_dim<dim>; });
  return kMakers.at(setting.network.cube().dimension() - 1)(setting, memory);
}

}  // namespace testbench
