// SPDX-License-Identifier: Apache-2.0
// A state machine with early returns, a window over a grid, a game of life, sorting.
// NOLINTBEGIN: written as users write
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "hls/types/bits.hpp"

namespace machine {

enum class S : std::uint8_t { idle, run = 4, wait, done };
struct Cfg {
  std::uint8_t a = 3;
  std::int16_t b = -5;
};
struct State {
  S st = S::idle;
  std::uint16_t img[6][6]{};
  std::int8_t k[3][3]{};
  Cfg cfg;
  std::uint32_t lfsr = 1;
  std::uint8_t cnt = 0;
  std::array<std::array<bool, 4>, 4> life{};
  std::array<std::uint8_t, 5> sorted{};
};
struct In {
  std::uint8_t x, y;
  std::int8_t w;
  std::uint16_t v;
  bool go, stop;
};
struct Out {
  std::int32_t conv;
  S st;
  std::uint8_t n, lo, hi;
  std::uint32_t r;
  std::uint8_t alive;
  bool odd;
};
static std::int32_t at(const State& s, int r, int c) {
  if (r < 0 || c < 0 || r >= 6 || c >= 6) return -1;
  return s.img[r][c];
}
static void fsm(State& s, const In& in) {
  switch (s.st) {
    case S::idle:
      if (!in.go) return;
      s.st = S::run;
      s.cnt = in.x;
      break;
    case S::run:
      if (in.stop) {
        s.st = S::done;
        return;
      }
      if (s.cnt-- == 0) s.st = S::wait;
      break;
    case S::wait:
      s.st = in.go ? S::done : S::wait;
      [[fallthrough]];
    case S::done:
      s.cnt += 3;
      if (in.stop) s.st = S::idle;
  }
}
inline void step(State& s, const In& in, Out& out) {
  const int r = in.x % 6, c = in.y % 6;
  std::int32_t acc = 0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      const auto v = at(s, r + i, c + j);
      if (v < 0) continue;
      acc += v * s.k[i + 1][j + 1];
    }
  out.conv = acc;
  s.img[r][c] = in.v;
  if (in.w) s.k[(in.w & 3) % 3][in.v % 3] = in.w;
  fsm(s, in);
  out.st = s.st;
  int n = 0;
  std::uint16_t t = in.v;
  do {
    ++n;
    t >>= 2;
  } while (t && n < 6);
  out.n = n;
  auto [lo, hi] = std::minmax({in.x, in.y, std::uint8_t(in.v)});
  out.lo = lo;
  out.hi = hi;
  s.lfsr = (s.lfsr >> 1) ^ (-(s.lfsr & 1u) & 0xd0000001u);
  out.r = std::exchange(s.lfsr, s.lfsr + in.x);
  auto next = s.life;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) {
      int k = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dx || dy) k += s.life[(y + dy + 4) % 4][(x + dx) & 3];
      next[y][x] = k == 3 || (s.life[y][x] && k == 2);
    }
  s.life = next;
  s.life[in.x & 3][in.y & 3] ^= in.go;
  out.alive = 0;
  for (auto& row : s.life)
    for (bool b : row) out.alive += b;
  std::uint8_t v = in.x;
  for (auto& e : s.sorted)
    if (e < v) std::swap(e, v);
  if (in.stop) s.sorted = {};
  out.odd = std::any_of(s.sorted.begin(), s.sorted.end(), [](auto e) { return e & 1; });
  s.cfg = in.go ? Cfg{} : Cfg{in.x, std::int16_t(s.cfg.b * 2 + s.cfg.a)};
}

}  // namespace machine
// NOLINTEND
