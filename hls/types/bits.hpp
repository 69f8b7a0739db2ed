// Bits<W>: an unsigned number of exactly W bits, the only scalar that a register, a port or a memory word holds.
//
// Arithmetic happens in ordinary unsigned integers (Bits converts to Value by itself) and the result is cut to
// W bits where it is stored, as in hardware:
//
//     Bits<4> count;              // zero
//     count = Bits<4>(count + 1); // 15 + 1 is 0
//
// A class, not an alias, so that debug information carries W. C++17, no heap. What holds the bits: raw_bits.hpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "hls/types/raw_bits.hpp"

namespace hls {

template <unsigned W>
class Bits {
  static_assert(W >= 1 && W <= 64, "Bits<W>: W must be 1..64");

 public:
  static constexpr unsigned kWidth = W;
  using Value = std::conditional_t<(W <= 32), std::uint32_t, std::uint64_t>;
  // Every bit of a W-bit word set.
  static constexpr Value kMax = static_cast<Value>(~std::uint64_t{0} >> (64 - W));

  constexpr Bits() = default;
  // Keeps the W low bits of `value`.
  constexpr explicit Bits(std::uint64_t value) : raw_(static_cast<RawBits<W>>(value & kMax)) {}
  constexpr operator Value() const { return static_cast<Value>(raw_value(raw_)); }  // NOLINT: reads like a number

 private:
  RawBits<W> raw_ = RawBits<W>(0);
};

using Bit = Bits<1>;

// Bits that number `count` different things, 0 .. count-1 (at least one bit).
constexpr unsigned index_width(std::uint64_t count) {
  unsigned width = 1;
  while ((std::uint64_t{1} << width) < count) ++width;
  return width;
}

}  // namespace hls
