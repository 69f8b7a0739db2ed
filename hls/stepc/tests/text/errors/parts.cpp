// Calls of parts that one instance cannot answer.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include <array>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
using Byte = hls::Bits<8>;
struct In { Byte v, w; hls::Bits<5> i; };
struct Out { Byte x; };
struct Part {
  Byte r;
  HLS_MODULE void tick(Byte v) { r = v; }
  HLS_MODULE void f() { r = Byte(r + 1); }
  HLS_MODULE void g() { r = Byte(r * 3); }
};
struct Keeper {
  hls::Ram<Byte, 16> ram;
  Byte r;
  HLS_MODULE void tick(Byte v) { ram.write(3, v); }
  HLS_MODULE Byte read() { return ram.read(3); }
};

// -----
struct State { std::array<Part, 4> parts; };
void step(State& state, const In& in, Out&) {
  state.parts[0].tick(in.v);
  if (in.i) state.parts[0].tick(in.w);
  // CHECK: parts.cpp:[[#@LINE-1]]: error: part 'parts_0' may tick twice in one cycle{{$}}
}

// -----
struct State { Part part; };
void step(State& state, const In& in, Out&) {
  if (in.i == 1) { state.part.f(); state.part.g(); } else { state.part.g(); state.part.f(); }
  // CHECK: parts.cpp:[[#@LINE-1]]: error: part 'part': 'g' runs after 'f' here and before it elsewhere; call them in one order{{$}}
}

// -----
struct State { std::array<Part, 4> parts; };
void step(State& state, const In& in, Out&) {
  state.parts[in.i & 3u].tick(in.v);
  // CHECK: parts.cpp:[[#@LINE-1]]: error: the object of part 'Part::tick' is not a fixed member of the state{{$}}
}

// -----
struct State { int n; };
void step(State&, const In& in, Out&) {
  Part local;
  local.tick(in.v);
  // CHECK: parts.cpp:[[#@LINE-1]]: error: the object of part 'Part::tick' is not a fixed member of the state{{$}}
}

// -----
// The reason stands where the part's memory is read.
struct Headed {
  hls::Ram<Byte, 16> ram;
  HLS_MODULE void tick(Byte v) { ram.write(3, v); }
  Byte head() const { return ram.read(3); }
  // CHECK: parts.cpp:[[#@LINE-1]]: error: memory 'ram' of part 'part' is read after the part may have written it, or requested a word of it, in the same cycle; read it before{{$}}
};
struct State { Headed part; };
void step(State& state, const In& in, Out& out) {
  state.part.tick(in.v);
  out.x = state.part.head();
}

// -----
struct State { Keeper part; };
void step(State& state, const In& in, Out& out) {
  state.part.ram.write(1, in.v); out.x = state.part.read();
  // CHECK: parts.cpp:[[#@LINE-1]]: error: memory 'ram' of part 'part' is written or requested by its owner: give the part a function that does it, marked HLS_MODULE{{$}}
}

// -----
struct State { Keeper part; };
void step(State& state, const In& in, Out&) {
  state.part.read(); if (in.i == 1) state.part = Keeper{};
  // CHECK: parts.cpp:[[#@LINE-1]]: error: memory 'part.ram' is accessed other than through its ports; to reset part 'part' write its registers one by one{{$}}
}

// -----
struct State { Keeper part; };
void step(State& state, const In& in, Out&) {
  state.part.tick(in.v); if (in.i == 9) state.part = Keeper{};
  // CHECK: parts.cpp:[[#@LINE-1]]: error: memory 'part.ram' is accessed other than through its ports; to reset part 'part' write its registers one by one{{$}}
}

// -----
struct Two {
  Byte r;
  HLS_MODULE void tick(const Byte& v, Byte& w) { w = r; r = v; }
};
struct State { Two part; Byte x; };
void step(State& state, const In&, Out&) {
  state.part.tick(state.x, state.x);
  // CHECK: parts.cpp:[[#@LINE-1]]: error: two arguments of a part refer to the same object and one of them is written{{$}}
}

// -----
struct Two {
  Byte r;
  HLS_MODULE Byte tick(Byte v, Byte& w) { const Byte old = r; r = v; w = Byte(w + 1); return old; }
};
struct State { Two part; };
void step(State& state, const In& in, Out&) {
  state.part.tick(in.v, state.part.r);
  // CHECK: parts.cpp:[[#@LINE-1]]: error: two arguments of a part refer to the same object and one of them is written{{$}}
}

// -----
struct Inner { int r; HLS_MODULE void one(int v) { r = v; } };
// CHECK: parts.cpp:[[#@LINE-1]]: error: part 'part' may tick twice in one cycle{{$}}
struct Owner {
  Inner part;
  HLS_MODULE void tick(int v) { part.one(v); }
};
struct State { Owner owner; };
void step(State& s, const In& in, Out&) {
  s.owner.tick(in.v);
  s.owner.part.one(in.v);
}

// -----
struct Again { int r; HLS_MODULE void tick(int v) {
  if (v > 0) tick(v - 1); r = v; } };
  // CHECK: parts.cpp:[[#@LINE-1]]: error: recursion: part 'Again::tick' calls itself{{$}}
struct State { Again part; };
void step(State& s, const In& in, Out&) { s.part.tick(in.v); }

// -----
struct User { int r;
  HLS_MODULE void tick(hls::Ram<int, 4>& ram) { r = ram.read(1); } };
  // CHECK: parts.cpp:[[#@LINE-1]]: error: a memory cannot be passed to a part: make it a member{{$}}
  // CHECK-NEXT: parts.cpp:[[#@LINE-2]]: error: a memory must be a member of the state or of a part that ticks in it{{$}}
struct State { User part; hls::Ram<int, 4> ram; };
void step(State& s, const In&, Out&) { s.part.tick(s.ram); }
