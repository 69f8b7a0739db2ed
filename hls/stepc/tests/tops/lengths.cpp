// SPDX-License-Identifier: Apache-2.0
// Copies, fills and comparisons of a variable number of elements, beside a memory and a part.
// NOLINTBEGIN: written as users write
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

struct Pair {
  std::uint8_t k = 1;
  std::uint16_t v = 2;
};
struct Part {
  std::uint8_t n = 0;
  HLS_MODULE void tick(std::uint8_t v) { n += v; }
};
struct State {
  std::array<std::uint8_t, 5> a{};
  std::array<std::uint8_t, 5> b{};
  hls::Ram<std::uint8_t, 4> ram;
  std::array<std::uint16_t, 6> c{};
  std::array<std::uint32_t, 3> d{};
  std::array<Pair, 3> pairs{};
  std::array<std::uint8_t, 4> e{};
  Part part;
};
struct In {
  std::uint8_t n, m, k, v;
  std::uint32_t w;
  std::uint8_t what;
};
struct Out {
  bool same, less;
  std::int8_t order;
  std::uint8_t sum;
};
inline void step(State& s, const In& in, Out& out) {
  const unsigned n = in.n % 6, k = in.k % 6, m = in.m % (6 - k);
  std::array<std::uint16_t, 6> local{};
  switch (in.what % 16) {
    case 0:
      std::fill(s.a.begin(), s.a.begin() + n, in.v);
      break;
    case 1:  // 0 to 5 elements of 5, bounded by the object only
      if (in.n <= s.b.size()) std::fill_n(s.b.begin(), in.n, in.v);
      break;
    case 2:
      std::copy(s.a.begin(), s.a.begin() + n, s.b.begin());
      break;
    case 3:  // to the front: they overlap
      if (k < 5) std::copy(s.a.begin() + k, s.a.end(), s.a.begin());
      break;
    case 4:  // to the back
      if (k < 5) std::copy_backward(s.b.begin(), s.b.end() - k, s.b.end());
      break;
    case 5:
      std::copy(s.c.begin(), s.c.begin() + n, local.begin());
      std::reverse(local.begin(), local.end());
      s.c = local;
      break;
    case 6:
      std::copy_n(s.c.begin() + k, m, local.begin());
      std::copy_n(local.begin(), m, s.c.begin());
      break;
    case 7:
      std::copy(s.d.begin(), s.d.begin() + std::min<unsigned>(n, 2), s.d.begin() + 1);
      break;
    case 8:
      if (n < 3) std::memset(s.pairs.data(), in.v, n * sizeof(Pair));
      break;
    case 9:
      if (n < 3) std::memmove(s.pairs.data() + 1, s.pairs.data(), n * sizeof(Pair));
      break;
    case 10:
      std::memset(s.e.data(), in.v, in.n & 3);
      break;
    case 11:
      if (k + m <= 5) std::memset(s.b.data() + k, in.v, m);
      break;
    case 12:
      s.d[in.k % 3] = in.w;
      s.c[k] = static_cast<std::uint16_t>(in.w);
      break;
    default:
      s.a[in.k % 5] = in.v & 3;
      s.b[in.m % 5] = in.w & 3;
  }
  out.same = std::equal(s.a.begin(), s.a.begin() + n, s.b.begin());
  out.less = std::lexicographical_compare(s.a.begin(), s.a.begin() + n, s.b.begin(), s.b.begin() + in.m % 6);
  const int order = std::memcmp(s.a.data(), s.b.data() + in.k % 3, in.n & 3);
  out.order = order < 0 ? -1 : order > 0;
  if (in.v & 1) s.part.tick(in.v);
  out.sum = s.ram.read(in.k & 3) + s.part.n;
  if (in.v & 2) s.ram.write(in.m & 3, in.v);
}
#pragma clang diagnostic pop
// NOLINTEND
