// Ports: arrays taken apart, inputs that nobody reads, words that fill a port, ports for assertions.
// RUN: stepc %s -- -I. | FileCheck %s
#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct Pair { hls::Bits<3> a; hls::Bits<4> b; };

// -----
// RUN: stepc %s -o /dev/null --print-after array-ports -- -I. 2>&1 | FileCheck %s
// RUN: stepc %s -o /dev/null --print-after array-ports --arrays packed -- -I. 2>&1 | FileCheck %s --check-prefix=PACKED
struct Part {
  int r;
  HLS_MODULE Pair tick(const Pair (&pairs)[2], const bool (&flags)[2][2], Pair (&out)[2]) {
    r = flags[1][0];
    out[1] = pairs[0];
    return pairs[1];
  }
};
struct State { Part part; Pair kept[2]; };
struct In { Pair pairs[2]; bool flags[2][2]; };
struct Out { Pair x; };
void step(State& s, const In& in, Out& out) { out.x = s.part.tick(in.pairs, in.flags, s.kept); }
// CHECK: module Part: Part::tick,
// CHECK-NEXT: input pairs_0: Pair 7
// CHECK-NEXT: input pairs_1: Pair 7
// CHECK-NEXT: input flags_0_0: 1
// CHECK-NEXT: input flags_0_1: 1
// CHECK-NEXT: input flags_1_0: 1
// CHECK-NEXT: input flags_1_1: 1
// CHECK-NEXT: input out_before_0: Pair 7
// CHECK-NEXT: input out_before_1: Pair 7
// CHECK-NEXT: output out_0: Pair 7
// CHECK-NEXT: output out_1: Pair 7
// CHECK-NEXT: output result: Pair 7
// CHECK-NEXT: register r: 32, r at byte 0, reset 32'h0
// CHECK-NEXT: %0 = input flags_1_0: 1
// CHECK-NEXT: %1 = concat %0 31'h0: 32
// CHECK-NEXT: r <= %1
// CHECK-NEXT: %2 = input out_before_0.a: 3
// CHECK-NEXT: %3 = input out_before_0.b: 4
// CHECK-NEXT: output out_0 = %2, %3
// CHECK-NEXT: %4 = input pairs_0.a: 3
// CHECK-NEXT: %5 = input pairs_0.b: 4
// CHECK-NEXT: output out_1 = %4, %5
// CHECK-NEXT: %6 = input pairs_1.a: 3
// CHECK-NEXT: %7 = input pairs_1.b: 4
// CHECK-NEXT: output result = %6, %7
// CHECK: module ports: step,
// CHECK-NEXT: input pairs_0: Pair 7
// CHECK-NEXT: input pairs_1: Pair 7
// CHECK-NEXT: input flags_0_0: 1
// CHECK-NEXT: input flags_0_1: 1
// CHECK-NEXT: input flags_1_0: 1
// CHECK-NEXT: input flags_1_1: 1
// CHECK-NEXT: output x: Pair 7
// CHECK-NEXT: register kept_0_a: 3, kept[0].a at byte 4, reset 3'd0
// CHECK-NEXT: register kept_0_b: 4, kept[0].b at byte 5, reset 4'd0
// CHECK-NEXT: register kept_1_a: 3, kept[1].a at byte 6, reset 3'd0
// CHECK-NEXT: register kept_1_b: 4, kept[1].b at byte 7, reset 4'd0
// CHECK-NEXT: register out_x_a: 3, out.x.a at byte 0, reset 3'd0
// CHECK-NEXT: register out_x_b: 4, out.x.b at byte 1, reset 4'd0
// CHECK-NEXT: instance part: Part at byte 0
// CHECK-NEXT: %0 = result part.out_0.a: 3
// CHECK-NEXT: kept_0_a <= %0
// CHECK-NEXT: %1 = result part.out_0.b: 4
// CHECK-NEXT: kept_0_b <= %1
// CHECK-NEXT: %2 = result part.out_1.a: 3
// CHECK-NEXT: kept_1_a <= %2
// CHECK-NEXT: %3 = result part.out_1.b: 4
// CHECK-NEXT: kept_1_b <= %3
// CHECK-NEXT: %4 = result part.result.a: 3
// CHECK-NEXT: out_x_a <= %4
// CHECK-NEXT: %5 = result part.result.b: 4
// CHECK-NEXT: out_x_b <= %5
// CHECK-NEXT: %6 = input pairs_0.a: 3
// CHECK-NEXT: %7 = input pairs_0.b: 4
// CHECK-NEXT: %8 = input pairs_1.a: 3
// CHECK-NEXT: %9 = input pairs_1.b: 4
// CHECK-NEXT: %10 = input flags_0_0: 1
// CHECK-NEXT: %11 = input flags_0_1: 1
// CHECK-NEXT: %12 = input flags_1_0: 1
// CHECK-NEXT: %13 = input flags_1_1: 1
// CHECK-NEXT: %14 = register kept_0_a: 3
// CHECK-NEXT: %15 = register kept_0_b: 4
// CHECK-NEXT: %16 = register kept_1_a: 3
// CHECK-NEXT: %17 = register kept_1_b: 4
// CHECK-NEXT: call part(%6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17) if 1'd1
// CHECK-NEXT: %18 = register out_x_a: 3
// CHECK-NEXT: %19 = register out_x_b: 4
// CHECK-NEXT: output x = %18, %19
// PACKED: module Part: Part::tick,
// PACKED-NEXT: input pairs: Pair 7[2]
// PACKED-NEXT: input flags: 1[2][2]
// PACKED-NEXT: input out_before: Pair 7[2]
// PACKED-NEXT: output out: Pair 7[2]
// PACKED-NEXT: output result: Pair 7
// PACKED-NEXT: register r: 32, r at byte 0, reset 32'h0
// PACKED-NEXT: %0 = input flags[1][0]: 1
// PACKED-NEXT: %1 = concat %0 31'h0: 32
// PACKED-NEXT: r <= %1
// PACKED-NEXT: %2 = input out_before[0].a: 3
// PACKED-NEXT: %3 = input out_before[0].b: 4
// PACKED-NEXT: %4 = input pairs[0].a: 3
// PACKED-NEXT: %5 = input pairs[0].b: 4
// PACKED-NEXT: output out = %2, %3, %4, %5
// PACKED-NEXT: %6 = input pairs[1].a: 3
// PACKED-NEXT: %7 = input pairs[1].b: 4
// PACKED-NEXT: output result = %6, %7
// PACKED: module ports: step,
// PACKED-NEXT: input pairs: Pair 7[2]
// PACKED-NEXT: input flags: 1[2][2]
// PACKED-NEXT: output x: Pair 7
// PACKED-NEXT: register kept_0_a: 3, kept[0].a at byte 4, reset 3'd0
// PACKED-NEXT: register kept_0_b: 4, kept[0].b at byte 5, reset 4'd0
// PACKED-NEXT: register kept_1_a: 3, kept[1].a at byte 6, reset 3'd0
// PACKED-NEXT: register kept_1_b: 4, kept[1].b at byte 7, reset 4'd0
// PACKED-NEXT: register out_x_a: 3, out.x.a at byte 0, reset 3'd0
// PACKED-NEXT: register out_x_b: 4, out.x.b at byte 1, reset 4'd0
// PACKED-NEXT: instance part: Part at byte 0
// PACKED-NEXT: %0 = result part.out[0].a: 3
// PACKED-NEXT: kept_0_a <= %0
// PACKED-NEXT: %1 = result part.out[0].b: 4
// PACKED-NEXT: kept_0_b <= %1
// PACKED-NEXT: %2 = result part.out[1].a: 3
// PACKED-NEXT: kept_1_a <= %2
// PACKED-NEXT: %3 = result part.out[1].b: 4
// PACKED-NEXT: kept_1_b <= %3
// PACKED-NEXT: %4 = result part.result.a: 3
// PACKED-NEXT: out_x_a <= %4
// PACKED-NEXT: %5 = result part.result.b: 4
// PACKED-NEXT: out_x_b <= %5
// PACKED-NEXT: %6 = input pairs[0].a: 3
// PACKED-NEXT: %7 = input pairs[0].b: 4
// PACKED-NEXT: %8 = input pairs[1].a: 3
// PACKED-NEXT: %9 = input pairs[1].b: 4
// PACKED-NEXT: %10 = input flags[0][0]: 1
// PACKED-NEXT: %11 = input flags[0][1]: 1
// PACKED-NEXT: %12 = input flags[1][0]: 1
// PACKED-NEXT: %13 = input flags[1][1]: 1
// PACKED-NEXT: %14 = register kept_0_a: 3
// PACKED-NEXT: %15 = register kept_0_b: 4
// PACKED-NEXT: %16 = register kept_1_a: 3
// PACKED-NEXT: %17 = register kept_1_b: 4
// PACKED-NEXT: call part(%6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17) if 1'd1
// PACKED-NEXT: %18 = register out_x_a: 3
// PACKED-NEXT: %19 = register out_x_b: 4
// PACKED-NEXT: output x = %18, %19

// -----
// The top has every port that C++ has; parts have those that somebody reads. y, z and pair were only passed on.
struct Numbers { int a, b; };
struct Inner { int r; HLS_MODULE void tick(int used, int unused) { r = used; } };
struct Part { Inner inner; HLS_MODULE void tick(int x, int y, int z, const Numbers& pair) { inner.tick(x, y + z); } };
struct State { Part part; };
struct In { int v; Numbers pair; int w; };
struct Out { int x; };
void step(State& s, const In& in, Out&) { s.part.tick(in.v, in.w, 3, in.pair); }
// CHECK: module ports_Inner (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [31:0] used
// CHECK-NEXT: );
// CHECK: module ports_Part (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [31:0] x
// CHECK-NEXT: );
// CHECK: module ports (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [31:0] v,
// CHECK-NEXT: input  ports_pkg::numbers_t pair,
// CHECK-NEXT: input  logic [31:0] w,
// CHECK-NEXT: output logic [31:0] x

// -----
// Words of memories whose fields fill a port are not taken apart; one scalar is not worth a word, nor are two registers.
struct Part {
  hls::Ram<Pair, 4> ram;
  HLS_MODULE Pair tick(hls::Bits<2> at, const Pair& pair) {
    const Pair old = ram.read(hls::Bits<2>(at + 1));
    ram.write(at, pair);
    return old;
  }
};
struct State { Part part; hls::Ram<Pair, 2> words; };
struct In { hls::Bits<2> at; bool b; };
struct Out { Pair x; };
void step(State& s, const In& in, Out& out) { out.x = s.part.tick(in.at, s.words.read(in.b)); }
// CHECK: wire [6:0] result_2 = ram[result_sum];
// CHECK: assign result = result_2;
// CHECK: wire [6:0] part_pair = words[b];
// CHECK: ports_Part part (
// CHECK-NEXT: .clk(clk),
// CHECK-NEXT: .rst(rst),
// CHECK-NEXT: .at(at),
// CHECK-NEXT: .pair(part_pair),
// CHECK-NEXT: .result(part_result)
// CHECK-NEXT: );
// CHECK: assign x = {out_x_a, out_x_b};

// -----
// `b` is only asserted about: its port, and what the owner passes, are for assertions; the hidden register is shown.
// RUN: stepc %s -o /dev/null --print-after assertions -- -I. 2>&1 | FileCheck %s
struct Part {
  int hidden, r;
  HLS_MODULE void tick(int a, int b) { HLS_ASSERT(b != 3, "b"); r = a; hidden = r; }
};
struct Middle { Part part; HLS_MODULE void tick(int a, int c) { part.tick(a, c * 2); } };
struct State { Middle middle; };
struct In { int v, w; };
struct Out { int x; };
void step(State& s, const In& in, Out&) {
  HLS_ASSERT(s.middle.part.hidden != 7, "hidden");
  s.middle.tick(in.v, in.w);
}
// CHECK: module Part: Part::tick,
// CHECK-NEXT: input a: 32{{$}}
// CHECK-NEXT: input b: 32, for assertions
// CHECK: export hidden_now = %1, for assertions
// CHECK: module Middle: Middle::tick,
// CHECK-NEXT: input a: 32{{$}}
// CHECK-NEXT: input c: 32, for assertions
// CHECK: export part_hidden_now = %4, for assertions
