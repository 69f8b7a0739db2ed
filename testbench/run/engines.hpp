// SPDX-License-Identifier: Apache-2.0
// The simulators that nodes can run in, by their names.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/mesh/engine.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"
#include "testbench/mesh/rtl_configuration.hpp"
#include "testbench/nodes/nodes.hpp"

namespace testbench {

std::vector<std::string> engine_names();
// "1..16, systemc 1..10" for messages: the dimensions of the first engine, and of the others.
std::string known_dims();
// Nothing for an engine that is none.
std::optional<EngineLimits> limits_of_engine(std::string_view engine);

// Are there RTL nodes in a run of the engine?
inline bool has_rtl(std::string_view engine, const Simulation& simulation) {
  return engine == "rtl" || !simulation.rtl_nodes.empty();
}

// A mesh of routers and their memories. `engine` must be known and the setting within its limits. An
// engine that is not in the program is compiled first. Throws what Engine::make does. `memory` must
// outlive the mesh.
std::unique_ptr<Mesh> make_mesh(std::string_view engine, const MeshSetting& setting, NodeMemory& memory);
// The same of nodes that serve broadcast requests, and their sources.
std::unique_ptr<BroadcastMesh> make_servers(std::string_view engine, const BroadcastSetting& setting);

// Nodes of the setting's configuration that are stepped one after the other. `memory` must outlive
// the mesh.
std::unique_ptr<Mesh> make_host_mesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, NodeMemory& memory);

// Puts into the store of models what a later run of RTL nodes of the configuration needs, or the
// text alone of kinds that no engine runs. Throws ModelError.
void build_rtl(const hls::NodeConfiguration& configuration);

}  // namespace testbench
