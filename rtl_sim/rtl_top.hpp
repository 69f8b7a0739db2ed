// The tops that a program has as Verilator models: one for each dimension of the cube that its RTL engine runs.
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

  unsigned dimension;
  unsigned hop_cycles;        // of a router
  std::size_t queue_depth;    // packets in a crosspoint queue
  std::size_t program_depth;  // entries in an injection program
  std::uint64_t sequences;    // numbers of packets of one source to one destination
  Maker make_mesh;            // every node is RTL
  Maker make_cosimulation;    // the SystemC mesh, where setting.simulation.rtl_nodes are RTL and the others C++
};

// The top of CUBECAST_DIM and CUBECAST_HOP_CYCLES, each in a translation unit of its own.
template <unsigned Dimension, unsigned HopCycles>
RtlTop rtl_top_of_dim();

// By ascending dimension for each of the cycles a hop, one first. Every program with the RTL engine links one file that defines it: tops_of_cubes.cpp, or
// mutants/mutant_top.cpp.
std::span<const RtlTop> rtl_tops();

}  // namespace rtl_sim
