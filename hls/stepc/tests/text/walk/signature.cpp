// How parameters of C++ come to LLVM's arguments (x86-64 System V): each port is read where its parameter is.
// RUN: stepc %s -o /dev/null --print-after walk -- -I. 2>&1 | FileCheck %s
#include <cstdint>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct Small { std::uint16_t a; std::uint32_t b; };
struct Words { std::uint64_t a; std::uint32_t b; };
struct Large { std::uint64_t a[3]; };
struct Empty {};
struct In { int v, w; bool f; hls::Bits<50> n; Small small; Words words; Large large; };

// -----
// Scalars.
struct Part { int r; long s; HLS_MODULE void tick(int a, bool b_, hls::Bits<50> c) { r = a + b_; s = static_cast<long>(c); } };
struct State { Part part; };
struct Out { int x; };
void step(State& s, const In& in, Out&) { s.part.tick(in.v, in.f, in.n); }
// CHECK: module Part: Part::tick,
// CHECK-NEXT: input a: 32
// CHECK-NEXT: input b: 1
// CHECK-NEXT: input c: 50
// CHECK-NEXT: register r: 32, r at byte 0, reset 32'h0
// CHECK-NEXT: register s: 64, s at byte 8, reset 64'h0
// CHECK-NEXT: %0 = input a: 32
// CHECK-NEXT: %1 = input b: 1
// CHECK-NEXT: %2 = concat %1 31'h0: 32
// CHECK-NEXT: %3 = add %0 %2: 32
// CHECK-NEXT: r <= %3
// CHECK-NEXT: %4 = input c: 50
// CHECK-NEXT: %5 = concat %4 14'h0: 64
// CHECK-NEXT: s <= %5

// -----
// Small structures come in one or two integers.
struct Part {
  int r[5];
  HLS_MODULE void tick(Small a, Words b, int c) { r[0] = a.a; r[1] = a.b; r[2] = b.a; r[3] = b.b; r[4] = c; }
};
struct State { Part part; };
struct Out { int x; };
void step(State& s, const In& in, Out&) { s.part.tick(in.small, in.words, in.v); }
// CHECK: module Part: Part::tick,
// CHECK-NEXT: input a: Small 48
// CHECK-NEXT: input b: Words 96
// CHECK-NEXT: input c: 32
// CHECK-NEXT: register r_0: 32, r[0] at byte 0, reset 32'h0
// CHECK-NEXT: register r_1: 32, r[1] at byte 4, reset 32'h0
// CHECK-NEXT: register r_2: 32, r[2] at byte 8, reset 32'h0
// CHECK-NEXT: register r_3: 32, r[3] at byte 12, reset 32'h0
// CHECK-NEXT: register r_4: 32, r[4] at byte 16, reset 32'h0
// CHECK-NEXT: %0 = input a.a: 16
// CHECK-NEXT: %1 = concat %0 16'h0: 32
// CHECK-NEXT: r_0 <= %1
// CHECK-NEXT: %2 = input a.b: 32
// CHECK-NEXT: r_1 <= %2
// CHECK-NEXT: %3 = input b.a: 64
// CHECK-NEXT: %4 = extract %3 from bit 0: 32
// CHECK-NEXT: r_2 <= %4
// CHECK-NEXT: %5 = input b.b: 32
// CHECK-NEXT: r_3 <= %5
// CHECK-NEXT: %6 = input c: 32
// CHECK-NEXT: r_4 <= %6

// -----
// Large structures come by pointer.
struct Part { int r[2]; HLS_MODULE void tick(Large a, int b) { r[0] = a.a[1]; r[1] = b; } };
struct State { Part part; };
struct Out { int x; };
void step(State& s, const In& in, Out&) { s.part.tick(in.large, in.v); }
// CHECK: module Part: Part::tick,
// CHECK-NEXT: input a: Large 192
// CHECK-NEXT: input b: 32
// CHECK-NEXT: register r_0: 32, r[0] at byte 0, reset 32'h0
// CHECK-NEXT: register r_1: 32, r[1] at byte 4, reset 32'h0
// CHECK-NEXT: %0 = input a.a[1]: 64
// CHECK-NEXT: %1 = extract %0 from bit 0: 32
// CHECK-NEXT: r_0 <= %1
// CHECK-NEXT: %2 = input b: 32
// CHECK-NEXT: r_1 <= %2

// -----
// References.
struct Part {
  int r[2];
  HLS_MODULE void tick(const Small& a, Large& b, const int (&c)[3]) { r[0] = a.a; r[1] = c[1]; b.a[0] = a.b; }
};
struct State { Part part; Large large; int three[3]; };
struct Out { int x; };
void step(State& s, const In& in, Out&) { s.part.tick(in.small, s.large, s.three); }
// CHECK: module Part: Part::tick,
// CHECK-NEXT: input a: Small 48
// CHECK-NEXT: input b_before: Large 192
// CHECK-NEXT: input c: 32[3]
// CHECK-NEXT: output b: Large 192
// CHECK-NEXT: register r_0: 32, r[0] at byte 0, reset 32'h0
// CHECK-NEXT: register r_1: 32, r[1] at byte 4, reset 32'h0
// CHECK-NEXT: %0 = input a.a: 16
// CHECK-NEXT: %1 = concat %0 16'h0: 32
// CHECK-NEXT: r_0 <= %1
// CHECK-NEXT: %2 = input c[1]: 32
// CHECK-NEXT: r_1 <= %2
// CHECK-NEXT: %3 = input a.b: 32
// CHECK-NEXT: %4 = concat %3 32'h0: 64
// CHECK-NEXT: %5 = input b_before.a[1]: 64
// CHECK-NEXT: %6 = input b_before.a[2]: 64
// CHECK-NEXT: output b = %4, %5, %6

// -----
// Results in one integer, in two, and behind a pointer that comes first.
struct A { int r; HLS_MODULE Small tick(int a) { r = a; return {1, static_cast<unsigned>(a)}; } };
struct B { int r; HLS_MODULE Words tick(int a) { r = a; return {2, static_cast<unsigned>(a)}; } };
struct C { int r; HLS_MODULE Large tick(int a) { r = a; return {{3, 4, static_cast<unsigned>(a)}}; } };
struct State { A a; B b; C c; };
struct Out { Small a; Words b; Large c; };
void step(State& s, const In& in, Out& out) {
  out.a = s.a.tick(in.v);
  out.b = s.b.tick(in.v);
  out.c = s.c.tick(in.v);
}
// CHECK: module A: A::tick,
// CHECK-NEXT: input a: 32
// CHECK-NEXT: output result: Small 48
// CHECK-NEXT: register r: 32, r at byte 0, reset 32'h0
// CHECK-NEXT: %0 = input a: 32
// CHECK-NEXT: r <= %0
// CHECK-NEXT: output result = 16'h1, %0
// CHECK: module B: B::tick,
// CHECK-NEXT: input a: 32
// CHECK-NEXT: output result: Words 96
// CHECK-NEXT: register r: 32, r at byte 0, reset 32'h0
// CHECK-NEXT: %0 = input a: 32
// CHECK-NEXT: r <= %0
// CHECK-NEXT: output result = 64'h2, %0
// CHECK: module C: C::tick,
// CHECK-NEXT: input a: 32
// CHECK-NEXT: output result: Large 192
// CHECK-NEXT: register r: 32, r at byte 0, reset 32'h0
// CHECK-NEXT: %0 = input a: 32
// CHECK-NEXT: r <= %0
// CHECK-NEXT: %1 = concat %0 32'h0: 64
// CHECK-NEXT: output result = 64'h3, 64'h4, %1

// -----
// Empty structures come not at all.
struct Part { int r; HLS_MODULE void tick(Empty, int b) { r = b; } };
struct State { Part part; };
struct Out { int x; };
void step(State& s, const In& in, Out&) { s.part.tick(Empty{}, in.v); }
// CHECK: register r: 32, r at byte 0, reset 32'h0
// CHECK-NEXT: %0 = input b: 32
// CHECK-NEXT: r <= %0
