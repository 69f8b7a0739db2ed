#include "testbench/native/native_mesh.hpp"

#include "testbench/mesh/of_dimension.hpp"
#include "testbench/native/labelled_mesh.hpp"
#include "testbench/native/native_mesh_of_dim.hpp"

namespace testbench {

std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, NodeMemory& memory) {
  if (!setting.network.is_cube()) {
    return with_labelled_mesh(setting, [&](auto mesh) { return mesh.make(setting, memory); });
  }
  static constexpr auto kMakers = of_dimensions<1, kMaxNativeDim>([](auto dim) { return &NativeMeshOfDim<dim>::make; });
  return kMakers.at(setting.network.cube().dimension() - 1)(setting, memory);
}

NativeSizes native_sizes(const MeshSetting& setting) {
  if (!setting.network.is_cube()) {
    return with_labelled_mesh(setting, [&](auto mesh) { return mesh.sizes(setting); });
  }
  static constexpr auto kSizes = of_dimensions<1, kMaxNativeDim>([](auto dim) { return &NativeMeshOfDim<dim>::sizes; });
  return kSizes.at(setting.network.cube().dimension() - 1)(setting);
}

std::optional<std::uint64_t> native_queue_bytes(const MeshSetting& setting, const node::RegisterImage& image) {
  static constexpr auto kFinders =
      of_dimensions<1, kMaxNativeDim>([](auto dim) { return &NativeMeshOfDim<dim>::queue_bytes; });
  return kFinders.at(setting.network.cube().dimension() - 1)(setting, image);
}

}  // namespace testbench
