// SPDX-License-Identifier: Apache-2.0
// Test only. Stands in for the part of ac_int.h (ac_types) that Cubecast uses: a W-bit unsigned number that is made
// from an integer, keeps its W low bits, and is read by to_uint64(). Nothing converts by itself, so that nothing hides.
#pragma once

#include <cstdint>

template <int W, bool Signed>
class ac_int {
  static_assert(W >= 1 && W <= 64 && !Signed, "stand-in for 1..64 bits");

 public:
  ac_int() = default;
  ac_int(std::uint64_t value) : value_(value & (~std::uint64_t{0} >> (64 - W))) {}
  std::uint64_t to_uint64() const { return value_; }

 private:
  std::uint64_t value_ = 0xDEADBEEFu & (~std::uint64_t{0} >> (64 - W));  // like the library: not zero by itself
};
