// Types that are not registers, ports or memory words.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include <variant>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct In { hls::Bits<8> a; };
struct Out { hls::Bits<8> x; };

// -----
struct State { float f; };
// CHECK: types.cpp:[[#@LINE-1]]: error: floating point is not translatable{{$}}
void step(State& state, const In&, Out&) { state.f = 1; }

// -----
union Either { int a; unsigned b; };
// CHECK: types.cpp:[[#@LINE-1]]: error: a union is not translatable{{$}}
struct State { Either e; };
void step(State& state, const In& in, Out&) { state.e.a = in.a; }

// -----
struct State { int* p; };
// CHECK: types.cpp:[[#@LINE-1]]: error: a pointer or a reference cannot be a register, a port or a memory word{{$}}
void step(State& state, const In&, Out&) { state.p = nullptr; }

// -----
struct State { volatile int n; };
// CHECK: types.cpp:[[#@LINE-1]]: error: volatile cannot be a register, a port or a memory word: leave volatile out{{$}}
void step(State&, const In&, Out&) {}

// -----
struct State { volatile char many[3]; _Atomic(int) n; };
// CHECK: types.cpp:[[#@LINE-1]]: error: _Atomic cannot be a register, a port or a memory word: leave _Atomic out{{$}}
// CHECK: types.cpp:[[#@LINE-2]]: error: volatile cannot be a register, a port or a memory word: leave volatile out{{$}}
void step(State&, const In&, Out&) {}

// -----
struct State { __int128 s; };
// CHECK: types.cpp:[[#@LINE-1]]: error: an integer of more than 64 bits cannot be a register, a port or a memory word{{$}}
void step(State& state, const In& in, Out&) { state.s = in.a; }

// -----
struct State { std::variant<char, int> e; };
// CHECK: types.cpp:[[#@LINE-1]]: error: a union is not translatable{{$}}
void step(State& state, const In&, Out&) { state.e = 3; }

// -----
struct V { int n; virtual void set(); };
struct State { V v; };
// CHECK: types.cpp:[[#@LINE-1]]: error: virtual functions are not translatable{{$}}
void step(State& state, const In&, Out&) { state.v.n = 3; }

// -----
struct State { unsigned _BitInt(5) s; };
// CHECK: types.cpp:[[#@LINE-1]]: error: a bare _BitInt: debug information loses its width, use hls::Bits<W>{{$}}
void step(State& state, const In&, Out&) { state.s = 1; }

// -----
struct State { unsigned s : 5; };
// CHECK: types.cpp:[[#@LINE-1]]: error: a bit-field is not translatable, use hls::Bits<W>{{$}}
void step(State& state, const In&, Out&) { state.s = 1; }

// -----
// Every field is told, once.
union Either { int a; unsigned b; };
// CHECK: types.cpp:[[#@LINE-1]]: error: a union is not translatable{{$}}
struct Inner {
  float f;
  // CHECK-NEXT: types.cpp:[[#@LINE-1]]: error: floating point is not translatable{{$}}
  int* p;
  // CHECK-NEXT: types.cpp:[[#@LINE-1]]: error: a pointer or a reference cannot be a register, a port or a memory word{{$}}
  double g[2];
  // CHECK-NEXT: types.cpp:[[#@LINE-1]]: error: floating point is not translatable{{$}}
  decltype(nullptr) n;
  // CHECK-NEXT: types.cpp:[[#@LINE-1]]: error: std::nullptr_t cannot be a register, a port or a memory word: it has one value, leave it out{{$}}
};
struct State {
  Inner one;
  Inner two; Either e;
  unsigned _BitInt(5) i;
  // CHECK-NEXT: types.cpp:[[#@LINE-1]]: error: a bare _BitInt: debug information loses its width, use hls::Bits<W>{{$}}
  unsigned j : 3;
  // CHECK-NEXT: types.cpp:[[#@LINE-1]]: error: a bit-field is not translatable, use hls::Bits<W>{{$}}
};
void step(State&, const In&, Out&) {}

// -----
// The words of a memory are on the user's line, not on that of ram.hpp.
struct State {
  int n;
  hls::Ram<float, 4> ram;
  // CHECK: types.cpp:[[#@LINE-1]]: error: floating point is not translatable{{$}}
};
void step(State&, const In&, Out&) {}

// -----
template <class T> struct Data {
  static constexpr bool kHlsData = sizeof(T) > 1; T a;
  // CHECK: types.cpp:[[#@LINE-1]]: error: kHlsData must say true or false in one line{{$}}
};
struct State { Data<int> x; };
void step(State&, const In&, Out&) {}
