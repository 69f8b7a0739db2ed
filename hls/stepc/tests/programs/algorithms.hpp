// SPDX-License-Identifier: Apache-2.0
// The C++ library: comparisons of arrays, std::find, std::optional, std::pair.
// NOLINTBEGIN: written as users write
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "hls/types/bits.hpp"

namespace algorithms {

struct It {
  std::uint8_t k = 0;
  std::uint16_t v = 0;
  bool operator==(const It& o) const { return k == o.k && v == o.v; }
};
struct State {
  std::array<std::uint8_t, 8> a{}, b{};
  std::array<std::uint16_t, 4> w{};
  std::optional<std::uint8_t> o;
  std::optional<It> oi;
  std::pair<std::uint8_t, std::uint16_t> pr{};
  std::array<It, 4> its{};
  std::array<int, 6> srt{};
};
struct In {
  std::uint8_t i, v;
  bool go;
  std::array<std::uint8_t, 8> c;
};
struct Out {
  bool e, f, g, less;
  std::uint8_t idx, cnt;
  int acc;
  std::uint8_t ov;
  bool has;
  std::uint8_t mx;
  std::uint16_t l;
  int s0, s5;
  std::uint8_t fi;
};
inline void step(State& s, const In& in, Out& out) {
  out.e = s.a == s.b;
  out.f = std::equal(in.c.begin(), in.c.end(), s.a.begin());
  out.less = s.a < s.b;
  out.g = in.c != s.b;
  auto it = std::find(s.a.begin(), s.a.end(), in.v);
  out.idx = it - s.a.begin();
  if (it != s.a.end()) *it = in.i;
  out.cnt = std::count(s.a.begin(), s.a.end(), in.v);
  out.acc = std::accumulate(s.a.begin(), s.a.end(), 0);
  if (in.go)
    s.a[in.i & 7] = in.v & 3;
  else
    s.b[in.i & 7] = in.v & 3;
  if (in.v & 32) std::swap(s.a, s.b);
  if (in.v & 64) std::copy(in.c.begin(), in.c.end(), s.a.begin());
  if (in.go)
    s.o = in.v;
  else if (in.i & 1)
    s.o.reset();
  out.has = s.o.has_value();
  out.ov = s.o.value_or(7);
  if (s.o && *s.o > 4) s.oi = It{*s.o, in.v};
  out.l = s.oi ? s.oi->v : 99;
  out.mx = *std::max_element(s.a.begin(), s.a.end());
  auto [x, y] = s.pr;
  s.pr = {std::uint8_t(x + 1), std::uint16_t(y + x)};
  s.its[in.i % 4] = It{in.v, s.pr.second};
  const auto* f = std::find(s.its.begin(), s.its.end(), It{in.i, s.pr.second});
  out.fi = f == s.its.end() ? 77 : f->k;
  s.srt[in.i % 6] = (std::int8_t)in.v;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j + 1 < 6 - i; ++j)
      if (s.srt[j + 1] < s.srt[j]) std::swap(s.srt[j], s.srt[j + 1]);
  out.s0 = s.srt.front();
  out.s5 = s.srt.back();
  std::fill(s.w.begin(), s.w.end(), std::clamp<std::uint16_t>(in.v, 3, 200));
}

}  // namespace algorithms
// NOLINTEND
