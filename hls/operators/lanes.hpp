// SPDX-License-Identifier: Apache-2.0
// Sum, minimum, maximum, and, or, xor on lanes of 8, 16, 32 or 64 bits, with one adder for all of
// them; and products, for the sets that have them.
//
// The adder takes both words without the top bit of every lane. The carry out of the rest of a lane
// then stays in its top bit and goes no further. With the right word inverted, the same carry tells
// whether the left lane without its top bit is the larger one. Two 16-bit lanes, 0x00ff + 0x0001
// and 0xffff + 0x0001:
//
//     left                 00ff ffff      without top bits   00ff 7fff
//     right                0001 0001                         0001 0001
//     adder                                                  0100 8000
//     with the top bits: xor left, right                     0100 0000
//
// Each bit of the result is one LUT of six inputs: the two operand bits, the sum's bit, and three
// controls.
#pragma once

#include "hls/operators/operation.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace operators {

// Sums and differences modulo 2^W, in modules of their own. Within other logic a compiler makes
// another, narrower adder for each part of a sum that is used by itself; a module stays one adder.
template <unsigned W>
struct Adder {
  HLS_MODULE static constexpr hls::Bits<W> sum(hls::Bits<W> a, hls::Bits<W> b) { return hls::Bits<W>(a + b); }
};
template <unsigned W>
struct Subtractor {
  HLS_MODULE static constexpr hls::Bits<W> difference(hls::Bits<W> a, hls::Bits<W> b) { return hls::Bits<W>(a - b); }
};

// The bits of the operation's number in the node's register. Without floats their bit is unused and
// makes no logic. `Every`: float16 and float64 too.
template <bool Floating, bool Every = false>
class LaneControl {
 public:
  constexpr explicit LaneControl(std::uint32_t operation) : operation_(operation) {}

  // The existing functions differ in one bit or two.
  constexpr bool is_sum() const { return !function_bit(0) && !function_bit(1) && !function_bit(2); }
  constexpr bool is_sum_or_or() const { return !function_bit(0) && !function_bit(1); }
  constexpr bool is_or_or_xor() const { return function_bit(2); }
  constexpr bool is_maximum() const { return function_bit(1) && !function_bit(0); }
  constexpr bool chooses() const { return !function_bit(2) && function_bit(0) != function_bit(1); }
  constexpr bool is_product() const { return function_bit(1) && function_bit(2); }

  constexpr bool is_float() const { return Floating && type_bit(3); }
  constexpr bool is_bfloat16() const {
    if constexpr (Every) return is_float() && type_bit(0) && !type_bit(1);
    return is_float() && type_bit(0);
  }
  constexpr bool is_float16() const { return is_other_float() && !type_bit(0); }
  constexpr bool is_float64() const { return is_other_float() && type_bit(0); }
  // float16 or float64
  constexpr bool is_other_float() const { return Every && is_float() && type_bit(1); }
  constexpr bool has_sign() const { return is_float() || type_bit(2); }
  // True if a lane has 8 << size bits.
  constexpr bool has_size(unsigned size) const {
    if constexpr (Every) {
      const bool low_bit = type_bit(0) || is_other_float();
      const bool high_bit = is_float() ? type_bit(0) == type_bit(1) : type_bit(1);
      return low_bit == ((size & 1u) != 0) && high_bit == ((size & 2u) != 0);
    }
    const bool high_bit = is_float() ? !type_bit(0) : type_bit(1);
    return type_bit(0) == ((size & 1u) != 0) && high_bit == ((size & 2u) != 0);
  }
  // True if byte k is the highest of a lane.
  constexpr bool is_last_byte(unsigned k) const {
    bool is_last = false;
    for (unsigned size = 0; size < 4; ++size) is_last = is_last || (has_size(size) && (k + 1) % (1u << size) == 0);
    return is_last;
  }

 private:
  constexpr bool function_bit(unsigned bit) const { return (operation_ >> bit & 1u) != 0; }
  constexpr bool type_bit(unsigned bit) const { return (operation_ >> (4 + bit) & 1u) != 0; }

  std::uint32_t operation_;
};

// The low half of a product, the same with signs and without, in a module of its own.
template <unsigned W>
struct Multiplier {
  HLS_MODULE static constexpr hls::Bits<W> product(hls::Bits<W> a, hls::Bits<W> b) {
    return hls::Bits<W>(std::uint64_t{a} * b);
  }
};

// Products of the lanes of one width.
template <unsigned Lane, unsigned W>
constexpr std::uint64_t multiply_lanes_of(std::uint64_t left, std::uint64_t right) {
  std::uint64_t word = 0;
  if constexpr (W % Lane == 0) {
    for (unsigned from = 0; from < W; from += Lane) {
      word |= std::uint64_t{Multiplier<Lane>::product(hls::Bits<Lane>(left >> from), hls::Bits<Lane>(right >> from))}
              << from;
    }
  }
  return word;
}

// Products of integers modulo 2^W, with multipliers for every width of lane.
template <unsigned W, class Control>
constexpr std::uint64_t multiply_lanes(Control control, std::uint64_t left, std::uint64_t right) {
  return (control.has_size(0) ? multiply_lanes_of<8, W>(left, right) : 0) |
         (control.has_size(1) ? multiply_lanes_of<16, W>(left, right) : 0) |
         (control.has_size(2) ? multiply_lanes_of<32, W>(left, right) : 0) |
         (control.has_size(3) ? multiply_lanes_of<64, W>(left, right) : 0);
}

template <unsigned W>
struct CombinedLanes {
  std::uint64_t word = 0;
  // Bit k: byte k ends a lane in which the left word is larger, both without their top bits. It is
  // meaningless for sums of integers.
  std::uint32_t larger = 0;
};

// `Floating`: also floats, with the minimum and maximum of numbers, and `larger`. The result is
// meaningless if lanes do not fit W.
template <unsigned W, bool Floating, bool Every>
constexpr CombinedLanes<W> combine_lanes(LaneControl<Floating, Every> control, std::uint64_t left,
                                         std::uint64_t right) {
  constexpr unsigned kBytes = W / 8;
  const bool compares = control.chooses() || control.is_float();

  std::uint64_t tops = 0;
  for (unsigned k = 0; k < kBytes; ++k) {
    if (control.is_last_byte(k)) tops |= std::uint64_t{0x80} << (8 * k);
  }
  const std::uint64_t addend = compares ? ~right : right;
  const std::uint64_t carried = Adder<W>::sum(hls::Bits<W>(left & ~tops), hls::Bits<W>(addend & ~tops));
  const std::uint64_t sum = carried ^ ((left ^ right) & tops);

  CombinedLanes<W> combined;
  std::uint32_t takes_left = 0;  // bit k: byte k ends a lane whose minimum or maximum is the left one
  for (unsigned k = 0; k < kBytes; ++k) {
    const bool a = (left >> (8 * k + 7) & 1u) != 0;
    const bool b = (right >> (8 * k + 7) & 1u) != 0;
    const bool larger = (carried >> (8 * k + 7) & 1u) != 0;
    // Different top bits decide: the negative operand is smaller. The greater of two negative
    // floats has the smaller magnitude.
    const bool greater = a != b ? a != control.has_sign() : larger != (control.is_float() && a);
    combined.larger |= std::uint32_t{larger} << k;
    takes_left |= std::uint32_t{greater == control.is_maximum()} << k;
  }

  for (unsigned k = 0; k < kBytes; ++k) {
    bool takes = false;
    for (unsigned size = 0; size < 4; ++size) {
      const unsigned last = k | ((1u << size) - 1);
      if (last < kBytes) takes = takes || (control.has_size(size) && (takes_left >> last & 1u) != 0);
    }
    const std::uint64_t a = left >> (8 * k) & 0xff;
    const std::uint64_t b = right >> (8 * k) & 0xff;
    // The three controls say which of the pairs (1, 0), (0, 1), (1, 1) become 1, and where the sum
    // is the result. One of the controls differs from byte to byte.
    const bool first = control.is_or_or_xor() || (control.chooses() && takes);
    const bool second = first != control.chooses();
    const bool both = control.chooses() || first == control.is_sum_or_or();
    const bool adds = control.is_sum_or_or() && !first;
    combined.word |=
        ((first ? a & ~b : 0) | (second ? b & ~a : 0) | (both ? a & b : 0) | (adds ? sum >> (8 * k) & 0xff : 0))
        << (8 * k);
  }
  return combined;
}

}  // namespace operators
