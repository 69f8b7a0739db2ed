// SPDX-License-Identifier: Apache-2.0
// SplitMix64 (Steele, Lea and Flood 2014): every input bit moves every output bit.
#pragma once

#include <cstdint>

namespace testbench {

constexpr std::uint64_t split_mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

}  // namespace testbench
