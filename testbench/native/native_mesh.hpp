// The native engine: the synthesizable node compiled for the host, 2^d times, evaluated and committed cycle by cycle.
#pragma once

#include <cstddef>
#include <memory>

#include "testbench/mesh.hpp"
#include "testbench/node_memory.hpp"

namespace testbench {

inline constexpr unsigned kMaxNativeDim = 12;

struct NativeSetting {
  unsigned dim = 1;                // 1 .. kMaxNativeDim
  bool gated = false;              // with the port gate of one-port and half-duplex nodes
  std::size_t queue_depth = 4;     // packets in a crosspoint queue, a power of two from 4
  std::size_t program_depth = 64;  // entries in the injection program of a port, a power of two
};

// Throws std::bad_alloc when there is no address space for the queues. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_native_mesh(const NativeSetting& setting, NodeMemory& memory);

}  // namespace testbench
