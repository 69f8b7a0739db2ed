// SPDX-License-Identifier: Apache-2.0
// Nodes that SystemC clocks: an SC_MODULE around every node, a signal for every link.
#pragma once

#include "testbench/engines/mesh/wide_mesh.hpp"
#include "testbench/engines/nodes/core_model.hpp"
#include "testbench/engines/nodes/soc_cube.hpp"

namespace testbench {

// The most nodes of a simulation.
inline constexpr std::uint32_t kMaxSystemcNodes = 1024;

// Only one mesh may exist at a time: SystemC has one simulation in a process, which ends with the
// mesh. Throws ModelError where the mesh cannot be compiled.
std::unique_ptr<Mesh> make_systemc_mesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes,
                                        std::unique_ptr<Environment> environment);

// A core in the simulation of the mesh, which must exist until the core is gone and must not have been
// clocked yet.
std::unique_ptr<CoreModel> make_systemc_core();

// The systems of a cube, in a simulation of their own.
std::unique_ptr<SocCube> make_systemc_systems(const hls::NodeConfiguration& configuration,
                                              const std::vector<bool>& rtl_nodes);

}  // namespace testbench
