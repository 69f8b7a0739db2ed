// The tops of nodes that serve broadcast requests that a program has as Verilator models.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "testbench/broadcast/broadcast_mesh.hpp"

namespace rtl_sim {

struct RtlServerTop {
  using Maker = std::unique_ptr<testbench::BroadcastMesh> (*)(const testbench::BroadcastSetting&);

  unsigned dimension;
  testbench::PrefixSetting prefix;
  std::size_t queue_depth;  // packets in a crosspoint queue
  Maker make_mesh;          // every node is RTL
};

// The top of a configuration of hls/tops, each in a translation unit of its own.
template <class Config>
RtlServerTop rtl_server_top_of();

// Those of each kind of prefix by ascending dimension. Every program with the RTL engine links one file that
// defines it: tops/server_tops.cpp, or mutants/mutant_top.cpp.
std::span<const RtlServerTop> rtl_server_tops();

}  // namespace rtl_sim
