// Registers of parts that their owners read.
// RUN: stepc %s -o /dev/null --print-after exports -- -I. 2>&1 | FileCheck %s
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
using Number = hls::Bits<4>;

// -----
// As they are in the cycle before the tick, and in the one behind it; nobody reads c.
struct Part { Number a, b, c; HLS_MODULE void tick(Number v) { a = v; b = Number(b + 1); } };
struct State { Part part; };
struct In { Number v; };
struct Out { Number x, y; };
void step(State& s, const In& in, Out& out) { out.x = s.part.a; s.part.tick(in.v); out.y = s.part.b; }
// CHECK: module Part: Part::tick,
// CHECK-NEXT: input v: 4
// CHECK-NEXT: register a: 4, a at byte 0, reset 4'd0
// CHECK-NEXT: register b: 4, b at byte 1, reset 4'd0
// CHECK-NEXT: register c: 4, c at byte 2, reset 4'd0
// CHECK-NEXT: %0 = input v: 4
// CHECK-NEXT: a <= %0
// CHECK-NEXT: %1 = register b: 4
// CHECK-NEXT: %2 = add %1 4'd1: 4
// CHECK-NEXT: b <= %2
// CHECK-NEXT: %3 = register a: 4
// CHECK-NEXT: export a_now = %3{{$}}
// CHECK-NEXT: export b_next = %2{{$}}
// CHECK-NOT: {{^  export}}

// -----
// A part that did not tick keeps its registers: the part in between chooses.
struct Inner { Number a; HLS_MODULE void tick(Number v) { a = v; } };
struct Middle { Inner inner; HLS_MODULE void tick(bool go, Number v) { if (go) inner.tick(v); } };
struct State { Middle middle; };
struct In { bool go; Number v; };
struct Out { Number y; };
void step(State& s, const In& in, Out& out) { s.middle.tick(in.go, in.v); out.y = s.middle.inner.a; }
// CHECK: module Inner: Inner::tick,
// CHECK-NEXT: enable
// CHECK-NEXT: input v: 4
// CHECK-NEXT: register a: 4, a at byte 0, reset 4'd0
// CHECK-NEXT: %0 = input v: 4
// CHECK-NEXT: a <= %0
// CHECK-NEXT: %1 = register a: 4
// CHECK-NEXT: export a_now = %1{{$}}
// CHECK-NEXT: export a_next = %0{{$}}
// CHECK-NOT: {{^  export}}
// CHECK: module Middle: Middle::tick,
// CHECK-NEXT: input go: 1
// CHECK-NEXT: input v: 4
// CHECK-NEXT: instance inner: Inner at byte 0
// CHECK-NEXT: %0 = input v: 4
// CHECK-NEXT: %1 = input go: 1
// CHECK-NEXT: call inner(%0) if %1
// CHECK-NEXT: %2 = register inner.a next: 4
// CHECK-NEXT: %3 = register inner.a now: 4
// CHECK-NEXT: %4 = mux %1 %2 %3: 4
// CHECK-NEXT: export inner_a_next = %4{{$}}
// CHECK-NOT: {{^  export}}
