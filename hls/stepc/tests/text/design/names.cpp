// Names: legal, unique, and with the top's where they are seen from outside.
// RUN: stepc %s -o /dev/null --module test --print-after names -- -I. 2>&1 | FileCheck %s
#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

// -----
// Modules carry the top's name; the package takes one.
// RUN: stepc %s --module test -- -I. | FileCheck %s
namespace a { struct Queue { int r; HLS_MODULE void tick(int v) { r = v; } }; }
namespace b { struct Queue { int r; HLS_MODULE void tick(int v) { r += v; } }; }
struct pkg { int r; HLS_MODULE void tick(int v) { r -= v; } };
struct Pair { bool a, b; };
HLS_MODULE int twice(int x) { return x + x; }
struct State { a::Queue one; b::Queue two; pkg three; };
struct In { int v; Pair pair; };
struct Out { int x; };
void step(State& s, const In& in, Out& out) {
  s.one.tick(in.v);
  s.two.tick(in.v);
  s.three.tick(in.v);
  out.x = twice(in.v) ^ twice(out.x);
}
// CHECK: package test_pkg;
// CHECK: module test_Queue (
// CHECK: module test_Queue_2 (
// CHECK: module test_pkg_2 (
// CHECK: module test_twice (
// CHECK: module test (
// CHECK: test_Queue one (
// CHECK: test_Queue_2 two (
// CHECK: test_pkg_2 three (
// CHECK: test_twice twice_3 (
// CHECK: test_twice twice_4 (

// -----
// An instance has no name from within its module, which verilator -Wall would tell.
// RUN: stepc %s --module test -- -I. | FileCheck %s
struct Part { int m, l_0; HLS_MODULE void tick(int value) { m += value; l_0 ^= m; } };
struct State { Part m, l[2], value, other; };
struct In { int v; };
struct Out { int x; };
void step(State& s, const In& in, Out&) {
  s.m.tick(in.v);
  for (Part& part : s.l) part.tick(in.v);
  s.value.tick(in.v);
  s.other.tick(in.v);
}
// CHECK: test_Part m_part (
// CHECK: test_Part l_0_part (
// CHECK: test_Part l_1 (
// CHECK: test_Part value_part (
// CHECK: test_Part other (

// -----
// Types of one name.
// RUN: stepc %s --module test -- -I. | FileCheck %s
namespace a { struct Packet { bool x; }; }
namespace b { struct Packet { bool y; }; }
template <int N> struct Word { hls::Bits<N> w; };
struct State { int n; };
struct In {
  a::Packet one;
  b::Packet two;
  Word<3> three;
  Word<4> four;
  struct { bool c; } five;
  struct { bool d; } six;
};
struct Out { bool b; };
void step(State&, const In&, Out&) {}
// CHECK: } packet_t;
// CHECK: } packet_t_2;
// CHECK: } word_t;
// CHECK: } word_t_2;
// CHECK: } unnamed_t;
// CHECK: } unnamed_t_2;
// CHECK: input  test_pkg::packet_t one,
// CHECK-NEXT: input  test_pkg::packet_t_2 two,
// CHECK-NEXT: input  test_pkg::word_t three,
// CHECK-NEXT: input  test_pkg::word_t_2 four,
// CHECK-NEXT: input  test_pkg::unnamed_t five,
// CHECK-NEXT: input  test_pkg::unnamed_t_2 six,

// -----
// Ports avoid what SystemVerilog, Verilator's model and the module take.
struct State { int n; };
struct In {
  bool clk, rst, valid, final_, sequence, casez, rootp, vlSymsp, private_, queue, Vtest, test, test_pkg;
  bool a, a_, A, x_0, x[2];
};
struct Out { bool b; };
void step(State&, const In&, Out&) {}
// CHECK: input clk_in: 1
// CHECK-NEXT: input rst_in: 1
// CHECK-NEXT: input valid: 1
// CHECK-NEXT: input final_in: 1
// CHECK-NEXT: input sequence_in: 1
// CHECK-NEXT: input casez_in: 1
// CHECK-NEXT: input rootp_in: 1
// CHECK-NEXT: input vlSymsp_in: 1
// CHECK-NEXT: input private_in: 1
// CHECK-NEXT: input queue_in: 1
// CHECK-NEXT: input Vtest_in: 1
// CHECK-NEXT: input test_in: 1
// CHECK-NEXT: input test_pkg_in: 1
// CHECK-NEXT: input a: 1
// CHECK-NEXT: input a_in: 1
// CHECK-NEXT: input A_in_2: 1
// CHECK-NEXT: input x_0: 1
// CHECK-NEXT: input x_0_in: 1
// CHECK-NEXT: input x_1: 1
// CHECK-NEXT: output b: 1

// -----
// Names without a letter of theirs.
struct State { int n; };
struct In { bool ä, ö; };
struct Out { bool b; };
void step(State&, const In&, Out&) {}
// CHECK: input unnamed: 1
// CHECK-NEXT: input unnamed_in: 1
// CHECK-NEXT: output b: 1

// -----
// Outputs and registers avoid inputs.
struct State { bool valid, enable; };
struct In { bool valid; };
struct Out { bool valid; };
void step(State& s, const In& in, Out& out) { s.valid = in.valid; s.enable = s.valid; out.valid = s.enable; }
// CHECK: input valid: 1
// CHECK-NEXT: output valid_out: 1
// CHECK-NEXT: register valid_reg: 1, valid at byte 0, reset 1'd0
// CHECK-NEXT: register enable: 1, enable at byte 1, reset 1'd0
// CHECK-NEXT: register out_valid: 1, out.valid at byte 0, reset 1'd0

// -----
// Names within a part are its own; queue is no word of SystemVerilog.
// RUN: stepc %s --module test -- -I. | FileCheck %s
struct Part {
  hls::SyncRam<hls::Bits<4>, 4> words;
  hls::Bits<4> words_data;
  bool enable;
  HLS_MODULE hls::Bits<4> tick(bool go, bool queue) {
    if (enable) words_data = words.data();
    words.request(3);
    words.write(1, words_data);
    if (go) enable = queue;
    return words_data;
  }
};
struct State { Part part; };
struct In { bool go; };
struct Out { hls::Bits<4> x; };
void step(State& s, const In& in, Out& out) { if (in.go) out.x = s.part.tick(in.go, !in.go); }
// CHECK: module test_Part (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic enable,
// CHECK-NEXT: output logic [3:0] result
// CHECK-NEXT: );
// CHECK-EMPTY:
// CHECK-NEXT: logic [3:0] words_data /* verilator public_flat_rd */;
// CHECK-NEXT: logic enable_reg /* verilator public_flat_rd */;
// CHECK-NEXT: logic [3:0] words [0:3] /* verilator public_flat_rd */;
// CHECK: logic [3:0] words_data_2 /* verilator public_flat_rd */;
// CHECK: .result(part_result)

// -----
// The hardware's names do not depend on what is asserted, whose names come last.
// RUN: stepc %s --module test -- -I. | FileCheck %s
// RUN: stepc %s --module test -- -I. -DASSERTED | FileCheck %s --check-prefix=ASSERTED
struct Part { hls::Bits<4> a, b; HLS_MODULE void tick(hls::Bits<4> v) { b = a; a = v; } };
struct State { Part part; hls::Bits<4> part_b_now; };
struct In { hls::Bits<4> v; };
struct Out { bool x; };
void step(State& s, const In& in, Out& out) {
  out.x = s.part.a == 3;
  s.part_b_now = in.v;
#ifdef ASSERTED
  HLS_ASSERT(s.part.b != 5, "not 5");
#endif
  s.part.tick(in.v);
}
// CHECK: module test (
// CHECK: logic [3:0] part_b_now /*
// CHECK-NOT: part_b_now_2
// CHECK: .a_now(part_a_now)
// ASSERTED: module test (
// ASSERTED: logic [3:0] part_b_now /*
// ASSERTED: logic [3:0] part_a_now;
// ASSERTED: .a_now(part_a_now)
// ASSERTED: .b_now(part_b_now_2)
