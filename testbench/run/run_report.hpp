// What a run has shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/run/link_load.hpp"
#include "testbench/run/packet_latency.hpp"

namespace testbench {

struct RunReport {
  std::uint64_t cycles = 0;               // from the first cycle in which a link carries a packet to the last
  std::uint64_t total_cycles = 0;         // from the start strobe to the last packet written to memory
  std::uint64_t transmissions = 0;        // packets over links
  std::uint64_t deepest_queue = 0;        // most packets that a crosspoint queue has held
  std::uint64_t stall_cycles = 0;         // node-cycles in which a packet waited for a neighbour that said stop
  double load_seconds = 0;                // of making the mesh and loading its registers
  double seconds = 0;                     // of simulation; loading and judging not counted
  std::uint64_t node_cycles = 0;          // clock cycles simulated, times nodes
  std::optional<std::string> fault;       // nothing: every packet and every byte was right
  std::optional<LatencySummary> latency;  // where it was asked for
  std::optional<LinkLoad> link_load;      // where it was asked for
};

}  // namespace testbench
