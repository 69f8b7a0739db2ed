// Choices among three and more words as sums of masked words.
// RUN: stepc %s -- -I. | FileCheck %s
#include "hls/types/bits.hpp"
using Byte = hls::Bits<8>;
struct State { Byte s; hls::Bits<2> kept; };
struct In { Byte a, b, c, d; bool p, q, r; hls::Bits<2> i; };
struct Out { Byte x; };

// -----
// RUN: stepc %s -o /dev/null --print-after exports -- -I. 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: stepc %s -- -I. | FileCheck %s
void step(State&, const In& in, Out& out) { out.x = in.p ? in.a : in.q ? in.b : in.r ? in.c : in.d; }
// BEFORE: %0 = input p: 1
// BEFORE-NEXT: %1 = input a: 8
// BEFORE-NEXT: %2 = input q: 1
// BEFORE-NEXT: %3 = input b: 8
// BEFORE-NEXT: %4 = input r: 1
// BEFORE-NEXT: %5 = input c: 8
// BEFORE-NEXT: %6 = input d: 8
// BEFORE-NEXT: %7 = mux %4 %5 %6: 8
// BEFORE-NEXT: %8 = mux %2 %3 %7: 8
// BEFORE-NEXT: %9 = mux %0 %1 %8: 8
// BEFORE-NEXT: out_x <= %9
// CHECK: wire out_x_next_term = q & ~p;
// CHECK-NEXT: wire out_x_next_term_2 = r & ~p & ~q;
// CHECK-NEXT: wire out_x_next_term_3 = ~r & (~p & ~q);
// CHECK-NEXT: wire [7:0] out_x_next_term_4 = (b & {8{out_x_next_term}}) | ((c & {8{out_x_next_term_2}}) | (d & {8{out_x_next_term_3}}));
// CHECK: end else begin
// CHECK-NEXT: out_x <= (a & {8{p}}) | out_x_next_term_4;

// -----
// A condition that excludes those before it is the mask.
void step(State&, const In& in, Out& out) {
  out.x = in.i == 1 ? in.a : in.i == 2 ? in.b : in.p ? in.c : in.d;
}
// CHECK: wire i_is_2 = i == 2'd2;
// CHECK-NEXT: wire i_is_1 = i == 2'd1;
// CHECK-NEXT: wire not_i_is_2 = ~i_is_2;
// CHECK-NEXT: wire not_i_is_1 = ~i_is_1;
// CHECK-NEXT: wire out_x_next_term = p & not_i_is_2 & not_i_is_1;
// CHECK-NEXT: wire out_x_next_term_2 = ~p & (not_i_is_2 & not_i_is_1);
// CHECK-NEXT: wire [7:0] out_x_next = (b & {8{i_is_2}}) | ((a & {8{i_is_1}}) | ((c & {8{out_x_next_term}}) | (d & {8{out_x_next_term_2}})));

// -----
// Two words stay a choice.
void step(State&, const In& in, Out& out) { out.x = in.p ? in.a : in.b; }
// CHECK: out_x <= p ? a : b;

// -----
// The conditions of a switch exclude one another: nothing has to be settled.
void step(State&, const In& in, Out& out) {
  switch (in.i) {
    case 0: out.x = in.a; break;
    case 1: out.x = in.b; break;
    case 2: out.x = in.c; break;
    default: out.x = in.d;
  }
}
// CHECK: end else begin
// CHECK-NEXT: out_x <= i == 2'd3 ? d
// CHECK-NEXT: : i == 2'd2 ? c
// CHECK-NEXT: : i == 2'd1 ? b : a;

// -----
// A register that may keep its value has an enable, not a mask of its own value.
void step(State& s, const In& in, Out&) {
  if (in.p) s.s = in.q ? in.a : in.r ? in.b : in.c;
}
// CHECK: if (p) s <= (a & {8{q}}) | ((b & {8{s_next_term}}) | (c & {8{s_next_term_2}}));
