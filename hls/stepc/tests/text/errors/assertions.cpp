// Assertions about what the hardware does not have.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
using Number = hls::Bits<4>;
HLS_MODULE Number twice(Number x) { return Number(x + x); }
struct In { Number v; };
struct Out { Number y; };

// -----
struct State { hls::Ram<Number, 4> unread; };
void step(State& s, const In& in, Out&) {
  HLS_ASSERT(s.unread.read(1) == 3, "unread");
  // CHECK: assertions.cpp:[[#@LINE-1]]: error: the assertion reads memory 'unread', which nothing else reads: there is no such hardware{{$}}
  s.unread.write(1, in.v);
}

// -----
struct State { int n; };
void step(State&, const In& in, Out& out) {
  out.y = twice(in.v);
  HLS_ASSERT(twice(Number(in.v + 1)) == 3, "called once more");
  // CHECK: assertions.cpp:[[#@LINE-1]]: error: the assertion ticks part 'twice', or calls it once more{{$}}
}

// -----
struct State { Number r; };
void step(State& s, const In& in, Out&) {
  s.r = in.v;
  HLS_ASSERT(static_cast<float>(s.r) * 0.37f < static_cast<float>(in.v), "floating");
  // CHECK: assertions.cpp:[[#@LINE-1]]: error: floating point is not translatable{{$}}
}
