// SPDX-License-Identifier: Apache-2.0
// The simulators of nodes, by name.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/engines/mesh/engine.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/mesh/node_memory.hpp"
#include "testbench/engines/mesh/rtl_configuration.hpp"
#include "testbench/engines/nodes/core_model.hpp"
#include "testbench/engines/nodes/nodes.hpp"
#include "testbench/engines/nodes/soc_cube.hpp"

namespace testbench {

// The engines of meshes, and those of runs: one more, which simulates one node for all (symmetric_run.hpp).
std::vector<std::string> engine_names();
std::vector<std::string> run_engine_names();
// "1..16, systemc 1..10" for messages: the dimensions of the first engine, and those of the others.
std::string known_dims();
// Returns nothing for an unknown engine.
std::optional<EngineLimits> limits_of_engine(std::string_view engine);

// The engine must be known.
const Engine& engine_of_name(std::string_view name);
// Makes a mesh of routers and their memories. Its engine must be known and the setting within its
// limits. An engine that is not in the program is compiled first. Throws like Engine::make.
// `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_mesh(const MeshSetting& setting, NodeMemory& memory);
// Routers in an environment of any kind; nodes of the native engine, some of which may be RTL, are stepped one
// after the other.
std::unique_ptr<Mesh> make_mesh(const MeshSetting& setting, std::unique_ptr<Environment> environment);

// The core beside a router in an engine, which must be known; null where it is C++ alone. Throws ModelError.
std::unique_ptr<CoreModel> make_core_model(std::string_view engine);

// The engines that have the systems of a cube, and those systems. Throws ModelError.
std::vector<std::string> system_engine_names();
// `rtl_nodes`: by number, where those of an engine with RTL have it, all in C++ else; empty: everywhere.
std::unique_ptr<SocCube> make_systems(std::string_view engine, const hls::NodeConfiguration& configuration,
                                      const std::vector<bool>& rtl_nodes);

// Puts the RTL model that a later run needs into the store of models. Kinds that no engine runs get
// only the RTL text. Throws ModelError.
void build_rtl(const hls::NodeConfiguration& configuration);

}  // namespace testbench
