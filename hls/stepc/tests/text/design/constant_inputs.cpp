// Inputs of parts that never change are constants and parameters of their modules.
// RUN: stepc %s -- -I. | FileCheck %s
#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
using Number = hls::Bits<4>;
struct In { Number v; bool go; };
struct Out { Number x, y; };
struct Part { Number r; HLS_MODULE Number tick(Number self, Number v) { return r = Number(r * self + v); } };
struct State { Part parts[2]; };

// -----
// One that differs among instances is a parameter.
void step(State& s, const In& in, Out& out) {
  out.x = s.parts[0].tick(Number(3), in.v);
  out.y = s.parts[1].tick(Number(5), in.v);
}
// CHECK: module constant_inputs_Part #(
// CHECK-NEXT: parameter [3:0] self = 4'd3
// CHECK-NEXT: ) (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [3:0] v,
// CHECK-NEXT: output logic [3:0] result
// CHECK-NEXT: );
// CHECK-EMPTY:
// CHECK-NEXT: logic [3:0] r /* verilator public_flat_rd */;
// CHECK-EMPTY:
// CHECK-NEXT: wire [3:0] r_next = v + (r * self);
// CHECK-EMPTY:
// CHECK-NEXT: always_ff @(posedge clk) begin
// CHECK-NEXT: if (rst) begin
// CHECK-NEXT: r <= 4'd0;
// CHECK-NEXT: end else begin
// CHECK-NEXT: r <= r_next;
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-EMPTY:
// CHECK-NEXT: assign result = r_next;
// CHECK-NEXT: endmodule
// CHECK: constant_inputs_Part #(.self(4'd3)) parts_0 (
// CHECK: constant_inputs_Part #(.self(4'd5)) parts_1 (

// -----
// One that is the same everywhere is a number: multiplied by one.
void step(State& s, const In& in, Out& out) {
  out.x = s.parts[0].tick(Number(1), in.v);
  out.y = s.parts[1].tick(Number(1), in.v);
}
// CHECK: module constant_inputs_Part (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [3:0] v,
// CHECK-NEXT: output logic [3:0] result
// CHECK-NEXT: );
// CHECK-NOT: {{ [*] }}
// CHECK: endmodule

// -----
// One that changes in one instance stays an input.
void step(State& s, const In& in, Out& out) {
  out.x = s.parts[0].tick(Number(3), in.v);
  out.y = s.parts[1].tick(in.v, in.v);
}
// CHECK: module constant_inputs_Part (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [3:0] self,
// CHECK-NEXT: input  logic [3:0] v,
// CHECK-NEXT: output logic [3:0] result
// CHECK-NEXT: );

// -----
// A constant of a part is one for the parts within; where its owner has a parameter it is that parameter.
struct Inner {
  Number r;
  HLS_MODULE Number tick(Number self, Number all, Number v) { return r = Number(r * self + v * all); }
};
struct Owner { Inner inner; HLS_MODULE Number tick(Number self, Number v) { return inner.tick(self, Number(6), v); } };
struct Owners { Owner parts[2]; };
void step(Owners& s, const In& in, Out& out) {
  out.x = s.parts[0].tick(Number(3), in.v);
  out.y = s.parts[1].tick(Number(5), in.v);
}
// CHECK: module constant_inputs_Inner #(
// CHECK-NEXT: parameter [3:0] self = 4'd3
// CHECK-NEXT: ) (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [3:0] v,
// CHECK-NEXT: output logic [3:0] result
// CHECK-NEXT: );
// CHECK: 4'd6
// CHECK: module constant_inputs_Owner #(
// CHECK-NEXT: parameter [3:0] self = 4'd3
// CHECK-NEXT: ) (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [3:0] v,
// CHECK-NEXT: output logic [3:0] result
// CHECK-NEXT: );
// CHECK: constant_inputs_Inner #(.self(self)) inner (

// -----
// Members of structures.
struct Both { Number a, b; };
struct Pairs { Number r; HLS_MODULE Number tick(const Both& both) { return r = Number(r * both.a + both.b); } };
struct Registers { Pairs parts[2]; };
void step(Registers& s, const In& in, Out& out) {
  out.x = s.parts[0].tick({Number(3), in.v});
  out.y = s.parts[1].tick({Number(5), in.v});
}
// CHECK: module constant_inputs_Pairs #(
// CHECK-NEXT: parameter [3:0] both_a = 4'd3
// CHECK-NEXT: ) (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  constant_inputs_pkg::both_t both,
// CHECK-NEXT: output logic [3:0] result
// CHECK-NEXT: );

// -----
// A constant input that only an assertion reads is a parameter too, not a port.
struct Told {
  Number r;
  HLS_MODULE Number tick(Number self, Number v) {
    HLS_ASSERT(v != self, "not its own");
    return r = Number(r + v);
  }
};
struct Registers { Told parts[2]; };
void step(Registers& s, const In& in, Out& out) {
  out.x = s.parts[0].tick(Number(3), in.v);
  out.y = s.parts[1].tick(Number(5), in.v);
}
// CHECK: module constant_inputs_Told #(
// CHECK-NEXT: parameter [3:0] self = 4'd3
// CHECK-NEXT: ) (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  logic [3:0] v,
// CHECK-NEXT: output logic [3:0] result
// CHECK-NEXT: );
// CHECK: assert (~((self ^ v) == 4'd0));
