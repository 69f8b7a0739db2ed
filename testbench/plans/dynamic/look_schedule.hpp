// SPDX-License-Identifier: Apache-2.0
// When to look at a run that has no end of its own: first often, for progress and for the report of
// an interrupted run, and from 4096 cycles on when it is half as long again as at the last look. A
// run that looks more often, and ends as soon as a random value is as it should be, ends too soon.
//
//     LookSchedule looks(1'000'000);
//     for (std::uint64_t cycle = 1;; ++cycle) {
//       ...
//       if (!looks.are_due(cycle)) continue;
//       ...
//       if (looks.end_at(cycle)) break;
//       looks.go_on(cycle);
//     }
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace testbench {

class LookSchedule {
 public:
  static constexpr std::uint64_t kFirst = 4096;
  // Looks before that, each at twice the cycles of the one before.
  static constexpr std::uint64_t kFirstEarly = 64;

  // `last`: the cycle of the last look.
  explicit LookSchedule(std::uint64_t last) : last_(last), next_(std::min(kFirst, last)) {}

  bool are_due(std::uint64_t cycle) const {
    const bool is_early = cycle >= kFirstEarly && cycle < kFirst && std::has_single_bit(cycle);
    return cycle == next_ || is_early;
  }
  bool end_at(std::uint64_t cycle) const { return cycle >= last_; }

  // After a look at this cycle; the next one comes in `cycles` at the latest.
  void go_on(std::uint64_t cycle, std::uint64_t cycles = ~std::uint64_t{0}) {
    if (cycle < next_) return;
    next_ = std::min(cycle + std::min(cycle / 2, cycles), last_);
  }

 private:
  std::uint64_t last_;
  std::uint64_t next_;
};

}  // namespace testbench
