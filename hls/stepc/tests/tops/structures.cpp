// SPDX-License-Identifier: Apache-2.0
// A heap, a table of keys, LRU ways, histograms, rings: whole structures move and merge.
// LLVM has to be told the bounds of its indices.
// NOLINTBEGIN: written as users write
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does
#include <array>
#include <cstdint>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

struct E {
  std::uint8_t k;
  std::uint16_t p;
  bool v;
};
struct State {
  std::uint8_t pre[3];
  std::array<E, 7> heap{};
  std::array<E, 7> shadow{};
  std::uint8_t n = 0;
  std::uint8_t lru[4][4]{};
  std::array<std::uint16_t, 16> hist{};
  std::array<std::uint16_t, 16> hist2{};
  struct {
    std::uint8_t x, y;
    std::array<std::uint8_t, 5> z;
  } s1{}, s2{};
  std::uint64_t head = 0, tail = 0;
  std::uint8_t ring[16]{}, ring2[16]{};
};
struct In {
  std::uint8_t k;
  std::uint16_t p;
  std::uint64_t a, b;
  std::int64_t d;
  std::uint8_t op;
  bool go;
};
struct Out {
  E top;
  bool hit;
  std::uint8_t where;
  std::uint8_t victim;
  std::uint16_t h;
  std::uint8_t r, q;
  std::uint32_t wide;
  std::uint8_t neg;
};
inline void step(State& s, const In& in, Out& out) {
  if (in.op & 1) {
    if (s.n < 7) {
      std::size_t i = s.n++;
      s.heap[i] = {in.k, in.p, true};
      for (int t = 0; t < 3 && i > 0; ++t) {
        std::size_t up = (i - 1) / 2;
        if (s.heap[up].k <= s.heap[i].k) break;
        auto h = s.heap[up];
        s.heap[up] = s.heap[i];
        s.heap[i] = h;
        i = up;
      }
    }
  } else if (in.op & 2) {
    if (s.n > 0) {
      out.top = s.heap[0];
      s.heap[0] = s.heap[--s.n];
      s.heap[s.n].v = false;
      std::size_t i = 0;
      for (int t = 0; t < 3; ++t) {
        std::size_t c = 2 * i + 1;
        if (c >= s.n) break;
        if (c + 1 < s.n && s.heap[c + 1].k < s.heap[c].k) ++c;
        if (s.heap[i].k <= s.heap[c].k) break;
        auto h = s.heap[c];
        s.heap[c] = s.heap[i];
        s.heap[i] = h;
        i = c;
      }
    }
  }
  out.hit = false;
  for (std::size_t i = 0; i < 7; ++i)
    if (s.shadow[i].v && s.shadow[i].k == in.k) {
      out.hit = true;
      out.where = i;
      break;
    }
  if (!out.hit && in.go) s.shadow[in.a % 7] = E{in.k, in.p, true};
  const unsigned w = in.k & 3;
  for (int i = 0; i < 4; ++i) {
    s.lru[w][i] = 1;
  }
  for (int i = 0; i < 4; ++i) s.lru[i][w] = 0;
  for (int i = 0; i < 4; ++i) {
    bool all = true;
    for (int j = 0; j < 4; ++j) all &= !s.lru[i][j];
    if (all) out.victim = i;
  }
  std::uint16_t& hh = (in.go ? s.hist : s.hist2)[in.a & 15];
  hh += in.k;
  out.h = hh;
  if (in.op & 4) s.hist = s.hist2;
  if (in.op == 9) s.hist = {};
  if (in.op & 8) s.s1 = {in.k, 1, {1, 2, 3, 4, std::uint8_t(in.p)}};
  if (in.op & 16) s.s2.z = s.s1.z;
  s.s2.x += in.go ? s.s1.z[in.b % 5] : s.s2.z[in.b % 5];
  auto best = in.go ? s.heap[in.a % 7] : s.shadow[in.b % 7];
  out.q = best.k + best.p;
  if (in.op & 32) {
    if (s.head - s.tail < 16) s.ring[s.head++ % 16] = in.k;
  }
  if ((in.op & 64) && s.head != s.tail) out.r = s.ring[s.tail++ % 16];
  s.ring2[(in.a + in.d) & 15] = s.ring[(s.head - 1) % 16];
  std::int64_t d = in.d % 8;
  const std::uint8_t* mid = &s.ring2[8];
  out.neg = mid[d] + (d < 0 ? s.pre[2] : mid[-d]);
  out.wide = s.ring[in.a % 13] | s.ring[in.a % 13 + 1] << 8 | s.ring[in.a % 13 + 2] << 16 | s.ring[in.a % 13 + 3] << 24;
  s.pre[in.b % 3]++;
}

#pragma clang diagnostic pop
// NOLINTEND
