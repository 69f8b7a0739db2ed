// SPDX-License-Identifier: Apache-2.0
// Engines, by name: the simulators for meshes of any nodes. The native engine and SystemC are in
// the library (testbench/runs/experiment/engines.hpp). Others register themselves, so that nothing here depends
// on them: the RTL engine registers where rtl_sim is linked.
//
//     extern "C" const bool my_engine = testbench::register_engine({.name = "mine", ...});
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/engines/mesh/environment.hpp"
#include "testbench/engines/mesh/mesh.hpp"

namespace testbench {

// The largest networks of an engine.
struct EngineLimits {
  unsigned dimension = 0;   // of cubes
  std::uint32_t nodes = 0;  // of other networks, like the ports
  unsigned ports = 0;
};

class CoreModel;  // testbench/engines/nodes/core_model.hpp
class SocCube;    // testbench/engines/nodes/soc_cube.hpp

struct Engine {
  std::string_view name;
  EngineLimits limits;
  // The setting is within the limits. `environment`: MemoryEnvironment for routers,
  // RequestEnvironment for nodes that serve requests. Throws std::bad_alloc, ModelError, and
  // std::runtime_error where a waveform cannot be written.
  std::unique_ptr<Mesh> (*make)(const MeshSetting&, std::unique_ptr<Environment>);
  // Nodes for the meshes of other engines: those of MeshSetting::rtl_nodes as RTL. Null if the
  // engine has none.
  std::unique_ptr<Nodes> (*make_nodes)(const MeshSetting&) = nullptr;
  // Builds the nodes' models beforehand, for later runs. Null if nothing is built for them.
  void (*build)(const hls::NodeConfiguration&) = nullptr;
  // The core beside a router. Null if it is C++ alone.
  std::unique_ptr<CoreModel> (*make_core)() = nullptr;
  // The systems of a cube. Null if the engine has none. `rtl_nodes`: as in MeshSetting.
  std::unique_ptr<SocCube> (*make_systems)(const hls::NodeConfiguration&, const std::vector<bool>& rtl_nodes) = nullptr;
};

// Called once for each engine, before any lookup. Returns true.
bool register_engine(const Engine& engine);
// The engines in the order of registration.
const std::vector<Engine>& registered_engines();

}  // namespace testbench
