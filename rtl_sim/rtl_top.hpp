// The tops that a program has as Verilator models: one for each dimension of the cube that its RTL engine runs, and nodes of
// any other network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace rtl_sim {

// A gated node with 64-bit payloads. What the meshes throw: rtl_sim/rtl_mesh.hpp.
struct RtlTop {
  using Maker = std::unique_ptr<testbench::Mesh> (*)(const testbench::MeshSetting&, testbench::NodeMemory&);

  unsigned dimension;         // of the cube; 0: of any other network
  std::uint32_t nodes;        // of the network; of any other, at most
  unsigned ports;             // of a node, likewise
  unsigned hop_cycles;        // of a router, without stages in which it combines
  bool combines;              // packets on their way
  unsigned stages;            // in which it does
  std::uint32_t types;        // of packets that it combines (operators::Type)
  std::size_t queue_depth;    // packets in a crosspoint queue
  std::size_t program_depth;  // entries in an injection program
  std::size_t window_depth;   // windows in a port gate's program
  std::uint64_t sequences;    // numbers of packets of one source to one destination
  Maker make_mesh;            // every node is RTL
  Maker make_cosimulation;    // the SystemC mesh, where setting.simulation.rtl_nodes are RTL and the others C++
};

// The top of a configuration of hls/tops, each in a translation unit of its own.
template <class Config>
RtlTop rtl_top_of();

// Those of cubes by ascending dimension for each of the cycles a hop, one first, then those of other networks by ascending
// ports. Every program with the RTL engine links one file that defines it: tops/engine_tops.cpp, or mutants/mutant_top.cpp.
std::span<const RtlTop> rtl_tops();

}  // namespace rtl_sim
