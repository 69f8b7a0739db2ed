// SPDX-License-Identifier: Apache-2.0
// Options of a run: what to record and whom to tell its progress. RunReport holds its results.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/ground/host/archive.hpp"
#include "testbench/judge/checker/wire_event.hpp"
#include "testbench/runs/experiment/link_records.hpp"

namespace testbench {

// The state of a run is kept between two cycles, so that another process can resume there with the same result.
struct Checkpoints {
  using Serialize = std::function<void(Archive&)>;

  std::function<bool(std::uint64_t cycle)> is_due;  // asked now and then; by every rank in the same cycles
  std::function<void(const Serialize&)> write;      // calls it once with an archive to write to
  std::function<void(const Serialize&)> read;       // the run begins with what that reads; null: at the start
  bool in_any_cycle = false;                        // is_due is asked in every cycle
};

// The defaults record the report alone, and call nothing.
struct RunOptions {
  static constexpr const char* kLockstepWave = "cubecast-lockstep.fst";

  std::filesystem::path wave;                              // FST of the RTL nodes from the start strobe on; empty: none
  std::filesystem::path lockstep_wave = kLockstepWave;     // waveform of a difference, if `wave` is empty
  std::function<void(std::span<const LinkEvent>)> events;  // called with the link events, in order
  // Called with them and with what else links did in the same cycles, by last cycle. The same is judged.
  std::function<void(std::span<const LinkEvent>, std::span<const WireEvent>)> watch;
  bool latency = false;                  // report the latency of packets
  bool link_load = false;                // report the load of links
  std::function<void(double)> loading;   // called now and then with the part of the nodes loaded, 0..1
  std::function<void(double)> progress;  // called now and then with the part delivered, 0..1
  Checkpoints checkpoints;
  std::function<bool()> interrupted;  // asked now and then; true ends the run with Interrupted

  // Show the progress of the run, and end it if the user has interrupted it.
  void poll(double part_done) const;
  void poll_loading(double part_loaded) const;
};

struct Interrupted {};

inline void RunOptions::poll(double part_done) const {
  if (progress) progress(part_done);
  if (interrupted && interrupted()) throw Interrupted{};
}

inline void RunOptions::poll_loading(double part_loaded) const {
  if (loading) loading(part_loaded);
  if (interrupted && interrupted()) throw Interrupted{};
}

// The work of a link layer, over all links.
struct LinkTotals {
  unsigned packet_cycles = 0;                  // t_c
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

struct RunReport {
  std::uint64_t cycles = 0;               // from the first cycle in which a link carries a packet to the last
  std::uint64_t total_cycles = 0;         // from the start strobe to the last packet written to memory
  std::uint64_t transmissions = 0;        // packets over links
  std::uint64_t missing = 0;              // deliveries, or results, that have not come to memories
  std::uint64_t deepest_queue = 0;        // most packets that a crosspoint queue has held
  std::uint64_t stall_cycles = 0;         // node-cycles in which a packet waited for a neighbour that said stop
  double load_seconds = 0;                // time to make the mesh and load its registers
  double seconds = 0;                     // time of the simulation, without loading and judging
  std::uint64_t node_cycles = 0;          // clock cycles simulated, times nodes
  std::optional<std::string> fault;       // nothing: every packet and every byte was right
  std::optional<LatencySummary> latency;  // if it was asked for
  std::optional<LinkLoad> link_load;      // if it was asked for
  std::optional<LinkTotals> link_layer;   // if the nodes have one
};

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
