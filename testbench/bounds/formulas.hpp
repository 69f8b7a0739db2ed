// The cycles that a named algorithm must show on this router, as closed forms, each with its source.
//
//     if (auto formula = expected_cycles(task, "nesbt"); formula && !formula->met_by(cycles)) ...
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "testbench/task.hpp"

namespace testbench {

struct Formula {
  std::uint64_t value = 0;
  std::string_view source;      // a literal: lives for ever
  bool is_upper_bound = false;  // the run takes at most `value`; false: exactly `value`, up to `slack` more
  std::uint64_t slack = 0;      // cycles that it may take beyond `value`; 0 except allgather balanced, d = 6, M > 1

  constexpr bool met_by(std::uint64_t cycles) const {
    if (cycles > value && cycles - value > slack) return false;
    return is_upper_bound || cycles >= value;
  }
};

// The closed form for the task under the algorithm of that name (as on the command line), in cycles. Nothing
// where there is no closed form (allgather sbnt, nrsbt, nesbt; alltoall ecube: measure them), where the
// algorithm does not offer the collective or the port model, or where find_fault() rejects the task.
std::optional<Formula> expected_cycles(const Task& task, std::string_view algorithm);

}  // namespace testbench
