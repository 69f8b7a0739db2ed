// SPDX-License-Identifier: Apache-2.0
// The storage of a Bits<W>, in the form that each tool likes best. All forms behave alike: an
// unsigned number of W bits, zero at first.
//
//   CUBECAST_AP_UINT defined   ap_uint<W>          Vitis HLS
//   CUBECAST_AC_INT defined    ac_int<W, false>    Bambu, Catapult
//   clang                      unsigned _BitInt(W)
//   any other C++17 compiler   the smallest unsigned integer that holds W bits; Bits masks what it stores
#pragma once

#include <cstdint>
#include <type_traits>

#if defined(CUBECAST_AP_UINT)
#include <ap_int.h>
#elif defined(CUBECAST_AC_INT)
#include <ac_int.h>
#endif

namespace hls {

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
    std::conditional_t<(W <= 16), std::uint16_t, std::conditional_t<(W <= 32), std::uint32_t, std::uint64_t> > >;
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

}  // namespace hls
