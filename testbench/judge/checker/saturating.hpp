// SPDX-License-Identifier: Apache-2.0
// 64-bit arithmetic that stops at 2^64-1 instead of wrapping round, so that a number that does not
// fit is still large.
//
//     times(packets, nodes) > limit  // right for any factors
#pragma once

#include <cstdint>
#include <limits>

namespace testbench {

inline constexpr std::uint64_t kSaturated = std::numeric_limits<std::uint64_t>::max();

constexpr std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > kSaturated / a ? kSaturated : a * b;
}

constexpr std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return b > kSaturated - a ? kSaturated : a + b;
}

// ceil(a / b), b > 0.
constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace testbench
