// Loops, calls and operations that are not hardware.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include <array>
#include <cstdlib>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct State { hls::Bits<8> s; int n; };
struct In { hls::Bits<8> a, b; hls::Bits<5> i; };
struct Out { hls::Bits<8> x; };
int elsewhere(int);
int counter;

// -----
void step(State& state, const In& in, Out&) {
  for (unsigned i = 0; i < in.a; ++i) state.s = hls::Bits<8>(state.s * 3 + i);
  // CHECK: control.cpp:[[#@LINE-1]]: error: the loop did not unroll: its number of iterations is not constant, and no bound of at most 64 is found: give it one, `i < 64 && condition`{{$}}
}

// -----
void step(State& state, const In& in, Out&) {
  for (unsigned i = 0; i < 100000; ++i) state.n = state.n * 3 + in.a;
  // CHECK: control.cpp:[[#@LINE-1]]: error: the loop did not unroll: it has 100000 iterations and may have 65536: do some of them in each cycle{{$}}
}

// -----
void step(State& state, const In& in, Out&) {
  if (in.a) goto second;
first:
  state.n += in.b;
  if (state.n > 9) return;
second: state.n ^= 5; if (in.i) goto first;
// CHECK: control.cpp:[[#@LINE-1]]: error: a loop that goto enters at several places is not translatable: enter it at its head only{{$}}
}

// -----
int f(int n, int m) { return n > m ? f(n - 3, m ^ n) * f(n / 2, m) : n; }
void step(State& state, const In& in, Out&) {
  state.n = f(in.a, in.b);
  // CHECK: control.cpp:[[#@LINE-1]]: error: call of 'f' could not be inlined: recursion is not translatable{{$}}
}

// -----
void step(State& state, const In& in, Out&) {
  int* p = static_cast<int*>(std::malloc(in.a)); state.n = p[in.b];
  // CHECK: control.cpp:[[#@LINE-1]]: error: call of 'malloc': hardware has no heap{{$}}
}

// -----
void step(State& state, const In& in, Out&) {
  auto* p = new int[in.a + 3u]; p[in.b] = 7; state.n = p[0];
  // CHECK: control.cpp:[[#@LINE-1]]: error: call of 'operator new[]': hardware has no heap{{$}}
}

// -----
void step(State& state, const In& in, Out& out) {
  out.x = hls::Bits<8>(1);
  state.n = elsewhere(in.a);
  // CHECK: control.cpp:[[#@LINE-1]]: error: call of 'elsewhere', whose body is not known{{$}}
}

// -----
int f(int x) { return x + 1; }
int g(int x) { return x * 2; }
int (*volatile h)(int) = f;
void step(State& state, const In& in, Out&) {
  state.n = h(in.a);
  // CHECK: control.cpp:[[#@LINE-1]]: error: a call through a pointer (a virtual function?) is not translatable{{$}}
  // CHECK-NEXT: control.cpp:[[#@LINE-2]]: error: a volatile or atomic access is not translatable{{$}}
}

// -----
void step(State& state, const In&, Out&) {
  state.n = static_cast<int>(static_cast<float>(state.n) * 1.5f);
  // CHECK: control.cpp:[[#@LINE-1]]: error: floating point is not translatable{{$}}
}

// -----
void step(State& state, const In&, Out&) {
  asm("nop" : "+r"(state.n));
  // CHECK: control.cpp:[[#@LINE-1]]: error: inline assembly is not translatable{{$}}
}

// -----
void step(State&, const In&, Out&) {
  asm("nop");
  // CHECK: control.cpp:[[#@LINE-1]]: error: inline assembly is not translatable{{$}}
}

// -----
void step(State& state, const In& in, Out&) {
  volatile int v = in.a; state.n = v;
  // CHECK: control.cpp:[[#@LINE-1]]: error: a volatile or atomic access is not translatable{{$}}
}

// -----
void step(State& state, const In&, Out& out) {
  out.x = hls::Bits<8>(__atomic_load_n(&state.n, 0));
  // CHECK: control.cpp:[[#@LINE-1]]: error: a volatile or atomic access is not translatable{{$}}
}

// -----
void step(State& state, const In&, Out&) {
  state.n = counter++;
  // CHECK: control.cpp:[[#@LINE-1]]: error: global variable 'counter': put it in State{{$}}
}

// -----
template <int N> struct Queue { static int next(int by) {
  static int count = 3; count += by;
  // CHECK: control.cpp:[[#@LINE-1]]: error: global variable 'Queue<3>::next::count': put it in State{{$}}
  return count; } };
void step(State& state, const In& in, Out&) { state.n = Queue<3>::next(in.a); }

// -----
// Once, though it is used at several places.
void step(State& state, const In& in, Out&) {
  counter ^= in.a;
  // CHECK: control.cpp:[[#@LINE-1]]: error: global variable 'counter': put it in State{{$}}
  state.n = counter;
  if (in.b) counter = 3;
}

// -----
void step(State& state, const In&, Out&) {
  state.n = counter;
  // CHECK: control.cpp:[[#@LINE-1]]: error: global variable 'counter': put it in State{{$}}
}

// -----
void step(State& state, const In&, Out&) {
  state.n = __builtin_readcyclecounter() & 1;
  // CHECK: control.cpp:[[#@LINE-1]]: error: intrinsic 'llvm.readcyclecounter' is not translatable{{$}}
}
