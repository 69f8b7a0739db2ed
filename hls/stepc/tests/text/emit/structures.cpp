// Types of ports, and the package.
// RUN: stepc %s --module test -- -I. | FileCheck %s
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

// -----
// RUN: stepc %s --module test -- -I. | FileCheck %s
// RUN: stepc %s --module test --arrays packed -- -I. | FileCheck %s --check-prefix=PACKED
struct Inner { bool flag; hls::Bits<5> word; };
struct Outer { Inner inner[2]; hls::Bits<3> grid[2][4]; Inner last; };
struct Part { int r; HLS_MODULE Inner tick(const Outer& outer) { r = outer.grid[1][2]; return outer.last; } };
struct State { Part part; };
struct In { Outer outer[3]; hls::Bits<2> a[2]; bool b; };
struct Out { Inner inner; };
void step(State& s, const In& in, Out& out) { out.inner = s.part.tick(in.outer[0]); }
// CHECK: package test_pkg;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic flag;
// CHECK-NEXT: logic [4:0] word;
// CHECK-NEXT: } inner_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: inner_t inner_0;
// CHECK-NEXT: inner_t inner_1;
// CHECK-NEXT: logic [2:0] grid_0_0;
// CHECK-NEXT: logic [2:0] grid_0_1;
// CHECK-NEXT: logic [2:0] grid_0_2;
// CHECK-NEXT: logic [2:0] grid_0_3;
// CHECK-NEXT: logic [2:0] grid_1_0;
// CHECK-NEXT: logic [2:0] grid_1_1;
// CHECK-NEXT: logic [2:0] grid_1_2;
// CHECK-NEXT: logic [2:0] grid_1_3;
// CHECK-NEXT: inner_t last;
// CHECK-NEXT: } outer_t;
// CHECK-EMPTY:
// CHECK-NEXT: endpackage
// CHECK: module test_Part (
// CHECK: `ifdef __ICARUS__
// CHECK-NEXT: import test_pkg::outer_t, test_pkg::inner_t;
// CHECK-NEXT: `endif
// CHECK: module test (
// CHECK-NEXT: input  logic clk,
// CHECK-NEXT: input  logic rst,
// CHECK-NEXT: input  test_pkg::outer_t outer_0,
// CHECK-NEXT: input  test_pkg::outer_t outer_1,
// CHECK-NEXT: input  test_pkg::outer_t outer_2,
// CHECK-NEXT: input  logic [1:0] a_0,
// CHECK-NEXT: input  logic [1:0] a_1,
// CHECK-NEXT: input  logic b,
// CHECK-NEXT: output test_pkg::inner_t inner
// CHECK-NEXT: );
// PACKED: package test_pkg;
// PACKED-EMPTY:
// PACKED-NEXT: typedef struct packed {
// PACKED-NEXT: logic flag;
// PACKED-NEXT: logic [4:0] word;
// PACKED-NEXT: } inner_t;
// PACKED-EMPTY:
// PACKED-NEXT: typedef struct packed {
// PACKED-NEXT: inner_t [1:0] inner;
// PACKED-NEXT: logic [1:0][3:0][2:0] grid;
// PACKED-NEXT: inner_t last;
// PACKED-NEXT: } outer_t;
// PACKED-EMPTY:
// PACKED-NEXT: endpackage
// PACKED: module test (
// PACKED-NEXT: input  logic clk,
// PACKED-NEXT: input  logic rst,
// PACKED-NEXT: input  test_pkg::outer_t [2:0] outer,
// PACKED-NEXT: input  logic [1:0][1:0] a,
// PACKED-NEXT: input  logic b,
// PACKED-NEXT: output test_pkg::inner_t inner
// PACKED-NEXT: );

// -----
// Without structures there is no package, and nothing to import.
// RUN: stepc %s --module test -- -I. | FileCheck %s --implicit-check-not=package --implicit-check-not=import
struct State { int n; };
struct In { int a; };
struct Out { int x; };
void step(State&, const In&, Out&) {}
// CHECK: module test (

// -----
// A multiplexer of a structure stays one, and so do the masked words and the sums of a choice among several. A side may
// be made of parts.
struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct Packet { Pair pair; hls::Bits<8> word; };
struct State { hls::Ram<Packet, 4> words; Packet kept, last; };
struct In { Packet x, y, z; Pair pair; bool p, q, r; hls::Bits<2> at; };
struct Out { Packet word; };
void step(State& s, const In& in, Out& out) {
  out.word = s.words.read(in.at);
  s.words.write(1, in.p ? in.x : in.y);
  if (in.q) s.kept = in.p ? in.x : in.r ? in.y : in.z;
  s.last.pair = in.r ? in.pair : in.z.pair;
}
// CHECK: wire test_pkg::packet_t words_write_word_choice = p ? x : y;
// CHECK: wire test_pkg::packet_t kept_next = (x & {15{p}}) | (y & {15{r & ~p}}) | (z & {15{~p & ~r}});
// CHECK: wire test_pkg::pair_t last_pair_next = r ? pair : z.pair;
// CHECK: words[2'd1] <= words_write_word_choice;
// CHECK: if (q) kept_pair_a <= kept_next.pair.a;
// CHECK-NEXT: if (q) kept_pair_b <= kept_next.pair.b;
// CHECK-NEXT: if (q) kept_word <= kept_next.word;
// CHECK-NEXT: last_pair_a <= last_pair_next.a;

// -----
// One scalar is computed from another one, so each is computed by itself.
struct Pair { bool a, b; };
struct State { Pair kept; };
struct In { Pair x; Pair y; bool p; };
struct Out {};
void step(State& s, const In& in, Out&) {
  const bool a = in.p ? in.x.a : in.y.a;
  s.kept = {a, in.p ? in.x.b : bool(a ^ in.y.b)};
}
// CHECK-NOT: test_pkg::pair_t kept
// CHECK: endmodule
