// Functions that are not tops, on the line of their name.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct State { int n; };
struct In { int a; };
struct Out { int x; };

// -----
int step(State& s, const In&, Out&) { return s.n; }
// CHECK: tops.cpp:[[#@LINE-1]]: error: a top must be void step(State&, const In&, Out&){{$}}

// -----
void step(State&, In&, Out&) {}
// CHECK: tops.cpp:[[#@LINE-1]]: error: a top must be void step(State&, const In&, Out&){{$}}

// -----
void step(State, const In&, Out&) {}
// CHECK: tops.cpp:[[#@LINE-1]]: error: a top must be void step(State&, const In&, Out&){{$}}

// -----
void step(State&,
// CHECK: tops.cpp:[[#@LINE-1]]: error: a top must be void step(State&, const In&, Out&){{$}}
          const In&) {}

// -----
void step(State&, const In&, Out&, int) {}
// CHECK: tops.cpp:[[#@LINE-1]]: error: a top must be void step(State&, const In&, Out&){{$}}

// -----
enum Scalar { kA };
void step(State&, const bool&, Scalar&) {}
// CHECK: tops.cpp:[[#@LINE-1]]: error: In and Out must be structures{{$}}

// -----
struct Registers {
  hls::Ram<int, 4> ram;
  // CHECK: tops.cpp:[[#@LINE-1]]: error: a memory in Out: it is not a register{{$}}
  bool b;
};
void step(State&, const In&, Registers& out) { out.b = true; }

// -----
struct Ports {
  hls::Ram<int, 4> ram;
  // CHECK: tops.cpp:[[#@LINE-1]]: error: a memory in In: it is not a port{{$}}
};
void step(State&, const Ports&, Out& out) { out.x = 1; }

// -----
// A function that does nothing is a top.
// RUN: stepc %s -- -I. | FileCheck %s
void step(State&, const In&, Out&) {}
// CHECK: // step, tops.cpp:[[#@LINE-1]]
// CHECK-NEXT: module tops (
