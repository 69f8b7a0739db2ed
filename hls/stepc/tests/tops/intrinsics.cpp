// SPDX-License-Identifier: Apache-2.0
// The intrinsic functions of LLVM that stepc translates: counts, rotations, minima, saturation, overflow, copies.
#include <algorithm>
#include <array>
#include <cstring>

#include "hls/types/bits.hpp"

struct Record {
  hls::Bits<5> tag;
  hls::Bits<40> value;
  hls::Bits<11> rest;
};

struct State {
  std::array<Record, 3> records;
  Record spare;
};

struct In {
  hls::Bits<32> a;
  hls::Bits<32> b;
  hls::Bits<64> wide;
  hls::Bits<19> odd;
  std::int32_t x;
  std::int32_t y;
  std::uint8_t small;
  std::uint16_t medium;
  hls::Bits<5> rotate;
  Record record;
  hls::Bits<2> index;
};

struct Out {
  std::array<hls::Bits<8>, 9> counts;
  std::array<hls::Bits<64>, 10> words;
  std::array<std::int32_t, 10> numbers;
  std::array<hls::Bit, 6> flags;
  Record record;
};

void step(State& state, const In& in, Out& out) {
  const std::uint32_t a = in.a;
  const std::uint32_t b = in.b;
  const std::uint64_t wide = in.wide;
  const std::uint32_t odd = in.odd;
  const unsigned by = in.rotate;

  const int counts[] = {__builtin_popcount(a),
                        __builtin_popcountll(wide),
                        __builtin_popcount(odd),
                        a != 0 ? __builtin_clz(a) : 32,
                        a != 0 ? __builtin_ctz(a) : 32,
                        wide != 0 ? __builtin_clzll(wide) : 64,
                        wide != 0 ? __builtin_ctzll(wide) : 64,
                        odd != 0 ? __builtin_ctz(odd) : 19,
                        __builtin_parity(a)};
  for (unsigned i = 0; i < 9; ++i) out.counts[i] = hls::Bits<8>(static_cast<std::uint64_t>(counts[i]));

  const std::uint64_t words[] = {a << by | a >> ((32 - by) & 31),
                                 a >> by | a << ((32 - by) & 31),
                                 __builtin_bswap32(a),
                                 __builtin_bswap64(wide),
                                 __builtin_bitreverse32(a),
                                 __builtin_bitreverse8(in.small),
                                 std::min(a, b),
                                 std::max(a, b),
                                 __builtin_elementwise_add_sat(a, b),
                                 __builtin_elementwise_sub_sat(a, b)};
  for (unsigned i = 0; i < 10; ++i) out.words[i] = hls::Bits<64>(words[i]);

  out.numbers = {std::min(in.x, in.y),
                 std::max(in.x, in.y),
                 __builtin_elementwise_add_sat(in.x, in.y),
                 __builtin_elementwise_sub_sat(in.x, in.y),
                 in.x < 0 ? static_cast<std::int32_t>(0u - static_cast<std::uint32_t>(in.x)) : in.x,
                 std::clamp(in.x, -100, 1000),
                 __builtin_bswap16(in.medium),
                 static_cast<std::uint8_t>(in.small << 3 | in.small >> 5),
                 in.x < in.y   ? -1
                 : in.x > in.y ? 1
                               : 0,
                 a < b   ? -1
                 : a > b ? 1
                         : 0};

  std::uint32_t sum = 0;
  std::int32_t signed_result = 0;
  out.flags[0] = hls::Bit(__builtin_add_overflow(a, b, &sum));
  out.flags[1] = hls::Bit(__builtin_sub_overflow(a, b, &sum));
  out.flags[2] = hls::Bit(__builtin_mul_overflow(a, b, &sum));
  out.flags[3] = hls::Bit(__builtin_add_overflow(in.x, in.y, &signed_result));
  out.flags[4] = hls::Bit(__builtin_sub_overflow(in.x, in.y, &signed_result));
  out.flags[5] = hls::Bit(__builtin_mul_overflow(in.x, in.y, &signed_result));

  // Copies of whole structures, to and from places that are known only in the cycle.
  if (in.index < 3) {
    out.record = state.records[in.index];
    state.records[in.index] = in.record;
  } else {
    std::swap(state.records[0], state.spare);
    out.record = Record{};
    state.records[2].tag = in.record.tag;
  }
}
