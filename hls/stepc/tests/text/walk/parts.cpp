// Calls of parts.
// RUN: stepc %s -o /dev/null --print-after walk -- -I. 2>&1 | FileCheck %s
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
using Byte = hls::Bits<8>;
struct Part {
  Byte r;
  HLS_MODULE Byte tick(Byte v, Byte& w) { const Byte old = r; r = v; w = Byte(w + 1); return old; }
};
struct Group { Part parts[2]; Part single; };
struct State { Group group; Byte x, y; };
struct In { Byte v; hls::Bits<2> i; };
struct Out { Byte a; };

// -----
// Instances are named after their members; what does not tick is registers of the owner. A part is translated once.
void step(State& s, const In& in, Out&) {
  s.group.parts[1].tick(in.v, s.x);
  s.group.single.tick(in.v, s.y);
}
// CHECK: module Part: Part::tick,
// CHECK-NOT: module Part
// CHECK: module parts: step,
// CHECK-NEXT: input v: 8
// CHECK-NEXT: input i: 2
// CHECK-NEXT: output a: 8
// CHECK-NEXT: register group_parts_0_r: 8, group.parts[0].r at byte 0, reset 8'd0
// CHECK-NEXT: register x: 8, x at byte 3, reset 8'd0
// CHECK-NEXT: register y: 8, y at byte 4, reset 8'd0
// CHECK-NEXT: register out_a: 8, out.a at byte 0, reset 8'd0
// CHECK-NEXT: instance group_parts_1: Part at byte 1
// CHECK-NEXT: instance group_single: Part at byte 2

// -----
// Arguments, and the condition of the call.
void step(State& s, const In& in, Out& out) {
  if (in.i == 1) out.a = s.group.single.tick(Byte(in.v + 1), s.x);
  else if (in.i == 2) s.group.single.tick(in.v, s.y);
}
// CHECK: instance group_single: Part at byte 2
// CHECK-NEXT: %0 = input i: 2
// CHECK-NEXT: %1 = equal %0 2'd1: 1
// CHECK-NEXT: %2 = equal %0 2'd2: 1
// CHECK-NEXT: %3 = not %2: 1
// CHECK-NEXT: %4 = and %1 %3: 1
// CHECK-NEXT: %5 = result group_single.w: 8
// CHECK-NEXT: %6 = register x: 8
// CHECK-NEXT: %7 = mux %4 %5 %6: 8
// CHECK-NEXT: x <= %7
// CHECK-NEXT: %8 = result group_single.w: 8
// CHECK-NEXT: %9 = register y: 8
// CHECK-NEXT: %10 = mux %2 %8 %9: 8
// CHECK-NEXT: y <= %10
// CHECK-NEXT: %11 = result group_single.result: 8
// CHECK-NEXT: %12 = register out_a: 8
// CHECK-NEXT: %13 = mux %4 %11 %12: 8
// CHECK-NEXT: out_a <= %13
// CHECK-NEXT: %14 = input v: 8
// CHECK-NEXT: %15 = add %14 8'd1: 8
// CHECK-NEXT: %16 = mux %2 %14 %15: 8
// CHECK-NEXT: %17 = mux %2 %9 %6: 8
// CHECK-NEXT: %18 = or %1 %2: 1
// CHECK-NEXT: call group_single(%16, %17) if %18

// -----
// Results, where the part ticks.
void step(State& s, const In& in, Out& out) {
  if (in.i == 1) out.a = s.group.single.tick(in.v, s.x);
}
// CHECK: instance group_single: Part at byte 2
// CHECK-NEXT: %0 = input i: 2
// CHECK-NEXT: %1 = equal %0 2'd1: 1
// CHECK-NEXT: %2 = result group_single.w: 8
// CHECK-NEXT: %3 = register x: 8
// CHECK-NEXT: %4 = mux %1 %2 %3: 8
// CHECK-NEXT: x <= %4
// CHECK-NEXT: %5 = result group_single.result: 8
// CHECK-NEXT: %6 = register out_a: 8
// CHECK-NEXT: %7 = mux %1 %5 %6: 8
// CHECK-NEXT: out_a <= %7
// CHECK-NEXT: %8 = input v: 8
// CHECK-NEXT: call group_single(%8, %3) if %1

// -----
// Registers: before the call as this cycle began, behind it as the next begins.
void step(State& s, const In& in, Out& out) {
  s.y = s.group.single.r;
  s.group.single.tick(in.v, s.x);
  out.a = s.group.single.r;
}
// CHECK: instance group_single: Part at byte 2
// CHECK-NEXT: %0 = result group_single.w: 8
// CHECK-NEXT: x <= %0
// CHECK-NEXT: %1 = register group_single.r now: 8
// CHECK-NEXT: y <= %1
// CHECK-NEXT: %2 = register group_single.r next: 8
// CHECK-NEXT: out_a <= %2
// CHECK-NEXT: %3 = input v: 8
// CHECK-NEXT: %4 = register x: 8
// CHECK-NEXT: call group_single(%3, %4) if 1'd1

// -----
// Push and pop: what the second sees is what the first has left.
// RUN: stepc %s -- -I. | FileCheck %s
struct Both {
  Byte r;
  HLS_MODULE Byte add(Byte v) { r = Byte(r + v); return r; }
  HLS_MODULE Byte twice() { r = Byte(r * 2); return r; }
};
struct Registers { Both part; };
struct Ports { bool a, t; Byte v; };
struct Shown { Byte x, y, between; };
void step(Registers& s, const Ports& in, Shown& out) {
  if (in.a) out.x = s.part.add(in.v);
  out.between = s.part.r;
  if (in.t) out.y = s.part.twice();
}
// CHECK: module parts_Both (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic add_enable,
// CHECK-NEXT: input  logic [7:0] add_v,
// CHECK-NEXT: input  logic twice_enable,
// CHECK-NEXT: output logic [7:0] add_result,
// CHECK-NEXT: output logic [7:0] twice_result,
// CHECK-NEXT: output logic [7:0] r_now,
// CHECK-NEXT: output logic [7:0] r_after_add
// CHECK-NEXT: );
// CHECK-EMPTY:
// CHECK-NEXT: logic [7:0] r /* verilator public_flat_rd */;
// CHECK-EMPTY:
// CHECK-NEXT: wire [7:0] add_result_2 = r + add_v;
// CHECK-NEXT: wire [7:0] choice = add_enable ? add_result_2 : r;
// CHECK-NEXT: wire [7:0] twice_result_2 = {choice[6:0], 1'd0};
// CHECK-EMPTY:
// CHECK-NEXT: always_ff @(posedge clk) begin
// CHECK-NEXT: if (rst) begin
// CHECK-NEXT: r <= 8'd0;
// CHECK-NEXT: end else begin
// CHECK-NEXT: r <= twice_enable ? twice_result_2 : choice;
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-EMPTY:
// CHECK-NEXT: assign add_result = add_result_2;
// CHECK-NEXT: assign twice_result = twice_result_2;
// CHECK-NEXT: assign r_now = r;
// CHECK-NEXT: assign r_after_add = choice;
// CHECK-NEXT: endmodule
// CHECK: module parts (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic a,
// CHECK-NEXT: input  logic t,
// CHECK-NEXT: input  logic [7:0] v,
// CHECK-NEXT: output logic [7:0] x,
// CHECK-NEXT: output logic [7:0] y,
// CHECK-NEXT: output logic [7:0] between
// CHECK-NEXT: );
// CHECK-EMPTY:
// CHECK-NEXT: logic [7:0] out_x /* verilator public_flat_rd */;
// CHECK-NEXT: logic [7:0] out_y /* verilator public_flat_rd */;
// CHECK-NEXT: logic [7:0] out_between /* verilator public_flat_rd */;
// CHECK-NEXT: logic [7:0] part_add_result;
// CHECK-NEXT: logic [7:0] part_twice_result;
// CHECK-NEXT: logic [7:0] part_r_now;
// CHECK-NEXT: logic [7:0] part_r_after_add;
// CHECK-EMPTY:
// CHECK-NEXT: // parts.cpp:
// CHECK-NEXT: parts_Both part (
// CHECK-NEXT: .clk(clk),
// CHECK-NEXT: .rst(rst),
// CHECK-NEXT: .add_enable(a),
// CHECK-NEXT: .add_v(v),
// CHECK-NEXT: .twice_enable(t),
// CHECK-NEXT: .add_result(part_add_result),
// CHECK-NEXT: .twice_result(part_twice_result),
// CHECK-NEXT: .r_now(part_r_now),
// CHECK-NEXT: .r_after_add(part_r_after_add)
// CHECK-NEXT: );
// CHECK-EMPTY:
// CHECK-NEXT: always_ff @(posedge clk) begin
// CHECK-NEXT: if (rst) begin
// CHECK-NEXT: out_x <= 8'd0;
// CHECK-NEXT: out_y <= 8'd0;
// CHECK-NEXT: out_between <= 8'd0;
// CHECK-NEXT: end else begin
// CHECK-NEXT: if (a) out_x <= part_add_result;
// CHECK-NEXT: if (t) out_y <= part_twice_result;
// CHECK-NEXT: out_between <= a ? part_r_after_add : part_r_now;
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-EMPTY:
// CHECK-NEXT: assign x = out_x;
// CHECK-NEXT: assign y = out_y;
// CHECK-NEXT: assign between = out_between;
// CHECK-NEXT: endmodule

// -----
// Owners write registers before the tick, which finds it, and behind it; what they do not write stays within the part.
// RUN: stepc %s -- -I. | FileCheck %s
void step(State& s, const In& in, Out& out) {
  if (in.i == 1) s.group.single.r = Byte(7);
  if (in.i < 3) out.a = s.group.single.tick(in.v, s.x);
  if (in.i == 2) s.group.single = Part{};
}
// CHECK: module parts_Part (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic tick_enable,
// CHECK-NEXT: input  logic [7:0] tick_v,
// CHECK-NEXT: input  logic [7:0] tick_w_before,
// CHECK-NEXT: input  logic [7:0] r_before_tick,
// CHECK-NEXT: input  logic [7:0] r_at_end,
// CHECK-NEXT: output logic [7:0] tick_w,
// CHECK-NEXT: output logic [7:0] tick_result,
// CHECK-NEXT: output logic [7:0] r_now,
// CHECK-NEXT: output logic [7:0] r_next
// CHECK-NEXT: );
// CHECK-EMPTY:
// CHECK-NEXT: logic [7:0] r /* verilator public_flat_rd */;
// CHECK-EMPTY:
// CHECK-NEXT: always_ff @(posedge clk) begin
// CHECK-NEXT: if (rst) begin
// CHECK-NEXT: r <= 8'd0;
// CHECK-NEXT: end else begin
// CHECK-NEXT: r <= r_at_end;
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-EMPTY:
// CHECK-NEXT: assign tick_w = tick_w_before + 8'd1;
// CHECK-NEXT: assign tick_result = r_before_tick;
// CHECK-NEXT: assign r_now = r;
// CHECK-NEXT: assign r_next = tick_enable ? tick_v : r;
// CHECK-NEXT: endmodule
// CHECK: logic [7:0] x /* verilator public_flat_rd */;
// CHECK-NEXT: logic [7:0] out_a /* verilator public_flat_rd */;
// CHECK-NEXT: logic [7:0] group_single_tick_w;
// CHECK-NEXT: logic [7:0] group_single_tick_result;
// CHECK-NEXT: logic [7:0] group_single_r_now;
// CHECK-NEXT: logic [7:0] group_single_r_next;
// CHECK-EMPTY:
// CHECK-NEXT: wire x_load = i == 2'd3;
// CHECK-EMPTY:
// CHECK-NEXT: // parts.cpp:
// CHECK-NEXT: parts_Part group_single (
// CHECK-NEXT: .clk(clk),
// CHECK-NEXT: .rst(rst),
// CHECK-NEXT: .tick_enable(~x_load),
// CHECK-NEXT: .tick_v(v),
// CHECK-NEXT: .tick_w_before(x),
// CHECK-NEXT: .r_before_tick(i == 2'd1 ? 8'd7 : group_single_r_now),
// CHECK-NEXT: .r_at_end(i == 2'd2 ? 8'd0
// CHECK-NEXT: : x_load ? group_single_r_now : group_single_r_next),
// CHECK-NEXT: .tick_w(group_single_tick_w),
// CHECK-NEXT: .tick_result(group_single_tick_result),
// CHECK-NEXT: .r_now(group_single_r_now),
// CHECK-NEXT: .r_next(group_single_r_next)
// CHECK-NEXT: );

// -----
// A part's memory has a port for the address and one for the word.
// RUN: stepc %s -- -I. | FileCheck %s
struct Keeper {
  hls::Ram<Byte, 4> ram;
  hls::Bits<2> first;
  Byte at(unsigned i) const { return ram.read((first + i) & 3u); }
  HLS_MODULE void tick(Byte v) { ram.write(first, v); first = hls::Bits<2>(first + 1); }
};
struct Registers { Keeper part; };
void step(Registers& s, const In& in, Out& out) { out.a = s.part.at(in.i); s.part.tick(in.v); }
// CHECK: module parts_Keeper (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [7:0] v,
// CHECK-NEXT: input  logic [1:0] ram_address,
// CHECK-NEXT: output logic [7:0] ram_word,
// CHECK-NEXT: output logic [1:0] first_now
// CHECK-NEXT: );
// CHECK: assign ram_word = ram_word_2;
// CHECK: module parts (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [7:0] v,
// CHECK-NEXT: input  logic [1:0] i,
// CHECK-NEXT: output logic [7:0] a
// CHECK-NEXT: );
// CHECK-EMPTY:
// CHECK-NEXT: logic [7:0] out_a /* verilator public_flat_rd */;
// CHECK-NEXT: logic [7:0] part_ram_word;
// CHECK-NEXT: logic [1:0] part_first_now;
// CHECK-EMPTY:
// CHECK-NEXT: // parts.cpp:
// CHECK-NEXT: parts_Keeper part (
// CHECK-NEXT: .clk(clk),
// CHECK-NEXT: .rst(rst),
// CHECK-NEXT: .v(v),
// CHECK-NEXT: .ram_address(part_first_now + i),
// CHECK-NEXT: .ram_word(part_ram_word),
// CHECK-NEXT: .first_now(part_first_now)
// CHECK-NEXT: );
// CHECK-EMPTY:
// CHECK-NEXT: always_ff @(posedge clk) begin
// CHECK-NEXT: if (rst) begin
// CHECK-NEXT: out_a <= 8'd0;
// CHECK-NEXT: end else begin
// CHECK-NEXT: out_a <= part_ram_word;
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-EMPTY:
// CHECK-NEXT: assign a = out_a;
// CHECK-NEXT: endmodule
