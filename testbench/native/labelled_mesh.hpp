// The native engine on any network: nodes that find their way by stored words (router::LabelledConfig).
#pragma once

#include <array>

#include "testbench/mesh/enough_ports.hpp"
#include "testbench/native/native_mesh.hpp"

namespace testbench {

// Ports of the nodes that are compiled. A network has the smallest of them that have enough.
inline constexpr std::array<unsigned, 7> kLabelledPorts{2, 3, 4, 6, 8, 16, 31};

// What the engine knows of nodes of so many ports. Defined for each of kLabelledPorts, in a translation unit of its own.
template <unsigned PortsOfANode>
struct LabelledMeshOfPorts {
  static std::unique_ptr<Mesh> make(const MeshSetting& setting, NodeMemory& memory);
  static NativeSizes sizes(const MeshSetting& setting);
};

// Calls visit(mesh), of the type LabelledMeshOfPorts, for the setting's network.
template <class Visit>
auto with_labelled_mesh(const MeshSetting& setting, Visit visit) {
  return with_enough_ports<kLabelledPorts>(setting.network.ports(),
                                           [&](auto ports) { return visit(LabelledMeshOfPorts<ports>()); });
}

}  // namespace testbench
