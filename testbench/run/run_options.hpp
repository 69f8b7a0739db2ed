// What is recorded of a run beside its report, and who is told how far it is.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace testbench {

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

}  // namespace testbench
