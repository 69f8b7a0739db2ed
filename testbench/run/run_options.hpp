// SPDX-License-Identifier: Apache-2.0
// A run may be told what to record and whom to tell how far it is, and it reports what it has shown.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "testbench/run/link_records.hpp"

namespace testbench {

// The defaults record nothing beside the report, and tell nobody.
struct RunOptions {
  static constexpr const char* kLockstepWave = "cubecast-lockstep.fst";

  std::filesystem::path wave;                           // FST of the RTL nodes from the start strobe on; empty: none
  std::filesystem::path lockstep_wave = kLockstepWave;  // that of a difference, where there is no `wave`
  std::ostream* trace = nullptr;                        // CSV of the link events
  bool latency = false;                                 // report that of packets
  bool link_load = false;                               // report it
  std::function<void(double)> loading;                  // called now and then with the part of the nodes loaded, 0..1
  std::function<void(double)> progress;                 // called now and then with the part delivered, 0..1
  std::function<bool()> interrupted;                    // asked now and then; true ends the run with Interrupted

  // Show how far the run is, and end it if the user has had enough.
  void attend(double part_done) const;
  void attend_loading(double part_loaded) const;
};

struct Interrupted {};

inline void RunOptions::attend(double part_done) const {
  if (progress) progress(part_done);
  if (interrupted && interrupted()) throw Interrupted{};
}

inline void RunOptions::attend_loading(double part_loaded) const {
  if (loading) loading(part_loaded);
  if (interrupted && interrupted()) throw Interrupted{};
}

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

// Time that passes between start() and stop(), added up.
class Stopwatch {
 public:
  void start() { began_ = std::chrono::steady_clock::now(); }
  void stop() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  double seconds() const { return seconds_; }

 private:
  std::chrono::steady_clock::time_point began_;
  double seconds_ = 0;
};

}  // namespace testbench
