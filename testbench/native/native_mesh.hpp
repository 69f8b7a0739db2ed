// SPDX-License-Identifier: Apache-2.0
// The native engine: the synthesizable node compiled for the host, one object for every node,
// stepped cycle by cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "firmware/node/register_image.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/surroundings.hpp"
#include "testbench/nodes/nodes.hpp"

namespace testbench {

inline constexpr unsigned kMaxNativeDim = 16;
// Bits of a sequence in nodes that serve broadcast requests.
inline constexpr unsigned kNativeSequenceWidth = 32;

// Configurations that are not in the program are compiled when they are first asked for: all of
// these throw ModelError.

// `surroundings`: MemorySurroundings of routers, RequestSurroundings of nodes that serve requests.
// Throws std::bad_alloc when there is no address space for the queues.
std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, std::unique_ptr<Surroundings> surroundings);
// The same for routers with memories alone. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, NodeMemory& memory);
// The nodes alone, for meshes that take any. Routers have the port gate, and as many ports as the
// network, 2 at least.
std::unique_ptr<Nodes> make_native_nodes(const MeshSetting& setting);

// Sizes of the records that a mesh of the setting keeps, in bytes.
struct NativeSizes {
  std::uint64_t node;    // registers, inputs and outputs
  std::uint64_t packet;  // that waits in a queue, at most
  std::uint64_t queue;   // in which any has waited, besides
  std::uint64_t common;  // of all queues
  std::uint64_t entry;   // of an injection program
  std::uint64_t word;    // of a rule table
  std::uint64_t window;  // of the port gate's program, where that is no part of the node
};
NativeSizes native_sizes(const MeshSetting& setting);

// Memory that the queues of one node take, where all nodes are loaded as the node of address 0 and
// no memory is ever slow. Nothing if the run is too long to find out in a second or so, or comes to
// no end. On cubes only.
std::optional<std::uint64_t> native_queue_bytes(const MeshSetting& setting, const node::RegisterImage& image);

}  // namespace testbench
