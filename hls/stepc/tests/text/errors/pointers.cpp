// Pointers and indices that hardware cannot follow.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include <algorithm>
#include <array>

#include "hls/types/bits.hpp"
struct In { hls::Bits<8> a, b; hls::Bits<5> i; };
struct Out { hls::Bits<8> x; };

// -----
struct State { int n; };
void step(State& state, const In& in, Out&) {
  state.n = static_cast<int>(reinterpret_cast<unsigned long>(&state) >> in.a);
  // CHECK: pointers.cpp:[[#@LINE-1]]: error: a pointer escapes: it is converted to a number or back{{$}}
}

// -----
struct State { hls::Bits<8> s[4]; int n; };
void step(State& state, const In& in, Out&) {
  auto* p = in.a ? &state.s[in.i & 3u] : nullptr; auto* q = in.b ? &state.s[1] : nullptr; state.n = p - q;
  // CHECK: pointers.cpp:[[#@LINE-1]]: error: a difference of pointers that may both be null, or a pointer that is made a number, is not translatable: subtract only where neither is null, or keep an index instead of a pointer{{$}}
}

// -----
struct State { std::array<hls::Bits<8>, 5000> words; };
void step(State& state, const In& in, Out&) {
  state.words[in.a * 16u + in.b] = in.a;
  // CHECK: pointers.cpp:[[#@LINE-1]]: error: a dynamic index that may select more than 4096 elements; use hls::Ram for large storage{{$}}
}

// -----
struct State { std::array<unsigned char, 5000> bytes; };
void step(State& state, const In& in, Out&) {
  std::fill(state.bytes.begin(), state.bytes.begin() + in.a * 16 + in.b, static_cast<unsigned char>(7));
  // CHECK: pointers.cpp:[[#@LINE-1]]: error: a fill of variable length that may reach 4335 bytes: bound its length, or write a loop with a bound{{$}}
}
