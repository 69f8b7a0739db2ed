// SPDX-License-Identifier: Apache-2.0
// Pointers that are chosen among members and elements.
// NOLINTBEGIN: written as users write
#pragma once

#include <array>
#include <cstdint>

#include "hls/types/bits.hpp"

namespace places {

struct P {
  std::uint8_t a, b;
  std::uint8_t c[2];
  std::uint8_t d;
};
struct Q {
  P p[3];
  std::array<std::array<std::uint16_t, 3>, 2> m;
  std::int8_t t[6];
};
struct State {
  std::uint8_t w, x, y, z;
  P p;
  Q q[2];
  std::uint32_t u[3];
  std::uint32_t v;
  std::uint8_t tail[4];
};
struct In {
  std::uint8_t s, v;
  std::uint64_t i, j, k;
  std::int32_t n;
  bool c, e;
};
struct Out {
  std::uint8_t o, o2, o3;
  std::uint16_t m;
  std::uint32_t u;
  std::int8_t t;
};
inline void step(State& s, const In& in, Out& out) {
  std::uint8_t* p;
  switch (in.s & 7) {
    case 0:
      p = &s.w;
      break;
    case 1:
      p = &s.x;
      break;
    case 2:
      p = &s.y;
      break;
    case 3:
      p = &s.z;
      break;
    case 4:
      p = &s.p.a;
      break;
    case 5:
      p = &s.p.c[in.c];
      break;
    case 6:
      p = &s.q[in.e].p[in.i % 3].c[in.c];
      break;
    default:
      p = &s.tail[in.j & 3];
  }
  out.o = *p;
  *p = in.v;
  std::uint8_t* r = (in.s & 8) ? &s.w : &s.p.d;
  if (in.s & 16) r = &s.tail[1];
  (*r)++;
  out.o2 = *r;
  switch (in.v) {
    case 0:
      s.w = in.s;
      break;
    case 1:
      s.x = in.s;
      break;
    case 2:
      s.p.c[0] = in.s;
      break;
    case 3:
      s.p.c[1] = in.s;
      break;
    default:
      break;
  }
  Q& q = s.q[in.k & 1];
  q.m[in.i % 2][in.j % 3] += in.n;
  out.m = s.q[in.c].m[in.j % 2][in.i % 3];
  int n = in.n % 3;
  q.t[n + 2] = in.v;
  out.t = q.t[n + 3];
  if (n < 0) out.t += q.t[-n];
  (in.c ? s.u[in.i % 3] : s.v) ^= in.n;
  out.u = s.u[(in.i + 1) % 3];
  P tmp = in.e ? s.p : q.p[in.j % 3];
  tmp.c[in.i & 1] += tmp.d;
  if (in.c)
    s.p = tmp;
  else
    q.p[in.k % 3] = tmp;
  unsigned idx = 0;
  for (unsigned b = 0; b < 4; ++b)
    if (in.i >> b & 1) idx += b;
  if (idx < 6)
    out.o3 = q.t[idx];
  else
    out.o3 = s.tail[idx - 6 < 4 ? idx - 6 : 3];
  std::size_t none = in.j % 5 == 4 ? 255 : in.j % 5;
  if (none != 255) s.tail[none] += 1;
  unsigned char* bytes = reinterpret_cast<unsigned char*>(&s.v);
  bytes[in.s & 3] ^= 1;
  unsigned k32 = in.s;
  if (k32 - 5 < 6) out.t ^= s.q[0].t[k32 - 5];
  if (k32 >= 2 && k32 < 5) s.u[k32 - 2] += 7;
  for (auto* it = s.tail; it != s.tail + 4; ++it)
    if (*it == in.v) {
      *it = 0;
      break;
    }
  std::uint8_t* a = s.tail;
  if (in.c) ++a;
  if (in.e) ++a;
  *a ^= 0x55;
  a[1] += 2;
}

}  // namespace places
// NOLINTEND
