// SPDX-License-Identifier: Apache-2.0
// The hardware's node for a setting. RTL engines make models of it, and a run asks for it before it
// chooses an engine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/engines/mesh/mesh.hpp"

namespace testbench {

// The RTL nodes for a setting: its network, gate, cycles a hop and operators, with queues,
// programs, windows and sequences as long as the run needs and no shorter than the defaults. Nodes
// that serve requests have crosspoint queues of the usual depth unless the user asks for another.
// Throws hls::ConfigurationError for an impossible node.
hls::NodeConfiguration rtl_configuration(const MeshSetting& setting);
// The depth of crosspoint queues, unless the run needs more or the user asks for another.
std::size_t usual_rtl_queue_depth(const MeshSetting& setting);

// Bytes of RTL nodes of the configuration, including their C++ in lockstep.
std::uint64_t rtl_bytes(const hls::NodeConfiguration& configuration, std::uint32_t nodes, bool lockstep);

}  // namespace testbench
