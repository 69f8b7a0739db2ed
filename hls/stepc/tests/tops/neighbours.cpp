// SPDX-License-Identifier: Apache-2.0
// Arrays beside memories and parts, indices that wrap, copies of rows.
// NOLINTBEGIN: written as users write
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does
#include <array>
#include <cstdint>
#include <cstring>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

struct Part {
  std::uint8_t n = 0;
  HLS_MODULE void tick(std::uint8_t v) { n += v; }
};
struct State {
  std::uint8_t a[4]{};
  hls::Ram<std::uint8_t, 8> ram;
  std::uint8_t b[6]{};
  Part part;
  std::uint8_t c[5]{};
  std::uint8_t d[5]{};
  std::uint16_t e[3]{}, f[4]{};
  struct {
    std::uint8_t k[3], l[3];
  } g[4]{};
};
struct In {
  std::uint64_t i;
  std::uint32_t u;
  std::uint8_t v;
  std::int32_t s;
  bool go;
};
struct Out {
  std::uint8_t x, y, z, w;
  std::uint16_t h;
  std::uint8_t kk;
};
inline void step(State& s, const In& in, Out& out) {
  const std::uint64_t i = in.i;
  if (i >= 1 && i <= 6) out.x = s.b[i - 1];
  if (i >= 10 && i < 15) s.c[i - 10] = in.v;
  if (i > 20 && i <= 25) out.y = s.d[25 - i];
  const std::uint32_t u = in.u;
  if (u - 3u < 5u) s.d[u - 3u] ^= in.v;
  const std::uint32_t wrap = u % 8 - 2u;
  if (wrap < 4u) s.a[wrap] += 1;
  if (in.s >= -3 && in.s < 0) out.h = s.e[in.s + 3];
  if (in.s < -3 && in.s >= -7) s.f[in.s + 7] = in.v;
  if (in.s > 3) s.f[3 - in.s % 4] -= in.v;
  const auto r = in.v % 4, q = in.v / 4 % 3;
  if (r) out.kk = s.g[r - 1].l[2 - q];
  if (q) s.g[3 - r].k[q - 1] = in.v;
  if (in.go) std::memcpy(s.g[r].l, s.g[3 - r].k, 3);
  if (in.v == 17) std::memset(s.g, 1, sizeof s.g);
  if (in.v == 18) s.g[1] = s.g[in.i & 3];
  out.z = s.ram.read(in.v & 7) + s.part.n;
  if (in.go) s.ram.write(in.u & 7, in.v);
  s.part.tick(in.v);
  for (int j = 4; j >= 0; --j)
    if (s.c[j] > s.d[4 - j]) {
      out.w = j;
      break;
    }
  if (in.go) {
    for (int j = 0; j < 5; ++j) s.c[j] = 0;
    for (int j = 0; j < 5; ++j) s.d[j] = 0;
  } else if (in.v & 128)
    std::memmove(s.b + 1, s.b, 5);
}

#pragma clang diagnostic pop
// NOLINTEND
