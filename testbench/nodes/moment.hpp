// Clock cycles of a mesh, and what is said of one: the waveform that begins in it, the difference
// that is found in it.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <string>

#include "firmware/networks/address.hpp"

namespace testbench {

// A clock cycle: while the nodes are loaded, or since the start strobe, which is cycle 0. A
// register access takes a cycle too.
struct Moment {
  bool started = false;
  std::uint64_t cycle = 0;

  friend auto operator<=>(const Moment&, const Moment&) = default;
};

// A waveform of the RTL nodes, in FST, from a cycle to the end of the mesh.
struct WaveRequest {
  std::filesystem::path file;
  Moment from;
};

// A register of a node, by its C++ path ("outputs[1].queues_[0].count_"), that is not the same in
// RTL and C++.
struct RegisterDifference {
  network::Address node;
  std::string name;
  std::uint64_t rtl = 0;
  std::uint64_t native = 0;  // in the C++
};

}  // namespace testbench
