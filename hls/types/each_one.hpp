// SPDX-License-Identifier: Apache-2.0
// A loop over the bits of a word that are 1. In hardware every bit has logic of its own; on the
// host bits that are 0 take no time.
//
//     for_each_one<4>(0b1010, [&](unsigned bit) { visit(bit); });  // 1, 3
#pragma once

#include <cstdint>

namespace hls {

// Whether skipped work saves time. On the host it does; hardware has logic for all work that may
// come.
#if defined(STEPC) || defined(CUBECAST_AP_UINT) || defined(CUBECAST_AC_INT)
inline constexpr bool kSkipsWork = false;
#else
inline constexpr bool kSkipsWork = true;
#endif

// Calls visit(bit) from the lowest on. The word has N bits.
template <unsigned N, class Visit>
constexpr void for_each_one(std::uint32_t word, Visit visit) {
  if constexpr (kSkipsWork) {
    for (; word != 0; word &= word - 1) visit(static_cast<unsigned>(__builtin_ctz(word)));
  } else {
    for (unsigned bit = 0; bit < N; ++bit) {
      if ((word >> bit & 1u) != 0) visit(bit);
    }
  }
}

}  // namespace hls
