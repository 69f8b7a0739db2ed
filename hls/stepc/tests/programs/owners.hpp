// SPDX-License-Identifier: Apache-2.0
// Owners read the memories of their parts, and write their registers.
// NOLINTBEGIN: written as users write
#pragma once

#include <array>
#include <cstdint>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace owners {

class Queue {
 public:
  std::uint8_t head() const { return words_.read(first_); }
  std::uint8_t at(unsigned i) const { return words_.read((first_ + i) % 8); }
  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == 8; }
  HLS_MODULE void tick(bool pop, bool push, std::uint8_t w) {
    const std::uint8_t h = head();
    if (push) words_.write((first_ + count_) % 8u, w);
    sum_ += h;
    if (pop) first_ = (first_ + 1) % 8;
    count_ += push - pop;
  }

 private:
  hls::Ram<std::uint8_t, 8> words_;
  std::uint8_t first_ = 0, count_ = 0, sum_ = 3;
};
struct Fwd {
  hls::ForwardingRam<std::uint16_t, 8> words;
  std::uint8_t last = 0;
  HLS_MODULE void put(std::uint8_t a, std::uint16_t v) {
    words.write(a & 7, v);
    last = a & 7;
  }
  HLS_MODULE void inc() { last = (last + 1) & 7; }
  std::uint16_t get() const { return words.read(last); }
};
struct Sync {
  hls::SyncRam<std::uint16_t, 8> words;
  std::uint8_t n = 1;
  HLS_MODULE void tick(std::uint8_t a, std::uint16_t v) {
    words.request(a & 7);
    if (a & 8) words.write(a >> 5, v);
    ++n;
  }
  std::uint16_t answer() const { return words.data(); }
};
struct Outer {
  Queue q;
  std::uint8_t k = 0;
  HLS_MODULE void tick(bool a, bool b, std::uint8_t w) {
    if (q.head() != 7) ++k;
    q.tick(a && !q.empty(), b && !q.full(), w);
  }
  std::uint8_t peek(unsigned i) const { return q.at(i + k); }
};
struct Cnt {
  std::uint8_t n = 5;
  std::uint16_t m = 9;
  HLS_MODULE std::uint8_t tick(std::uint8_t x) {
    n += x;
    m = m * 3 + n;
    return n;
  }
};
struct Nest {
  Cnt a, b;
  std::uint8_t own = 2;
  HLS_MODULE void tick(std::uint8_t x) {
    if (x & 1) a.tick(x);
    b.tick(x);
    own ^= a.n;
    if (x == 9) a = Cnt{};
  }
};
struct Two {
  std::uint8_t u = 1, v = 2;
  HLS_MODULE void f(std::uint8_t x) { u += x + v; }
  HLS_MODULE void g(std::uint8_t x) { v = v * 5 + u + x; }
};
struct State {
  Queue q;
  std::array<Queue, 2> qs;
  Fwd f;
  Sync s;
  Outer o;
  Cnt c, d;
  Nest n;
  Two t;
  std::array<Cnt, 3> cs;
};
struct In {
  std::uint8_t w;
  bool a, b, c, d;
  std::uint8_t i;
};
struct Out {
  std::uint8_t h, g, p, c, r, x;
  std::uint16_t f, f2, s;
};
inline void step(State& st, const In& in, Out& out) {
  if (!st.q.empty()) out.h = st.q.head();
  out.g = st.q.at(in.i & 7);
  st.q.tick(in.a && !st.q.empty(), in.b && !st.q.full(), in.w);
  for (int k = 0; k < 2; ++k) {
    if (k == (in.i & 1)) out.p = st.qs[k].head();
  }
  out.x = st.qs[in.i & 1].at(in.w & 3);
  for (auto& q : st.qs) q.tick(in.c && !q.empty(), in.d && !q.full(), in.w);
  if (in.a) st.f.put(in.i, in.w * 3);
  out.f = st.f.get();
  if (in.b) st.f.inc();
  out.f2 = st.f.get();
  out.s = st.s.answer();
  st.s.tick(in.i, in.w * 5);
  if (in.c) out.r = st.o.peek(in.w & 3);
  st.o.tick(in.a, in.b, in.w);
  // resets
  if (in.d && in.i == 3) st.c = Cnt{};
  out.c = st.c.tick(in.w);
  if (in.a) st.d.tick(in.w);
  if (in.i == 0) st.d = Cnt{};
  if (in.i == 255) st.d = st.c;
  if (in.i == 1) st.n = Nest{};
  if (in.b) st.n.tick(in.w);
  if (in.i == 2) st.n.b.n = in.w;
  if (in.a) st.t.f(in.w);
  if (in.i & 1) st.t.u = 0;
  if (in.b) st.t.g(in.w);
  if (in.i == 6) st.t = Two{};
  for (auto& c : st.cs) c.tick(in.w);
  if (in.c) st.cs[in.i % 3].n = in.w;
}

}  // namespace owners
// NOLINTEND
