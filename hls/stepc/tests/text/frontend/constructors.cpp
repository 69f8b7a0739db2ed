// Constructors give the reset values.
// RUN: stepc %s -o /dev/null --print-after reset-values -- -I. 2>&1 | FileCheck %s
#include <cstdint>

#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct In { bool go; };

// -----
struct Sum { hls::Bits<7> a{100}; Sum() { for (int i = 0; i < 3; ++i) b += i; } std::uint16_t b = 7; };
struct State { hls::Bits<3> x{5}; Sum sums[2]; };
struct Out { int y = -2; };
void step(State&, const In&, Out&) {}
// CHECK: register x: 3, x at byte 0, reset 3'd5
// CHECK-NEXT: register sums_0_a: 7, sums[0].a at byte 2, reset 7'd100
// CHECK-NEXT: register sums_0_b: 16, sums[0].b at byte 4, reset 16'ha
// CHECK-NEXT: register sums_1_a: 7, sums[1].a at byte 6, reset 7'd100
// CHECK-NEXT: register sums_1_b: 16, sums[1].b at byte 8, reset 16'ha
// CHECK-NEXT: register out_y: 32, out.y at byte 0, reset 32'hfffffffe

// -----
// Members that they do not set are zero.
struct State { hls::Ram<int, 2> ram; bool b; };
struct Out { bool y; };
void step(State&, const In&, Out&) {}
// CHECK: register b: 1, b at byte 8, reset 1'd0
// CHECK-NEXT: register out_y: 1, out.y at byte 0, reset 1'd0

// -----
// They run on the host, where nobody defines what HLS_ASSERT calls.
struct State { unsigned char n; State() : n(4) { HLS_ASSERT(n == 4, "four"); } };
struct Out { bool y; };
void step(State&, const In&, Out&) {}
// CHECK: register n: 8, n at byte 0, reset 8'd4

// -----
enum class Mode : unsigned char { kA, kB };
struct Part { hls::Bits<5> a{21}; Mode mode = Mode::kB; HLS_MODULE void tick(bool go) { if (go) a = hls::Bits<5>(a + 1); } };
struct State { Part one, two; int n = -3; };
struct Out { hls::Bits<9> x{300}; bool y; };
void step(State& s, const In& in, Out&) { s.one.tick(in.go); s.two.tick(in.go); }
// CHECK: register a: 5, a at byte 0, reset 5'd21
// CHECK-NEXT: register mode: 8, mode at byte 1, reset 8'd1
// CHECK: register n: 32, n at byte 4, reset 32'hfffffffd
// CHECK-NEXT: register out_x: 9, out.x at byte 0, reset 9'h12c
// CHECK-NEXT: register out_y: 1, out.y at byte 2, reset 1'd0

// -----
// C++ says nothing of registers that nobody sets, hardware has to.
// RUN: stepc %s -o /dev/null --print-after reset-values -- -I. 2>&1 | FileCheck %s --implicit-check-not=warning:
struct Part {
  hls::Bits<5> a; unsigned char b;
  Part() {}
  HLS_MODULE void tick(bool go) { if (go) b = 1; }
};
struct State { Part one, two; int n; };
struct Out {
  unsigned char x;
  Out() {}
};
void step(State& s, const In& in, Out&) { s.one.tick(in.go); s.two.tick(in.go); }
// CHECK: register a: 5, a at byte 0, reset 5'd0
// CHECK-NEXT: register b: 8, b at byte 1, reset 8'd0
// CHECK: constructors.cpp:[[#@LINE-12]]: warning: register 'b' is set by no constructor: it starts with zero, in C++ with anything; give it a first value
// CHECK-NEXT: constructors.cpp:[[#@LINE-7]]: warning: register 'x' is set by no constructor: it starts with zero, in C++ with anything; give it a first value

// -----
// Data is not reset.
// RUN: stepc %s -o /dev/null --print-after reset-values -- -I. 2>&1 | FileCheck %s
// RUN: stepc %s -o /dev/null --print-after reset-values --reset-data -- -I. 2>&1 | FileCheck %s --check-prefix=RESET
struct Data { static constexpr bool kHlsData = true; hls::Bits<5> a; };
struct Part { Data data; bool valid; HLS_MODULE void tick(bool go) { valid = go; if (go) data.a = hls::Bits<5>(data.a + 1); } };
struct State { Part one, two; };
struct Out { bool y; };
void step(State& s, const In& in, Out&) { s.one.tick(in.go); s.two.tick(in.go); }
// CHECK: register data_a: 5, data.a at byte 0, data
// CHECK-NEXT: register valid: 1, valid at byte 1, reset 1'd0
// RESET: register data_a: 5, data.a at byte 0, reset 5'd0
// RESET-NEXT: register valid: 1, valid at byte 1, reset 1'd0

// -----
// With --reset-data it may start with anything.
// RUN: stepc %s -o /dev/null --print-after reset-values --reset-data -- -I. 2>&1 | FileCheck %s
struct State { bool b; };
struct Out { static constexpr bool kHlsData = true; hls::Bits<9> x{300}; };
void step(State&, const In&, Out&) {}
// CHECK: register out_x: 9, out.x at byte 0, reset 9'h12c

// -----
// Objects of one part that start with different values give it a parameter.
// RUN: stepc %s -- -I. | FileCheck %s
struct Part { hls::Bits<5> a; Part(int n) : a(static_cast<unsigned>(n)) {} HLS_MODULE void tick(bool go) { if (go) a = hls::Bits<5>(a + 1); } };
struct State { Part one{3}, two{4}; };
struct Out { bool y; };
void step(State& s, const In& in, Out&) { s.one.tick(in.go); s.two.tick(in.go); }
// CHECK: module constructors_Part #(
// CHECK-NEXT: parameter [4:0] a_start = 5'd3
// CHECK-NEXT: ) (
// CHECK: a <= a_start;
// CHECK: constructors_Part #(.a_start(5'd3)) one (
// CHECK: constructors_Part #(.a_start(5'd4)) two (
