// Memories: what drives their ports, what is read, and what is refused.
// RUN: stepc %s -o /dev/null --print-after walk -- -I. 2>&1 | FileCheck %s
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct Word { hls::Bits<5> a; hls::Bits<3> b; };
struct State {
  hls::Ram<Word, 8> ram;
  hls::SyncRam<hls::Bits<7>, 16> sync;
  hls::ForwardingRam<hls::Bits<6>, 4> forward;
  hls::Ram<hls::Bits<9>, 4> banks[2];
};
struct In { hls::Bits<8> i, j; Word word; bool go; };
struct Out { Word word; hls::Bits<9> x, y; };

// -----
// A word lies with its first field in the highest bits; an address has as many bits as the words need.
void step(State& s, const In& in, Out& out) {
  out.word = s.ram.read(in.i);
  if (in.go) s.ram.write(in.j, in.word);
}
// CHECK: memory ram: 8 x 8, ram at byte 0
// CHECK-NEXT: memory sync: 16 x 7, sync at byte 16, registered read, unread
// CHECK-NEXT: memory forward: 4 x 6, forward at byte 33, forwards, unread
// CHECK: memory banks_1: 4 x 9, banks[1] at byte 46, unread
// CHECK-NEXT: %0 = input i: 8
// CHECK-NEXT: %1 = extract %0 from bit 0: 3
// CHECK-NEXT: %2 = ram[%1]: 8
// CHECK-NEXT: %3 = extract %2 from bit 3: 5
// CHECK-NEXT: out_word_a <= %3
// CHECK-NEXT: %4 = extract %2 from bit 0: 3
// CHECK-NEXT: out_word_b <= %4
// CHECK-NEXT: %5 = input j: 8
// CHECK-NEXT: %6 = extract %5 from bit 0: 3
// CHECK-NEXT: %7 = input word.b: 3
// CHECK-NEXT: %8 = input word.a: 5
// CHECK-NEXT: %9 = concat %7 %8: 8
// CHECK-NEXT: %10 = input go: 1
// CHECK-NEXT: ram[%6] <= %9 if %10

// -----
// Writes stand under the condition of their path.
void step(State& s, const In& in, Out& out) {
  out.word = s.ram.read(0);
  if (in.i == 1) s.ram.write(1, in.word);
  else if (in.i == 2) s.ram.write(in.j, Word{});
}
// CHECK: memory banks_1: 4 x 9, banks[1] at byte 46, unread
// CHECK-NEXT: %0 = ram[3'd0]: 8
// CHECK-NEXT: %1 = extract %0 from bit 3: 5
// CHECK-NEXT: out_word_a <= %1
// CHECK-NEXT: %2 = extract %0 from bit 0: 3
// CHECK-NEXT: out_word_b <= %2
// CHECK-NEXT: %3 = input i: 8
// CHECK-NEXT: %4 = equal %3 8'd2: 1
// CHECK-NEXT: %5 = input j: 8
// CHECK-NEXT: %6 = extract %5 from bit 0: 3
// CHECK-NEXT: %7 = mux %4 %6 3'd1: 3
// CHECK-NEXT: %8 = input word.b: 3
// CHECK-NEXT: %9 = input word.a: 5
// CHECK-NEXT: %10 = concat %8 %9: 8
// CHECK-NEXT: %11 = mux %4 8'd0 %10: 8
// CHECK-NEXT: %12 = equal %3 8'd1: 1
// CHECK-NEXT: %13 = or %12 %4: 1
// CHECK-NEXT: ram[%7] <= %11 if %13

// -----
// A synchronous memory answers a request later.
void step(State& s, const In& in, Out& out) {
  out.x = hls::Bits<9>(s.sync.data());
  if (in.go) s.sync.request(in.i);
  s.sync.write(3, hls::Bits<7>(in.j));
}
// CHECK: memory banks_1: 4 x 9, banks[1] at byte 46, unread
// CHECK-NEXT: %0 = sync.data: 7
// CHECK-NEXT: %1 = concat %0 2'd0: 9
// CHECK-NEXT: out_x <= %1
// CHECK-NEXT: %2 = input j: 8
// CHECK-NEXT: %3 = extract %2 from bit 0: 7
// CHECK-NEXT: sync[4'd3] <= %3 if 1'd1
// CHECK-NEXT: %4 = input i: 8
// CHECK-NEXT: %5 = extract %4 from bit 0: 4
// CHECK-NEXT: %6 = input go: 1
// CHECK-NEXT: sync.data <= sync[%5] if %6

// -----
// Before the write the old word is read, behind it the new one where the addresses are the same.
void step(State& s, const In& in, Out& out) {
  out.x = hls::Bits<9>(s.forward.read(in.i));
  if (in.go) s.forward.write(in.j, hls::Bits<6>(33));
  out.y = hls::Bits<9>(s.forward.read(in.i));
}
// CHECK: memory banks_1: 4 x 9, banks[1] at byte 46, unread
// CHECK-NEXT: %0 = input i: 8
// CHECK-NEXT: %1 = extract %0 from bit 0: 2
// CHECK-NEXT: %2 = forward[%1]: 6
// CHECK-NEXT: %3 = concat %2 3'd0: 9
// CHECK-NEXT: out_x <= %3
// CHECK-NEXT: %4 = input go: 1
// CHECK-NEXT: %5 = input j: 8
// CHECK-NEXT: %6 = extract %5 from bit 0: 2
// CHECK-NEXT: %7 = equal %1 %6: 1
// CHECK-NEXT: %8 = and %4 %7: 1
// CHECK-NEXT: %9 = mux %8 6'd33 %2: 6
// CHECK-NEXT: %10 = concat %9 3'd0: 9
// CHECK-NEXT: out_y <= %10
// CHECK-NEXT: forward[%6] <= 6'd33 if %4

// -----
// One of several memories.
void step(State& s, const In& in, Out& out) {
  out.x = s.banks[in.i & 1u].read(in.j);
  if (in.go) s.banks[in.j & 1u].write(2, hls::Bits<9>(in.i));
}
// CHECK: memory banks_1: 4 x 9, banks[1] at byte 46
// CHECK-NEXT: %0 = input i: 8
// CHECK-NEXT: %1 = extract %0 from bit 0: 1
// CHECK-NEXT: %2 = input j: 8
// CHECK-NEXT: %3 = extract %2 from bit 0: 2
// CHECK-NEXT: %4 = banks_1[%3]: 9
// CHECK-NEXT: %5 = banks_0[%3]: 9
// CHECK-NEXT: %6 = mux %1 %4 %5: 9
// CHECK-NEXT: out_x <= %6
// CHECK-NEXT: %7 = concat %0 1'd0: 9
// CHECK-NEXT: %8 = input go: 1
// CHECK-NEXT: %9 = extract %2 from bit 0: 1
// CHECK-NEXT: %10 = not %9: 1
// CHECK-NEXT: %11 = and %8 %10: 1
// CHECK-NEXT: banks_0[2'd2] <= %7 if %11
// CHECK-NEXT: %12 = and %8 %9: 1
// CHECK-NEXT: banks_1[2'd2] <= %7 if %12

// -----
// RUN: stepc %s -- -I. | FileCheck %s
struct Sizes { hls::Ram<bool, 1> one; hls::Ram<bool, 5> five; hls::Ram<bool, 8> eight; };
struct Index { hls::Bits<3> i; bool v; };
struct Bit { bool a; };
void step(Sizes& s, const Index& in, Bit& out) {
  out.a = s.one.read(0) ^ s.five.read(in.i) ^ s.eight.read(in.i);
  s.one.write(0, in.v);
  s.five.write(in.i, in.v);
  s.eight.write(in.i, in.v);
}
// CHECK: logic one [0:0] /* verilator public_flat_rd */;
// CHECK-NEXT: logic five [0:4] /* verilator public_flat_rd */;
// CHECK-NEXT: logic eight [0:7] /* verilator public_flat_rd */;
// CHECK: wire one_word = one[1'd0];
// CHECK-NEXT: wire five_word = five[i];
// CHECK-NEXT: wire eight_word = eight[i];
// CHECK-EMPTY:
// CHECK-NEXT: always_ff @(posedge clk) if (~rst) begin
// CHECK-NEXT: one[1'd0] <= v;
// CHECK-NEXT: end
// CHECK-NEXT: always_ff @(posedge clk) if (~rst) begin
// CHECK-NEXT: five[i] <= v;
// CHECK-NEXT: end
// CHECK-NEXT: always_ff @(posedge clk) if (~rst) begin
// CHECK-NEXT: eight[i] <= v;
// CHECK-NEXT: end
// CHECK-EMPTY:
// CHECK-NEXT: always_ff @(posedge clk) begin
// CHECK-NEXT: if (rst) begin
// CHECK-NEXT: out_a <= 1'd0;

// -----
// Orders of accesses that one cycle does not have are refused.
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
void step(State& s, const In& in, Out& out) {
  s.ram.write(in.i, in.word);
  out.word = s.ram.read(in.j);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: memory 'ram' is read after it is written in the same cycle; read it before, or use hls::ForwardingRam{{$}}
}

// -----
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
void step(State& s, const In& in, Out&) {
  if (in.go) s.ram.write(in.i, in.word);
  s.ram.write(in.j, in.word);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: memory 'ram' may be written twice in one cycle{{$}}
}

// -----
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
void step(State& s, const In& in, Out&) {
  s.sync.write(1, hls::Bits<7>(1));
  s.sync.request(in.j);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: memory 'sync' is requested after it is written in the same cycle{{$}}
}

// -----
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
void step(State& s, const In& in, Out&) {
  s.sync.request(in.i);
  s.sync.request(in.j);
  // CHECK: memories.cpp:[[#@LINE-1]]: error: memory 'sync' may be requested twice in one cycle{{$}}
}

// -----
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
void step(State& s, const In& in, Out& out) {
  s.sync.request(in.i);
  out.x = hls::Bits<9>(s.sync.data());
  // CHECK: memories.cpp:[[#@LINE-1]]: error: data() of memory 'sync' after request() in the same cycle{{$}}
}

// -----
// RUN: not stepc %s -o /dev/null -- -I. 2>&1 | FileCheck %s --implicit-check-not=error:
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
// CHECK: ram[ram_write_address] <= word;
