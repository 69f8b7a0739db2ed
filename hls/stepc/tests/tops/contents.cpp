// SPDX-License-Identifier: Apache-2.0
// Contents of memories at power-up, parts that start differently, bases that are not structures.
// NOLINTBEGIN: written as users write
#include <array>
#include <cstdint>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does

struct Word {
  std::uint8_t a = 15;
  hls::Bits<3> b{5};
};
constexpr std::array<std::uint8_t, 16> kTable = {3, 1, 4, 1, 5, 9, 2, 6, 5, 35, 89, 79, 32, 38, 46, 26};
struct Counter : hls::Bits<4> {
  using Bits::Bits;
  Counter() : Bits(7) {}
};
struct Four : std::array<std::uint8_t, 4> {};
enum class Mode : std::uint8_t { a, b, c };
struct Modes : std::array<Mode, 3> {};
struct Part {
  std::uint8_t id;
  std::uint16_t n = 0;
  const std::uint8_t step = 1;
  explicit Part(int i = 9) : id(i), step(i + 1) {}
  HLS_MODULE std::uint16_t tick(bool go) {
    if (go) n += step;
    id ^= 1;
    return n + id;
  }
};
struct Pair {
  Part a{3}, b{4};
  std::uint8_t k;
  explicit Pair(int i) : a(i), k(2 * i) {}
  HLS_MODULE std::uint16_t tick(bool go) {
    k += 3;
    return a.tick(go) ^ b.tick(!go) ^ k;
  }
};
struct State {
  hls::Ram<Word, 8> ram;
  hls::SyncRam<Word, 8> sync;
  hls::Ram<std::uint8_t, 16> rom{kTable};
  hls::Ram<std::uint16_t, 32> squares;
  Counter c;
  Four f{{{1, 2, 3, 4}}};
  Modes m{};
  std::array<Pair, 2> pairs{Pair{1}, Pair{20}};
  Part alone{77};
  State() {
    for (unsigned i = 0; i < 32; ++i) squares.write(i, i * i);
  }
};
struct In {
  std::uint8_t i, v;
  bool w;
  Modes m;
  Counter c;
};
struct Out {
  std::uint8_t a, b, r;
  std::uint16_t q;
  Word s;
  Modes m;
  Counter c;
  Four f;
  std::uint16_t p, p2, p3;
};
void step(State& s, const In& in, Out& out) {
  const Word w = s.ram.read(in.i & 7);
  out.a = w.a;
  out.b = w.b;
  if (in.w && in.v > 200) s.ram.write(in.v & 7, Word{in.i, hls::Bits<3>(in.v)});
  out.s = s.sync.data();
  if (!in.w) s.sync.request(in.i & 7);
  if (in.v < 10) s.sync.write(in.v & 7, Word{in.i, hls::Bits<3>(1)});
  out.r = s.rom.read(in.i & 15);
  out.q = s.squares.read(in.v & 31);
  s.c = Counter(s.c + 1);
  out.c = in.w ? in.c : s.c;
  s.m[in.i % 3] = in.m[0];
  out.m = s.m;
  s.f[in.i & 3] = in.v;
  out.f = s.f;
  out.p = s.pairs[0].tick(in.w);
  out.p2 = s.pairs[1].tick(in.v & 1);
  out.p3 = s.alone.tick(in.w);
}
// NOLINTEND
