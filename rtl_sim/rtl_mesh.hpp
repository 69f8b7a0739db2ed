// The RTL engine: the Verilator model of the generated SystemVerilog node, 2^d instances wired as a cube and driven
// through the same registers by the same firmware as the native engine.
#pragma once

#include <memory>

#include "testbench/mesh.hpp"
#include "testbench/node_memory.hpp"

namespace rtl_sim {

inline constexpr unsigned kMinRtlDim = 2;
inline constexpr unsigned kMaxRtlDim = 6;

// setting.dim: kMinRtlDim .. kMaxRtlDim. Throws std::runtime_error where the tops' queues or programs are too short for
// the setting. `memory` must outlive the mesh.
std::unique_ptr<testbench::Mesh> make_rtl_mesh(const testbench::MeshSetting& setting, testbench::NodeMemory& memory);

// The same beside the C++: a clock throws testbench::Divergence at the first register that differs.
std::unique_ptr<testbench::Mesh> make_lockstep_mesh(const testbench::MeshSetting& setting,
                                                    testbench::NodeMemory& memory);

}  // namespace rtl_sim
