// The SystemC engine: an SC_MODULE around the same step() for every node, a signal for every link, one clock.
#pragma once

#include <cstdint>
#include <memory>

#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace testbench {

inline constexpr unsigned kMaxSystemcDim = 8;
// Of other networks than cubes.
inline constexpr std::uint32_t kMaxSystemcNodes = 256;
inline constexpr unsigned kMaxSystemcPorts = 8;

// One at a time: SystemC has one simulation in a process, which ends with the mesh. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_systemc_mesh(const MeshSetting& setting, NodeMemory& memory);

}  // namespace testbench
