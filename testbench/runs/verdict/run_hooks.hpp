// SPDX-License-Identifier: Apache-2.0
// Where a run's events, waveforms and checkpoints go, and whom it tells its progress.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>

#include "testbench/ground/host/archive.hpp"
#include "testbench/judge/checker/link_event.hpp"
#include "testbench/judge/checker/wire_event.hpp"

namespace testbench {

// The state of a run is kept between two cycles, so that another process can resume there with the same result.
struct Checkpoints {
  using Serialize = std::function<void(Archive&)>;

  std::function<bool(std::uint64_t cycle)> is_due;  // asked now and then; by every rank in the same cycles
  std::function<void(const Serialize&)> write;      // calls it once with an archive to write to
  std::function<void(const Serialize&)> read;       // the run begins with what that reads; null: at the start
  bool in_any_cycle = false;                        // is_due is asked in every cycle
};

// The defaults keep nothing beside the report, and call nothing.
struct RunHooks {
  static constexpr const char* kLockstepWave = "cubecast-lockstep.fst";

  std::filesystem::path wave;                              // FST of the RTL nodes from the start strobe on; empty: none
  std::filesystem::path lockstep_wave = kLockstepWave;     // waveform of a difference, if `wave` is empty
  std::function<void(std::span<const LinkEvent>)> events;  // called with the link events, in order
  // Called with them and with what else links did in the same cycles, by last cycle. The same is judged.
  std::function<void(std::span<const LinkEvent>, std::span<const WireEvent>)> watch;
  std::function<void(double)> loading;   // called now and then with the part of the nodes loaded, 0..1
  std::function<void(double)> progress;  // called now and then with the part delivered, 0..1
  Checkpoints checkpoints;
  std::uint64_t most_cycles = std::numeric_limits<std::uint64_t>::max();  // a run that takes more is cut off
  std::function<bool()> interrupted;  // asked now and then; true ends the run with Interrupted

  // Show the progress of the run, and end it if the user has interrupted it.
  void poll(double part_done) const;
  void poll_loading(double part_loaded) const;
};

struct Interrupted {};

inline void RunHooks::poll(double part_done) const {
  if (progress) progress(part_done);
  if (interrupted && interrupted()) throw Interrupted{};
}

inline void RunHooks::poll_loading(double part_loaded) const {
  if (loading) loading(part_loaded);
  if (interrupted && interrupted()) throw Interrupted{};
}

}  // namespace testbench
