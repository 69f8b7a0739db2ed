// SPDX-License-Identifier: Apache-2.0
// Every arithmetic, bitwise and comparison instruction of LLVM that stepc translates, at odd widths.
#include <array>

#include "hls/types/bits.hpp"

template <unsigned W>
struct Results {
  std::array<hls::Bits<W>, 24> values;
  std::array<hls::Bit, 10> flags;
};

template <unsigned W>
struct Operands {
  hls::Bits<W> a;
  hls::Bits<W> b;
};

struct State {
  hls::Bits<17> cycle;
  std::int32_t signed_sum = -5;
  std::uint8_t byte = 0xa5;
};

struct In {
  Operands<7> seven;
  Operands<13> thirteen;
  Operands<33> thirty_three;
  Operands<64> sixty_four;
  hls::Bits<6> shift;
  std::int32_t x;
  std::int16_t y;
  bool flag;
};

struct Out {
  Results<7> seven;
  Results<13> thirteen;
  Results<33> thirty_three;
  Results<64> sixty_four;
  std::array<std::int32_t, 12> numbers;
  std::array<bool, 4> flags;
};

namespace {

// The value with its sign bit at bit W - 1.
template <unsigned W>
std::int64_t as_signed(hls::Bits<W> x) {
  const std::uint64_t value = x;
  return static_cast<std::int64_t>(value << (64 - W)) >> (64 - W);
}

template <unsigned W>
void compute(const Operands<W>& in, unsigned shift, Results<W>& out) {
  const std::uint64_t a = in.a;
  const std::uint64_t b = in.b;
  const std::int64_t sa = as_signed(in.a);
  const std::int64_t sb = as_signed(in.b);
  const unsigned by = shift % W;
  unsigned next = 0;
  const auto put = [&](auto value) { out.values[next++] = hls::Bits<W>(static_cast<std::uint64_t>(value)); };
  put(a + b);
  put(a - b);
  put(a * b);
  put(b != 0 ? a / (b | 1) : a);
  put(a % (b | 1));
  put(a / 8);
  put(a % 32);
  put(a / 7);
  put(sa / ((sb | 1) == -1 ? 3 : (sb | 1)));
  put(sa % ((sb | 1) == -1 ? 3 : (sb | 1)));
  put(sa / 4);
  put(a << by);
  put(a >> by);
  put(sa >> by);
  put(a << 3);
  put(sa >> 2);
  put(a & b);
  put(a | b);
  put(a ^ b);
  put(~a);
  put(-sa);
  put(a & 0x55u);
  put(a < b ? b - a : a - b);
  put((a & (~a + 1)) | (b & (b - 1)));
  const bool flags[] = {a == b, a != b, a < b, a <= b, sa<sb, sa> sb, sa >= 0, (a >> by & 1u) != 0, a > 63, a + 1 > b};
  for (unsigned i = 0; i < 10; ++i) out.flags[i] = hls::Bit(flags[i]);
}

}  // namespace

void step(State& state, const In& in, Out& out) {
  compute(in.seven, in.shift, out.seven);
  compute(in.thirteen, in.shift, out.thirteen);
  compute(in.thirty_three, in.shift, out.thirty_three);
  compute(in.sixty_four, in.shift, out.sixty_four);

  state.cycle = hls::Bits<17>(state.cycle + 1);
  state.signed_sum =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(state.signed_sum) + static_cast<std::uint32_t>(in.x));
  state.byte = static_cast<std::uint8_t>(state.byte * 3 + in.y);
  out.numbers[0] = in.x < in.y ? in.x : in.y;
  out.numbers[1] = in.x >> 3;
  out.numbers[2] = in.y;
  out.numbers[3] = static_cast<std::int8_t>(in.x);
  out.numbers[4] = static_cast<std::uint16_t>(in.x);
  out.numbers[5] = in.flag ? -1 : in.x & in.y;
  out.numbers[6] = in.flag;
  out.numbers[7] = (in.y * in.y) >> (in.shift & 31u);
  out.numbers[8] = in.x / 16;
  out.numbers[9] = in.x % 16;
  out.numbers[10] = state.byte;
  out.numbers[11] = state.signed_sum < 0 ? 1 : in.y;
  out.flags = {in.flag && in.x < 0, in.flag || in.y == 3, !in.flag, in.flag != (in.x == in.y)};
}
