// Whole numbers for programs and closed forms.
#pragma once

#include <cstdint>

namespace collectives {

// ceil(a / b), b > 0.
constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

constexpr unsigned greatest_common_divisor(unsigned a, unsigned b) {
  return b == 0 ? a : greatest_common_divisor(b, a % b);
}

}  // namespace collectives
