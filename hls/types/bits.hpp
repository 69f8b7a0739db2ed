// SPDX-License-Identifier: Apache-2.0
// Bits<W>: an unsigned number of exactly W bits, the only scalar that a register, a port or a
// memory word holds.
//
// Arithmetic happens in ordinary unsigned integers (Bits converts to Value by itself) and the
// result is cut to W bits where it is stored, as in hardware:
//
//     Bits<4> count;              // zero
//     count = Bits<4>(count + 1); // 15 + 1 is 0
//
// Bits<W, T>: W bits that hold a T, a type of its own for values that are not numbers to calculate
// with: an enumeration, or a class that is made from an unsigned number and converts to it
// explicitly. It converts to a T by itself and to no number:
//
//     Bits<3, node::Rule> rule(node::Rule{5});
//     Bits<6, network::Address> source;
//
// A class, not an alias, so that debug information carries W. C++17, no heap.
#pragma once

#include <cstdint>
#include <type_traits>

#if defined(CUBECAST_AP_UINT)
#include <ap_int.h>
#elif defined(CUBECAST_AC_INT)
#include <ac_int.h>
#endif

namespace hls {

// The storage of a Bits<W>, in the form that each tool likes best. All forms behave alike: an
// unsigned number of W bits, zero at first.
//
//   CUBECAST_AP_UINT defined   ap_uint<W>          Vitis HLS
//   CUBECAST_AC_INT defined    ac_int<W, false>    Bambu, Catapult
//   clang                      unsigned _BitInt(W)
//   any other C++17 compiler   the smallest unsigned integer that holds W bits; Bits masks what it stores
#if defined(CUBECAST_AP_UINT)
template <unsigned W>
using RawBits = ap_uint<static_cast<int>(W)>;
#elif defined(CUBECAST_AC_INT)
template <unsigned W>
using RawBits = ac_int<static_cast<int>(W), false>;
#elif defined(__clang__) && defined(__BITINT_MAXWIDTH__) && !defined(CUBECAST_PORTABLE_BITS)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wbit-int-extension"
template <unsigned W>
using RawBits = unsigned _BitInt(W);
#pragma clang diagnostic pop
#else
template <unsigned W>
using RawBits = std::conditional_t<
    (W <= 8), std::uint8_t,
    std::conditional_t<(W <= 16), std::uint16_t, std::conditional_t<(W <= 32), std::uint32_t, std::uint64_t>>>;
#endif

// The number in a RawBits<W>.
template <class Raw>
constexpr std::uint64_t raw_value(const Raw& raw) {
#if defined(CUBECAST_AP_UINT) || defined(CUBECAST_AC_INT)
  return raw.to_uint64();
#else
  return static_cast<std::uint64_t>(raw);
#endif
}

// The integer type for calculations with numbers of W bits.
template <unsigned W>
using NumberOf = std::conditional_t<(W <= 32), std::uint32_t, std::uint64_t>;

// An unsigned number of W bits, or W bits that hold a T.
// \tparam W  the width, 1 to 64
// \tparam T  the type that it converts to: a number, an enumeration, or a class of one number
template <unsigned W, class T = NumberOf<W>>
class Bits {
  static_assert(W >= 1 && W <= 64, "Bits<W>: W must be 1..64");

 public:
  static constexpr unsigned kWidth = W;
  using Value = T;
  // Every bit of a W-bit word set.
  static constexpr NumberOf<W> kMax = static_cast<NumberOf<W>>(~std::uint64_t{0} >> (64 - W));

  constexpr Bits() = default;
  // Keeps the W low bits of `value`.
  constexpr explicit Bits(std::conditional_t<std::is_integral_v<T>, std::uint64_t, T> value)
      : raw_(static_cast<RawBits<W>>(static_cast<NumberOf<W>>(value) & kMax)) {}
  constexpr operator Value() const { return static_cast<Value>(number()); }  // NOLINT: reads like a number

  // The bits as a number, whatever they mean, for code that moves fields of any kind.
  constexpr NumberOf<W> number() const { return static_cast<NumberOf<W>>(raw_value(raw_)); }
  static constexpr Bits of_number(std::uint64_t number) {
    return Bits(static_cast<T>(static_cast<NumberOf<W>>(number & kMax)));
  }

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
