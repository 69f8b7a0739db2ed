// SPDX-License-Identifier: Apache-2.0
// Shifts by amounts that are wider than what they shift can use, in numbers of 1 to 128 bits: by inputs, and by registers
// that nothing writes, whose value every tool puts in place of their names.
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does

#include <array>
#include <cstdint>

#include "hls/types/bits.hpp"

struct State {
  std::uint64_t far = 0x2c46c5c5b1dd2637;  // more than 32 bits
  std::uint32_t highest = 0xffffffff;      // a sign, to some
  std::uint64_t near = 13;
  std::array<std::uint64_t, 5> words;
};

struct In {
  std::uint64_t a;
  std::uint64_t b;
  std::uint64_t amount;
  std::uint8_t small;
  bool bit;
};

struct Out {
  std::array<std::uint64_t, 5> by_input;
  std::array<std::uint64_t, 5> by_far;
  std::array<std::uint64_t, 5> by_highest;
  std::array<std::uint64_t, 5> by_near;
  std::array<std::uint64_t, 5> wide;
  std::array<std::uint64_t, 3> rotated;
  std::uint64_t word;
  hls::Bits<8> narrow;
  bool bit;
};

namespace {

using Wide = unsigned _BitInt(128);
using SignedWide = signed _BitInt(128);

// Shifts by any amount: hardware leaves this of a shift by the width or more.
template <class T>
T left(T x, std::uint64_t by) {
  return by < 8 * sizeof(T) ? static_cast<T>(x << by) : T{0};
}
template <class T>
T right(T x, std::uint64_t by) {
  return by < 8 * sizeof(T) ? static_cast<T>(x >> by) : static_cast<T>(x < 0 ? -1 : 0);
}

std::array<std::uint64_t, 5> all(const In& in, std::uint64_t by) {
  return {left(in.a, by), right(in.a, by), static_cast<std::uint64_t>(right(static_cast<std::int64_t>(in.a), by)),
          left(in.small, by), static_cast<std::uint64_t>(right(static_cast<std::int8_t>(in.small), by))};
}

std::uint64_t halves(Wide x) {
  return static_cast<std::uint64_t>(x) ^ 3 * static_cast<std::uint64_t>(x >> 64);
}

std::uint64_t rotate_48(std::uint64_t number, std::uint64_t by) {
  using Number = unsigned _BitInt(48);
  const Number x = static_cast<Number>(number);
  return static_cast<std::uint64_t>(static_cast<Number>(x << by | x >> (48 - by) % 48));
}

}  // namespace

void step(State& state, const In& in, Out& out) {
  const std::uint64_t by = (in.amount & 1) != 0 ? in.amount : in.amount % 140;
  out.by_input = all(in, by);
  out.by_far = all(in, state.far);
  out.by_highest = all(in, state.highest);
  out.by_near = all(in, state.near);

  const Wide x = static_cast<Wide>(in.a) << 64 | in.b;
  out.wide = {halves(left(x, by)), halves(right(x, by)),
              halves(static_cast<Wide>(right(static_cast<SignedWide>(x), by))), halves(left(x, state.far)),
              halves(static_cast<Wide>(right(static_cast<SignedWide>(x), state.near)))};
  out.rotated = {__builtin_rotateleft64(in.a, in.amount),
                 __builtin_rotateright16(static_cast<std::uint16_t>(in.b), state.far), rotate_48(in.a, in.amount % 48)};

  // Some of the bits are wanted, and one is shifted.
  out.narrow = hls::Bits<8>(left(in.a, in.amount) ^ right(in.b, state.far));
  out.bit = in.amount < 31 && (static_cast<unsigned>(in.bit) << in.amount) != 0;

  // Subscripts of 64 bits.
  if (state.far < 5) state.words[state.far] = in.a;
  if (by < 5) state.words[by] = in.b;
  out.word = state.far < 5 ? state.words[state.far] : state.words[in.amount % 5];
}
