// The simulators that a collective can run on.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"
#include "testbench/nodes/nodes.hpp"

namespace testbench {

// The largest networks of an engine.
struct EngineLimits {
  unsigned dimension = 0;   // of cubes
  std::uint32_t nodes = 0;  // of other networks, as what follows
  unsigned ports = 0;
};

std::vector<std::string> engine_names();
// "1..16, systemc 1..10" for messages: the dimensions of the first engine, and of the others.
std::string known_dims();
// Nothing for an engine that is none.
std::optional<EngineLimits> limits_of_engine(std::string_view engine);

// Are there RTL nodes in a run of the engine?
inline bool has_rtl(std::string_view engine, const Simulation& simulation) {
  return engine == "rtl" || !simulation.rtl_nodes.empty();
}

// The RTL nodes for a setting: its network, gate, cycles a hop and operators, with queues,
// programs, windows and sequences as long as the run needs and no shorter than the defaults. Throws
// hls::ConfigurationError for what no node can be.
hls::NodeConfiguration rtl_configuration(const MeshSetting& setting);
// The depth of their crosspoint queues, unless the run needs more or the user asks for another.
std::size_t usual_rtl_queue_depth(const MeshSetting& setting);

// Bytes that RTL nodes of the configuration take, with C++ beside them if they run in lockstep.
std::uint64_t rtl_bytes(const hls::NodeConfiguration& configuration, std::uint32_t nodes, bool lockstep);

// `engine` must be known and the setting within its limits. An engine that is not in the program is
// compiled first. Throws std::bad_alloc, ModelError, and std::runtime_error where a waveform cannot
// be written. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_mesh(std::string_view engine, const MeshSetting& setting, NodeMemory& memory);

// Nodes of the setting's configuration that are stepped one after the other. `memory` must outlive
// the mesh.
std::unique_ptr<Mesh> make_host_mesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, NodeMemory& memory);

}  // namespace testbench
