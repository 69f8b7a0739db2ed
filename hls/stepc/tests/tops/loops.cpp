// SPDX-License-Identifier: Apache-2.0
// Loops that begin and end at variables: copies and fills of variable length, searches by halves.
// NOLINTBEGIN: written as users write
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "hls/types/bits.hpp"

struct Pair {
  std::uint8_t a, b;
};
struct State {
  std::array<std::uint16_t, 4> sorted{3, 9, 1000, 40000};
  std::array<std::uint8_t, 9> bytes{};
  std::uint8_t before[7]{}, after[8]{};
  Pair pairs[6]{}, others[5]{};
  std::uint16_t sum = 1;
};
struct In {
  std::uint16_t v;
  std::uint8_t k;
  hls::Bits<3> from;
  bool go;
};
struct Out {
  std::uint8_t lower, upper, digits;
  bool found;
};
inline void step(State& s, const In& in, Out& out) {
  out.lower = std::lower_bound(s.sorted.begin(), s.sorted.end(), in.v) - s.sorted.begin();
  out.upper = std::upper_bound(s.bytes.begin(), s.bytes.end(), in.k) - s.bytes.begin();
  out.found = std::binary_search(s.sorted.begin(), s.sorted.end(), in.k);
  if (in.go) {
    s.sorted[in.k & 3] = in.v;
    for (int i = in.from; i < 8; ++i) s.after[i] = 0;
    for (int i = 0; i < in.from; ++i) s.bytes[i] = in.k;
  } else {
    for (int i = in.from; i < 6; ++i) s.before[i] = s.before[i + 1];
    for (int i = in.from; i < 5; ++i) s.pairs[i] = s.others[i];
    s.before[6] = in.k;
    std::memcpy(s.others, &in.v, 2);
    std::memmove(s.others + 1, s.others, 8);
    if (in.k == 7) std::memcpy(s.after, s.before, sizeof s.before);
  }
  for (unsigned i = 0; i < in.k % 11; ++i) s.sum = s.sum * 5 + i;
  out.digits = 0;
  for (std::uint8_t k = in.k; k != 0; k >>= 1) ++out.digits;
}
#pragma clang diagnostic pop
// NOLINTEND
