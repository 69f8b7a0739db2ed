#include "testbench/systemc/systemc_mesh.hpp"

#include <iterator>

#include "testbench/mesh/of_dimension.hpp"
#include "testbench/systemc/labelled_systemc_mesh.hpp"
#include "testbench/systemc/systemc_mesh_of_dim.hpp"

namespace testbench {
namespace {

template <std::size_t Place = 0>
std::unique_ptr<Mesh> make_labelled(const MeshSetting& setting, NodeMemory& memory) {
  if constexpr (Place + 1 < std::size(kSystemcPorts)) {
    if (setting.network.ports() > kSystemcPorts[Place]) return make_labelled<Place + 1>(setting, memory);
  }
  return make_systemc_mesh_of_ports<kSystemcPorts[Place]>(setting, memory);
}

}  // namespace

std::unique_ptr<Mesh> make_systemc_mesh(const MeshSetting& setting, NodeMemory& memory) {
  if (!setting.network.is_cube()) return make_labelled(setting, memory);
  static constexpr auto kMakers =
      of_dimensions<1, kMaxSystemcDim>([](auto dim) { return &make_systemc_mesh_of_dim<dim>; });
  return kMakers.at(setting.network.cube().dimension() - 1)(setting, memory);
}

}  // namespace testbench
