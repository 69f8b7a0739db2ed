// What a run may be told; the defaults measure.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

#include "testbench/mesh/mesh.hpp"

namespace testbench {

struct RunOptions {
  std::string engine = "native";         // one of known_engines()
  Simulation simulation;                 // with stalls bounds do not apply
  std::filesystem::path wave;            // FST of the RTL nodes from the start strobe on; empty: none
  std::size_t queue_depth = 0;           // packets in a crosspoint queue; 0: so many that none can fill
  std::ostream* trace = nullptr;         // CSV of the link events
  std::function<void(double)> progress;  // called now and then with the part delivered, 0..1
  std::function<bool()> interrupted;     // asked now and then; true ends the run with Interrupted

  // Shows how far the run is, and ends it if the user has had enough.
  void attend(double part_done) const;
};

struct Interrupted {};

inline void RunOptions::attend(double part_done) const {
  if (progress) progress(part_done);
  if (interrupted && interrupted()) throw Interrupted{};
}

}  // namespace testbench
