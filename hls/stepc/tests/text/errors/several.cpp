// Several errors: each once, in the order of the source, and at most twenty.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
int elsewhere(int);
int counter;

// -----
struct Deep { float f; };
// CHECK: several.cpp:[[#@LINE-1]]: error: floating point is not translatable{{$}}
struct Part { hls::Bits<8> r; HLS_MODULE void tick(hls::Bits<8> v) {
  r = hls::Bits<8>(elsewhere(v)); } };
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
struct State { Deep deep; Part part; union { int a; unsigned b; } either; };
// CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: a union is not translatable{{$}}
struct In { hls::Bits<8> a; };
struct Out { hls::Bits<8> x; };
void step(State& s, const In& in, Out& out) {
  s.part.tick(in.a);
  for (unsigned i = 0; i < in.a; ++i) out.x = hls::Bits<8>(out.x * 3 + i);
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: the loop did not unroll: its number of iterations is not constant, and no bound of at most 64 is found: give it one, `i < 64 && condition`{{$}}
}

// -----
// Parts are translated though their owner is not.
struct A { int r; HLS_MODULE void tick(int v) {
  r = elsewhere(v); } };
  // CHECK: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
struct B { int r; HLS_MODULE void tick(int v) {
  while (r != v) r = r * 5 + 1; } };
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: the loop did not unroll: its number of iterations is not constant, and no bound of at most 64 is found: give it one, `i < 64 && condition`{{$}}
struct State { A a; B b; };
struct In { int v; };
struct Out { int x; };
void step(State& s, const In& in, Out& out) {
  for (int i = 0; i != in.v; i += 3) out.x ^= i * out.x;
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: the loop did not unroll: its number of iterations is not constant, and no bound of at most 64 is found: give it one, `i < 64 && condition`{{$}}
  s.a.tick(in.v); s.b.tick(in.v);
}

// -----
struct State { int n; };
struct In { int a, b; };
struct Out { int x; };
void step(State&, const In& in, Out& out) {
  int v = elsewhere(in.a);
  // CHECK: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  int w = elsewhere(v);
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  counter = w;
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: global variable 'counter': put it in State{{$}}
  out.x = v;
}

// -----
// One error, though three values come of it.
struct State { int n; };
struct In { int a, b; };
struct Out { int x; };
void step(State& s, const In& in, Out& out) {
  int v = elsewhere(in.a);
  // CHECK: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  int w = v * 2;
  int m[4] = {1, 2, 3, 4};
  out.x = m[w & 3] + w;
  if (w > 3) s.n = 4;
}

// -----
struct State { int n; float f; };
// CHECK: several.cpp:[[#@LINE-1]]: error: floating point is not translatable{{$}}
struct In { int a, b; };
struct Out { int x; };
void step(State& s, const In&, Out&) { s.f = s.f * 2 + s.f; }

// -----
struct State { int n; hls::Ram<int, 4> ram; };
struct In { int a, b; };
struct Out { int x; };
void step(State& s, const In& in, Out& out) {
  if (elsewhere(in.a)) s.ram.write(1, in.a);
  // CHECK: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  s.ram.write(2, in.b);
  out.x = s.ram.read(1);
}

// -----
struct State { int n; };
struct In { int a; };
struct Out { int x; };
#define CALL(k) s.n ^= elsewhere(in.a + k);
void step(State& s, const In& in, Out&) {
  CALL(0)
  // CHECK: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(1)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(2)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(3)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(4)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(5)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(6)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(7)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(8)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(9)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(10)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(11)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(12)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(13)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(14)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(15)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(16)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(17)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(18)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  CALL(19)
  // CHECK-NEXT: several.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
  // CHECK-NEXT: stepc: error: and 5 more{{$}}
  CALL(20)
  CALL(21)
  CALL(22)
  CALL(23)
  CALL(24)
}
