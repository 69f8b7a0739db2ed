// Every expression is on a line of the design, not on one of the library.
// RUN: stepc %s -o /dev/null --print-after names -- -I. 2>&1 | FileCheck %s
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

// -----
struct State { hls::Bits<8> s; };
struct In { hls::Bits<8> a; };
struct Out { hls::Bits<8> x; };
namespace inner { template <int N> struct Part {
  static hls::Bits<8> more(hls::Bits<8> v) {
    return hls::Bits<8>(v * N);
  }
}; }
void step(State& state, const In& in, Out& out) {
  state.s = inner::Part<5>::more(in.a);
  out.x = hls::Bits<8>(
      state.s ^ 3);
}
// The multiplication is in the inlined function; nothing is in bits.hpp.
// CHECK-NOT: bits.hpp
// CHECK: module locations: step, locations.cpp:[[#@LINE-7]]
// CHECK-NOT: bits.hpp
// CHECK: %1 = multiply %0 8'd5: 8  // locations.cpp:[[#@LINE-12]]
// CHECK-NEXT: s <= %1
// CHECK-NEXT: %2 = xor %1 8'd3: 8  // locations.cpp:[[#@LINE-8]]
// CHECK-NEXT: out_x <= %2
// CHECK-NEXT: %3 = register out_x: 8
// CHECK-NEXT: output x = %3
// CHECK-NOT: bits.hpp

// -----
// LLVM merges code of several lines and then knows none: the named wire's line is that of its variable.
struct State { hls::Bits<3> count; };
struct In { hls::Bit a, b; };
struct Out { hls::Bit x; };
void step(State& state, const In& in, Out& out) {
  const bool take = !out.x || in.a;
  const hls::Bit pop(take && state.count != 0);
  const hls::Bit push(in.b && state.count != 4);
  if (take) out.x = pop;
  state.count = hls::Bits<3>(state.count + push - pop);
}
// CHECK: %9 = or %6 %8: 1  // take, locations.cpp:[[#@LINE-6]]
// CHECK: %12 = and %9 %11: 1  // pop, locations.cpp:[[#@LINE-6]]

// -----
// Names of functions have no arguments.
template <int N, class T> struct Part { int r; HLS_MODULE void tick(const T (&)[2], int v) { r = v; } };
struct State { Part<3, int> part; };
struct In { int a[2]; };
struct Out { int x; };
void step(State& state, const In& in, Out&) { state.part.tick(in.a, in.a[1]); }
// CHECK: module locations_Part: Part<3, int>::tick, locations.cpp:[[#@LINE-5]]
