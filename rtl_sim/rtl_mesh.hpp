// The RTL as an engine: the Verilator model of the generated SystemVerilog node, an instance for every node of the
// network, driven through the same registers by the same firmware as the native engine.
#pragma once

#include <cstddef>
#include <memory>

#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace rtl_sim {

// Dimensions of the tops that the program has; 0 where it has none.
struct RtlDims {
  unsigned first = 0;
  unsigned last = 0;
};
RtlDims rtl_dims(unsigned hop_cycles, bool combines = false, unsigned stages = 0);

// What other networks may have at most; 0 where the program has no top for them.
struct RtlSizes {
  std::uint32_t nodes = 0;
  unsigned ports = 0;
};
RtlSizes rtl_sizes();

// Packets in a crosspoint queue of the RTL; 0 for a network without a top.
std::size_t rtl_queue_depth(const network::SomeNetwork& network, unsigned hop_cycles, bool combines, unsigned stages);

// Throws std::runtime_error where there is no top for the network, and where the top's queues or programs are too short
// for the setting.
void require_room(const testbench::MeshSetting& setting);

// setting.simulation.lockstep: a clock throws testbench::Divergence at the first register that differs from the C++.
// Throw std::runtime_error like require_room, and where the file of setting.wave cannot be written. `memory` must outlive
// the mesh.

// Every node is RTL.
std::unique_ptr<testbench::Mesh> make_rtl_mesh(const testbench::MeshSetting& setting, testbench::NodeMemory& memory);

// The SystemC mesh (testbench/systemc), where setting.simulation.rtl_nodes are RTL and the others C++.
std::unique_ptr<testbench::Mesh> make_cosimulation_mesh(const testbench::MeshSetting& setting,
                                                        testbench::NodeMemory& memory);

}  // namespace rtl_sim
