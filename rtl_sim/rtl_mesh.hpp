// The RTL in a cube: the Verilator model of the generated SystemVerilog node, 2^d instances wired as a cube and driven
// through the same registers by the same firmware as the native engine.
#pragma once

#include <cstddef>
#include <memory>

#include "testbench/mesh.hpp"
#include "testbench/node_memory.hpp"

namespace rtl_sim {

inline constexpr unsigned kMinRtlDim = 2;
inline constexpr unsigned kMaxRtlDim = 6;

// Packets in a crosspoint queue of the RTL.
std::size_t rtl_queue_depth(unsigned dim);

// setting.dim: kMinRtlDim .. kMaxRtlDim. setting.lockstep: a clock throws testbench::Divergence at the first register
// that differs from the C++. Throw std::runtime_error where the tops' queues or programs are too short for the setting,
// and where the file of setting.wave cannot be written. `memory` must outlive the mesh.

// Every node is RTL.
std::unique_ptr<testbench::Mesh> make_rtl_mesh(const testbench::MeshSetting& setting, testbench::NodeMemory& memory);

// The SystemC cube (testbench/systemc), where setting.rtl_nodes are RTL and the others C++.
std::unique_ptr<testbench::Mesh> make_cosimulation_mesh(const testbench::MeshSetting& setting,
                                                        testbench::NodeMemory& memory);

}  // namespace rtl_sim
