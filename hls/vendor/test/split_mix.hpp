// SPDX-License-Identifier: Apache-2.0
// Test only: SplitMix64 (Steele, Lea and Flood 2014), the same numbers from every library.
#pragma once

#include <cstdint>

namespace vendor::test {

class SplitMix {
 public:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace vendor::test
