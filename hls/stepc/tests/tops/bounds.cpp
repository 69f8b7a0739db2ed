// SPDX-License-Identifier: Apache-2.0
// Indices that min, max, clamp, %, & and comparisons bound, and choices among references, beside other registers.
// NOLINTBEGIN: written as users write
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does
#include <algorithm>
#include <bit>
#include <cstdint>

#include "hls/types/bits.hpp"

struct Bytes {
  std::uint8_t b0;
  std::int8_t b1;
  std::uint8_t b2;
  std::int8_t b3;
};
struct Beside {
  std::uint16_t a[5]{}, one{}, b[9]{};
};
struct State {
  Beside first;
  std::int16_t rows[3][4]{};
  std::uint16_t seven[7]{};
  Beside last;
};
struct In {
  std::uint64_t e;
  std::int32_t s;
  std::uint16_t h;
  std::uint8_t b;
  hls::Bits<11> w;
  hls::Bits<4> operation;
};
struct Out {
  std::uint16_t x;
};
inline void step(State& s, const In& in, Out& out) {
  const std::uint8_t middle = in.e >> 16;
  switch (in.operation) {
    case 0: {
      auto& row = s.rows[in.h % 3];
      row[std::min<std::size_t>(std::bit_cast<Bytes>(static_cast<std::uint32_t>(in.e)).b2, 3)] += in.h;
      break;
    }
    case 1:
      s.seven[std::clamp<int>(in.s, 0, 6)] = in.h;
      break;
    case 2:
      s.seven[std::max(0, std::min<int>(in.s, 6))] ^= in.h;
      break;
    case 3:
      s.seven[in.s > 0 ? in.s < 7 ? in.s : 6 : 0] += 3;
      break;
    case 4:
      if (middle < 7) s.seven[middle] = in.h;
      if (middle < 4) out.x = s.seven[middle];
      break;
    case 5: {
      std::uint16_t& r = (in.b & 8) != 0 ? s.seven[in.w % 7] : s.last.a[std::min<std::size_t>(in.b, 4)];
      r += in.h;
      break;
    }
    case 6: {
      auto* p = middle < 7 ? &s.seven[middle] : middle < 12 ? &s.first.a[middle - 7] : &s.last.one;
      *p = in.h;
      break;
    }
    case 7:
      s.seven[std::min<std::size_t>(in.b, std::min<std::size_t>(in.h, 6))] = in.b;
      break;
    case 8: {
      auto* beside = in.b & 1 ? &s.first : &s.last;
      beside->b[std::clamp<int>(static_cast<std::int16_t>(in.e), 0, 8)] = in.h;
      break;
    }
    case 9: {
      int i = in.s - 5;
      i = i < 0 ? 0 : i;
      out.x = s.seven[i > 6 ? 6 : i] + s.rows[in.h & 1][std::min<std::int64_t>(std::max<std::int64_t>(in.e, 0), 3)];
      break;
    }
    default:
      s.seven[(in.b & in.h) % 7] = out.x;
  }
}
#pragma clang diagnostic pop
// NOLINTEND
