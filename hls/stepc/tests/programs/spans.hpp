// SPDX-License-Identifier: Apache-2.0
// Pointers into one of several arrays, iterators, negative indices.
// NOLINTBEGIN: written as users write
#pragma once

#include <array>
#include <cstdint>

namespace spans {

struct Span {
  const std::uint8_t* p;
  std::size_t n;
  std::uint8_t get(std::size_t i) const { return i < n ? p[i] : 0xee; }
};
struct State {
  std::uint8_t a[8]{};
  std::array<std::uint8_t, 12> b{};
  std::array<std::uint8_t, 3> c{};
  std::uint64_t sp = 0;
};
struct In {
  std::uint64_t i, j;
  bool w, z;
  std::uint8_t v;
  std::int64_t d;
};
struct Out {
  std::uint8_t x, y, z, q;
};
inline void step(State& s, const In& in, Out& out) {
  Span t = in.w ? Span{s.a, 8} : in.z ? Span{s.b.data(), 12} : Span{s.c.data(), 3};
  out.x = t.get(in.i % 16);
  auto it = s.b.begin() + in.i % 12;
  *it += 1;
  out.y = *(s.b.end() - 1 - in.j % 12);
  auto m = s.b.data() + 6;
  auto d = in.d % 6;
  out.z = m[d];
  m[-d / 2] ^= in.v;
  const std::uint8_t* e = s.a + 8;
  out.q = e[-1 - (std::int64_t)(in.i & 7)];
  out.q += *(&s.c[0] + in.j % 3);
  out.q ^= *(&s.a[in.i % 8]);
  if (in.w && s.sp < 8)
    s.a[s.sp++] = in.v;
  else if (in.z && s.sp) {
    out.q = s.a[--s.sp];
  }
}

}  // namespace spans
// NOLINTEND
