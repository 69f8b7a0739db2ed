// SPDX-License-Identifier: Apache-2.0
// Runs of one experiment that were made to choose how it goes, so that none is made twice.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>

namespace testbench {

struct TriedRun {
  std::uint64_t cycles = 0;
  bool has_failed = false;
  bool is_cut = false;  // it would take more cycles than these
};

// In which the runs differ: those of the setting that an experiment's copies change, then starts, units of a part and the order.
struct TriedKey {
  std::size_t queue_depth = 0;
  std::uint64_t seed = 0;
  double stall_probability = 0;
  double bit_error_rate = 0;
  std::uint64_t skew = 0;
  std::uint32_t repeat = 0;  // 0: one collective, without epochs
  std::uint32_t units = 0;
  bool transit_first = false;

  auto operator<=>(const TriedKey&) const = default;
};

using TriedRuns = std::map<TriedKey, TriedRun>;

}  // namespace testbench
