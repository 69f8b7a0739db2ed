// The native engine: the synthesizable node compiled for the host, 2^d times, evaluated and committed cycle by cycle.
#pragma once

#include <cstddef>
#include <memory>

#include "testbench/mesh.hpp"
#include "testbench/node_memory.hpp"

namespace testbench {

inline constexpr unsigned kMaxNativeDim = 12;

// Throws std::bad_alloc when there is no address space for the queues. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, NodeMemory& memory);

}  // namespace testbench
