// Constructors of State and Out that cannot give the reset values.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include "hls/types/bits.hpp"
extern "C" void abort();
extern "C" void exit(int);
int elsewhere();
struct In { bool a; };

// -----
struct State {
  int n;
  State() : n(elsewhere()) {}
  // CHECK: constructors.cpp:[[#@LINE-1]]: error: cannot evaluate the constructors of State and Out: Symbols not found: [ _Z9elsewherev ]{{$}}
};
struct Out { bool y; };
void step(State&, const In&, Out&) {}

// -----
struct State { int n; State() { __builtin_trap(); } };
// CHECK: constructors.cpp:[[#@LINE-1]]: error: the constructors of State end in signal 4, Illegal instruction; they must run on the host, as they give the reset values{{$}}
struct Out { bool y; };
void step(State&, const In&, Out&) {}

// -----
struct State { int n; };
struct Out { bool y; Out() { abort(); } };
// CHECK: constructors.cpp:[[#@LINE-1]]: error: the constructors of Out end in signal 6, Aborted; they must run on the host, as they give the reset values{{$}}
void step(State&, const In&, Out&) {}

// -----
struct State { int n; State() { exit(3); } };
// CHECK: constructors.cpp:[[#@LINE-1]]: error: the constructors of State end the program; they must run on the host, as they give the reset values{{$}}
struct Out { bool y; };
void step(State&, const In&, Out&) {}

// -----
struct State { int n; State() { for (volatile int i = 0; i < 2;) i = 0; } };
// CHECK: constructors.cpp:[[#@LINE-1]]: error: the constructors of State do not end within 5 seconds; they must run on the host, as they give the reset values{{$}}
struct Out { bool y; };
void step(State&, const In&, Out&) {}

// -----
struct Data { static constexpr bool kHlsData = true;
  hls::Bits<9> x{300}; };
  // CHECK: constructors.cpp:[[#@LINE-1]]: error: register 'data.x' is data (kHlsData) and starts with 300: data must start with zero; or give --reset-data{{$}}
struct State { int n; };
struct Out { Data data; };
void step(State&, const In&, Out&) {}
