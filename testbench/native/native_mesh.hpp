// The native engine: the synthesizable node compiled for the host, one object for every node, stepped cycle by cycle.
#pragma once

#include <cstdint>
#include <memory>

#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace testbench {

inline constexpr unsigned kMaxNativeDim = 16;
// Small cubes have queues of numbers up to here, for tests (Simulation::least_numbered_dim).
inline constexpr unsigned kMaxTestedNumberedDim = 6;

// Throws std::bad_alloc when there is no address space for the queues. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, NodeMemory& memory);

// Sizes of the records that a mesh of the setting keeps, in bytes.
struct NativeSizes {
  std::uint64_t node;    // registers, inputs and outputs
  std::uint64_t packet;  // in a crosspoint queue
  std::uint64_t entry;   // of an injection program
  std::uint64_t word;    // of a rule table
};
NativeSizes native_sizes(const MeshSetting& setting);

}  // namespace testbench
