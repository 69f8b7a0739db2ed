// The translation unit of nodes of CUBECAST_PORTS ports.
#include "testbench/native/dense_mesh.hpp"
#include "testbench/native/labelled_mesh.hpp"

namespace testbench {
namespace {

// Calls visit(config) for that of the setting.
template <class Visit>
auto with_config(const MeshSetting& setting, Visit visit) {
  using router::PortModel;
  if (setting.gated) return visit(LabelledConfig<CUBECAST_PORTS, PortModel::kGated>());
  return visit(LabelledConfig<CUBECAST_PORTS, PortModel::kAllPort>());
}

}  // namespace

template <>
std::unique_ptr<Mesh> LabelledMeshOfPorts<CUBECAST_PORTS>::make(const MeshSetting& setting, NodeMemory& memory) {
  return with_config(setting, [&](auto config) -> std::unique_ptr<Mesh> {
    return std::make_unique<DenseMesh<decltype(config)>>(setting, memory);
  });
}

template <>
NativeSizes LabelledMeshOfPorts<CUBECAST_PORTS>::sizes(const MeshSetting& setting) {
  return with_config(setting, [&](auto config) { return DenseMesh<decltype(config)>::sizes(setting); });
}

}  // namespace testbench
