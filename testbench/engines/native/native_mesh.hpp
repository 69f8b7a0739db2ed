// SPDX-License-Identifier: Apache-2.0
// The native engine: the synthesizable node compiled for the host, one object for every node,
// stepped cycle by cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "firmware/node/register_image.hpp"
#include "testbench/engines/mesh/environment.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/nodes/nodes.hpp"
#include "testbench/engines/nodes/soc_cube.hpp"
#include "testbench/judge/checker/relative_checker.hpp"

namespace testbench {

// Bits of a packet's sequence in nodes that serve broadcast requests.
inline constexpr unsigned kNativeSequenceWidth = 32;

// A configuration that is not in the program is compiled on first use, so that all of these can
// throw ModelError.

// `environment`: MemoryEnvironment for routers, RequestEnvironment for nodes that serve
// requests. Throws std::bad_alloc when there is no address space for the queues.
std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, std::unique_ptr<Environment> environment);
// Makes a mesh of routers with memories alone. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, NodeMemory& memory);
// The nodes alone, for meshes that take any nodes. Routers have the port gate, and as many ports as
// the network, but at least 2.
std::unique_ptr<Nodes> make_native_nodes(const MeshSetting& setting);

// A mesh of which only node 0 is there and stands for all (symmetric_engine.hpp). `judge` must outlive it.
std::unique_ptr<Mesh> make_symmetric_mesh(const MeshSetting& setting, RelativeChecker& judge);

// The systems of a cube (hls/soc) in C++, of a configuration of that kind.
std::unique_ptr<SocCube> make_native_systems(const hls::NodeConfiguration& configuration,
                                             const std::vector<bool>& rtl_nodes);

// Sizes of a mesh's records, in bytes.
struct NativeSizes {
  std::uint64_t node;    // registers, inputs and outputs
  std::uint64_t packet;  // at most, for one that waits in a queue
  std::uint64_t queue;   // additional, for one in which any packet has waited
  std::uint64_t common;  // shared by all queues
  std::uint64_t entry;   // of an injection program
  std::uint64_t word;    // of a rule table
  std::uint64_t window;  // of the port gate's program, if it is not part of the node
};
NativeSizes native_sizes(const MeshSetting& setting);

// Memory that the queues of one node take, if all nodes are loaded as the node of address 0 and no
// memory is ever slow. Returns nothing if the run has no end, or is too long to simulate in about a
// second. On cubes only.
std::optional<std::uint64_t> native_queue_bytes(const MeshSetting& setting, const node::RegisterImage& image);

}  // namespace testbench
