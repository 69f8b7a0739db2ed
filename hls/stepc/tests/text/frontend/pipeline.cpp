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

// -----
// Functions that the top does not reach cost nothing: each of these would double the program.
struct State {};
int f0(int x) { return x * 3 + 1; }
#define F(n, m) int f##n(int x) { return f##m(f##m(x) ^ n); }
F(1, 0) F(2, 1) F(3, 2) F(4, 3) F(5, 4) F(6, 5) F(7, 6) F(8, 7) F(9, 8) F(10, 9) F(11, 10) F(12, 11) F(13, 12)
F(14, 13) F(15, 14) F(16, 15) F(17, 16) F(18, 17) F(19, 18) F(20, 19) F(21, 20) F(22, 21) F(23, 22) F(24, 23)
__attribute__((used)) int unreached(int x) { return f24(x); }
inline void step(State&, const In& in, Out& out) { out.x = in.a; }
// CHECK-NOT: define{{.*}}@{{f|.*unreached}}
// CHECK: define {{.*}}@_Z4step
// CHECK-NOT: define

// -----
// A loop that may begin or end anywhere stays one, so that it can be unrolled: no copy of variable length.
struct Pair { short a, b; };
struct State { short r[8], q[8]; Pair pairs[6], others[6]; unsigned char bytes[8]; };
void step(State& s, const In& in, Out&) {
  for (int i = in.a & 7; i < 6; ++i) s.r[i] = 0;
  for (int i = in.a & 7; i < 7; ++i) s.q[i] = s.q[i + 1];
  for (int i = 0; i < 6 && i < in.a; ++i) s.pairs[i] = s.others[i];
  for (int i = 0; i < (in.a & 7); ++i) s.bytes[i] = 0xff;
  __builtin_memcpy(s.others, s.pairs, sizeof s.pairs);
}
// CHECK: define {{.*}}@_Z4step
// CHECK-NOT: call{{.*}}@llvm.mem
// CHECK: call void @llvm.memcpy{{.*}}, i64 24,
// CHECK-NOT: call{{.*}}@llvm.mem
// CHECK: ret void
