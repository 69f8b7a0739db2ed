// The simulators that a collective can run on.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace testbench {

std::vector<std::string> engine_names();

struct DimRange {
  unsigned first;
  unsigned last;
};

// "1..16, systemc 1..8" for messages: the dimensions of the first engine, and of the others.
std::string known_dims();

// The dimensions that the engine of that name runs with routers of so many cycles, and stages in which packets are combined;
// 0..0 for none; nothing if this build has no engine of that name.
std::optional<DimRange> dims_of_engine(std::string_view engine, unsigned router_cycles = 1, unsigned stages = 0);

// The SystemC engine with RTL nodes in its cube, or nothing if this build has no RTL.
std::optional<DimRange> dims_of_rtl_nodes(unsigned router_cycles = 1, unsigned stages = 0);

// Are there RTL nodes in a run of the engine?
inline bool has_rtl(std::string_view engine, const Simulation& simulation) {
  return engine == "rtl" || !simulation.rtl_nodes.empty();
}

// What other networks than cubes may have at most, on the engine of that name or with RTL nodes; nothing as above.
struct NetworkSizes {
  std::uint32_t nodes;
  unsigned ports;
};
std::optional<NetworkSizes> sizes_of_engine(std::string_view engine);
std::optional<NetworkSizes> sizes_of_rtl_nodes();

// Packets in a crosspoint queue of RTL nodes, or nothing if this build has no RTL.
std::optional<std::size_t> queue_depth_of_rtl_nodes(const network::SomeNetwork& network, unsigned router_cycles = 1,
                                                    bool combines = false, unsigned stages = 0);

// Throws std::runtime_error where the RTL has no room for the run.
void require_room(std::string_view engine, const MeshSetting& setting);

// `engine` must be known and the setting within its range. Throws std::bad_alloc, and std::runtime_error where the RTL
// has no room for the run. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_mesh(std::string_view engine, const MeshSetting& setting, NodeMemory& memory);

}  // namespace testbench
