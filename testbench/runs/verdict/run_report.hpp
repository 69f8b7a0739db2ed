// SPDX-License-Identifier: Apache-2.0
// Results of a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/ground/host/archive.hpp"
#include "testbench/runs/verdict/link_records.hpp"

namespace testbench {

// The work of a link layer, over all links.
struct LinkTotals {
  unsigned packet_cycles = 0;                  // t_c, of the widest link
  std::uint64_t narrow_cycles = 0;             // that packets took more, on all narrower ones together
  unsigned tau = 0;                            // cycles of a frame beside those of its packets
  unsigned pipeline = 0;                       // cycles of a hop beside those of its frame
  unsigned header_words = 0;                   // words of a frame beside those of its packets
  unsigned time_out = 0;                       // cycles until packets are sent again; 0 without a checksum
  std::uint64_t links = 0;                     // one direction each, that have carried frames
  std::uint64_t frames = 0;                    // sent, with those that carry no packet
  std::vector<std::uint32_t> frames_of_links;  // the same by node, then by port
  std::uint64_t refused = 0;                   // came damaged
  std::uint64_t time_outs = 0;
  std::uint64_t dropped = 0;      // packets that dead links gave up: without an answer, or handed to them later
  std::vector<std::string> dead;  // links, as node:port
};

// A collective that was made in parts, or in another order, because the queues were too short for it.
struct PartsTotals {
  std::uint32_t packets = 0;  // of a part; the last may have fewer
  std::uint32_t count = 0;
  bool transit_first = false;
  bool is_tried = false;  // with the stalls of the run alone
};

struct RunReport {
  std::uint64_t cycles = 0;               // from the first cycle in which a link carries a packet to the last
  std::uint64_t total_cycles = 0;         // from the start strobe to the last packet written to memory
  std::uint64_t transmissions = 0;        // packets over links
  std::uint64_t missing = 0;              // deliveries, or results, that have not come to memories
  std::uint64_t deepest_queue = 0;        // most packets that a crosspoint queue has held
  std::uint64_t stall_cycles = 0;         // node-cycles in which a packet waited for a neighbour that said stop
  std::uint64_t lost_in_queues = 0;       // packets that came into full queues, where wires take cycles
  double load_seconds = 0;                // time to make the mesh and load its registers
  double seconds = 0;                     // time of the simulation, without loading and judging
  std::uint64_t node_cycles = 0;          // clock cycles simulated, times nodes
  std::optional<std::string> fault;       // nothing: every packet and every byte was right
  bool is_cut = false;                    // it takes more cycles than it may; `cycles`: about as many, or less
  bool stands_still = false;              // it was ended because nothing moved any more
  std::optional<PartsTotals> parts;       // if it was made so
  std::optional<LatencySummary> latency;  // if it was asked for
  std::optional<LinkLoad> link_load;      // if it was asked for
  std::optional<LinkTotals> link_layer;   // if the nodes have one
};

// The fault, and before it packets that were lost in queues, which are the cause.
inline std::string with_losses(std::uint64_t lost, const std::string& fault) {
  if (lost == 0) return fault;
  return std::to_string(lost) +
         " packets came into full queues, whose wires take more cycles than the nodes are made for; " + fault;
}

// Adds up the time between start() and stop().
class Stopwatch {
 public:
  void start() { began_ = std::chrono::steady_clock::now(); }
  void stop() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  double seconds() const { return seconds_; }
  // While it stands still.
  void serialize(Archive& archive) { archive.values(seconds_); }

 private:
  std::chrono::steady_clock::time_point began_;
  double seconds_ = 0;
};

}  // namespace testbench
