// The native engine on any network: nodes that find their way by stored words (router::LabelledConfig).
#pragma once

#include <algorithm>
#include <array>

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
  const auto of_place = [&]<std::size_t Place>(auto self, std::integral_constant<std::size_t, Place>) {
    if constexpr (Place + 1 < kLabelledPorts.size()) {
      if (setting.network.ports() > kLabelledPorts[Place]) {
        return self(self, std::integral_constant<std::size_t, Place + 1>());
      }
    }
    return visit(LabelledMeshOfPorts<kLabelledPorts[Place]>());
  };
  return of_place(of_place, std::integral_constant<std::size_t, 0>());
}

}  // namespace testbench
