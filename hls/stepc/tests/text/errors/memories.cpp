// Orders of accesses to a memory that one cycle does not have.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct Word { hls::Bits<5> a; hls::Bits<3> b; };
struct State { hls::Ram<Word, 8> ram; hls::SyncRam<hls::Bits<7>, 16> sync; };
struct In { hls::Bits<8> i, j; Word word; bool go; };
struct Out { Word word; hls::Bits<9> x; };

// -----
void step(State& s, const In& in, Out& out) {
  s.ram.write(in.i, in.word);
  out.word = s.ram.read(in.j);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: memory 'ram' is read after it is written in the same cycle; read it before, or use hls::ForwardingRam{{$}}
}

// -----
void step(State& s, const In& in, Out&) {
  if (in.go) s.ram.write(in.i, in.word);
  s.ram.write(in.j, in.word);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: memory 'ram' may be written twice in one cycle{{$}}
}

// -----
void step(State& s, const In& in, Out&) {
  s.sync.write(1, hls::Bits<7>(1));
  s.sync.request(in.j);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: memory 'sync' is requested after it is written in the same cycle{{$}}
}

// -----
void step(State& s, const In& in, Out&) {
  s.sync.request(in.i);
  s.sync.request(in.j);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: memory 'sync' may be requested twice in one cycle{{$}}
}

// -----
void step(State& s, const In& in, Out& out) {
  s.sync.request(in.i);
  out.x = hls::Bits<9>(s.sync.data());
  // CHECK: memories.cpp:[[#@LINE-1]]: error: data() of memory 'sync' after request() in the same cycle{{$}}
}

// -----
void step(State&, const In& in, Out& out) {
  hls::Ram<Word, 8> local;
  out.word = local.read(in.i);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: a memory must be a member of the state or of a part that ticks in it{{$}}
}

// -----
// One write in a cycle is one on each path.
// RUN: stepc %s -- -I. | FileCheck %s
void step(State& s, const In& in, Out& out) {
  out.word = s.ram.read(0);
  if (in.go) { s.ram.write(1, in.word); } else { s.ram.write(2, in.word); }
}
// CHECK: ram_write_address = {1'd0, go ? 2'd1 : 2'd2};
// CHECK: ram[ram_write_address] <= {word.a, word.b};
