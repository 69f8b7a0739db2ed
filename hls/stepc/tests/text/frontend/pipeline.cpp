// LLVM's passes leave this much of a program.
// RUN: stepc %s -o /dev/null --print-after frontend -- -I. 2>&1 | FileCheck %s
// RUN: stepc %s -o /dev/null --pipeline 2 --print-after frontend -- -I. 2>&1 | FileCheck %s
#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct In { int a; };
struct Out { int x; };
struct Part { int r; HLS_MODULE void tick(int v) { HLS_ASSERT(v != 3, "not 3"); r += v; } };
struct Plain { int r; void tick(int v) { r += v; } };

// -----
// All is inlined but parts and the ports of memories.
struct State { Part part; Plain plain; hls::Ram<int, 4> ram; hls::SyncRam<int, 4> sync; };
void step(State& s, const In& in, Out& out) {
  s.part.tick(in.a);
  s.plain.tick(in.a);
  out.x = s.ram.read(1) + s.sync.data();
  s.sync.request(2);
  s.ram.write(3, in.a);
}
// CHECK: define {{.*}}@_Z4step
// CHECK: call void @_ZN4Part4tickEi(
// CHECK: call {{.*}}@_ZNK3hls3RamIiLm4EE4readEj(
// CHECK: call {{.*}}@_ZNK3hls7SyncRamIiLm4EE4dataEv(
// CHECK: call {{.*}}@_ZN3hls7SyncRamIiLm4EE7requestEj(
// CHECK: call {{.*}}@_ZN3hls3RamIiLm4EE5writeEjRKi(
// CHECK-NOT: call
// CHECK: ret void
// CHECK-NOT: Plain4tick{{.*}}(

// -----
// Loops within loops are unrolled.
struct State { int n, m[40]; };
void step(State& s, const In& in, Out&) {
  for (int i = 0; i < 40; ++i) for (int j = i; j < 40; ++j) s.m[j] += in.a * s.m[i];
}
// CHECK: define {{.*}}@_Z4step
// CHECK-NOT: br i1
// CHECK-NOT: phi
// CHECK: ret void

// -----
// A loop without a bound is left, and refused later.
// RUN: not stepc %s -o /dev/null --print-after frontend -- -I. 2>&1 | FileCheck %s
struct State { int n; };
void step(State& s, const In& in, Out&) { while (s.n != in.a) s.n = s.n * 5 + 1; }
// CHECK: define {{.*}}@_Z4step
// CHECK: phi
// CHECK: br i1
// CHECK: pipeline.cpp:[[#@LINE-4]]: error: the loop did not unroll

// -----
// A pass that looked into the part would know that the call does nothing.
struct Zero { HLS_MODULE int tick(int) { return 0; } };
struct State { Zero part; };
void step(State& s, const In& in, Out& out) { out.x = s.part.tick(in.a); }
// CHECK: define {{.*}}@_Z4step
// CHECK: call {{.*}}@_ZN4Zero4tickEi(
// CHECK: ret void

// -----
// A value that only an assertion reads is no hardware; the assertion about it is refused later.
// RUN: not stepc %s -o /dev/null --print-after frontend -- -I. 2>&1 | FileCheck %s
struct State { Part part; hls::Ram<int, 4> ram; };
void step(State& s, const In& in, Out&) {
  HLS_ASSERT(s.ram.read(in.a) != 3, "read for the assertion only"); s.part.tick(in.a);
}
// CHECK: define {{.*}}@_Z4step
// CHECK-NOT: call
// CHECK: call void @_ZN4Part4tickEi(
// CHECK-NOT: call
// CHECK: ret void
