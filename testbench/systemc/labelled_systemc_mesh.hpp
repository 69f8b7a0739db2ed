// SystemC meshes of any network.
#pragma once

#include <array>

#include "testbench/systemc/systemc_mesh.hpp"

namespace testbench {

// Ports of the nodes of any network that are compiled: the smallest that are enough are taken.
inline constexpr std::array<unsigned, 3> kSystemcPorts{2, 4, kMaxSystemcPorts};

// Defined for each of kSystemcPorts, in a translation unit of its own.
template <unsigned PortsOfANode>
std::unique_ptr<Mesh> make_systemc_mesh_of_ports(const MeshSetting& setting, NodeMemory& memory);

}  // namespace testbench
