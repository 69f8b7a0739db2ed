// C++ structures as packed structures: members, and the bits of each field.
// RUN: stepc %s -- -I. | FileCheck %s
#include "hls/types/bits.hpp"
struct State { int n; };
struct Out { bool b; };

// -----
// Arrays are numbered where tools read none, and kept otherwise: element 1 is then the higher one.
// RUN: stepc %s -- -I. | FileCheck %s
// RUN: stepc %s --arrays packed -- -I. | FileCheck %s --check-prefix=PACKED
// RUN: stepc %s -o %t --layout - -- -I. | jq -r '.inputs[] | "\(.path) \(.port)[\(.bit)+\(.width)]"' | FileCheck %s --check-prefix=BITS
// RUN: stepc %s -o %t --layout - --arrays packed -- -I. | jq -r '.inputs[] | "\(.path) \(.port)[\(.bit)+\(.width)]"' | FileCheck %s --check-prefix=HIGHER
struct Inner { hls::Bits<2> a; hls::Bits<5> b; };
struct Outer { Inner inner[2]; hls::Bits<3> grid[2][2]; bool last; };
struct In { Outer outer; Inner pair[2]; };
void step(State&, const In&, Out&) {}
// CHECK: package packed_types_pkg;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic [1:0] a;
// CHECK-NEXT: logic [4:0] b;
// CHECK-NEXT: } inner_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: inner_t inner_0;
// CHECK-NEXT: inner_t inner_1;
// CHECK-NEXT: logic [2:0] grid_0_0;
// CHECK-NEXT: logic [2:0] grid_0_1;
// CHECK-NEXT: logic [2:0] grid_1_0;
// CHECK-NEXT: logic [2:0] grid_1_1;
// CHECK-NEXT: logic last;
// CHECK-NEXT: } outer_t;
// CHECK-EMPTY:
// CHECK-NEXT: endpackage
// CHECK: input  packed_types_pkg::outer_t outer,
// CHECK-NEXT: input  packed_types_pkg::inner_t pair_0,
// CHECK-NEXT: input  packed_types_pkg::inner_t pair_1,
// PACKED: package packed_types_pkg;
// PACKED-EMPTY:
// PACKED-NEXT: typedef struct packed {
// PACKED-NEXT: logic [1:0] a;
// PACKED-NEXT: logic [4:0] b;
// PACKED-NEXT: } inner_t;
// PACKED-EMPTY:
// PACKED-NEXT: typedef struct packed {
// PACKED-NEXT: inner_t [1:0] inner;
// PACKED-NEXT: logic [1:0][1:0][2:0] grid;
// PACKED-NEXT: logic last;
// PACKED-NEXT: } outer_t;
// PACKED-EMPTY:
// PACKED-NEXT: endpackage
// PACKED: input  packed_types_pkg::outer_t outer,
// PACKED-NEXT: input  packed_types_pkg::inner_t [1:0] pair,
// BITS: outer.inner[0].a outer[25+2]
// BITS-NEXT: outer.inner[0].b outer[20+5]
// BITS-NEXT: outer.inner[1].a outer[18+2]
// BITS-NEXT: outer.inner[1].b outer[13+5]
// BITS-NEXT: outer.grid[0][0] outer[10+3]
// BITS-NEXT: outer.grid[0][1] outer[7+3]
// BITS-NEXT: outer.grid[1][0] outer[4+3]
// BITS-NEXT: outer.grid[1][1] outer[1+3]
// BITS-NEXT: outer.last outer[0+1]
// BITS-NEXT: pair[0].a pair_0[5+2]
// BITS-NEXT: pair[0].b pair_0[0+5]
// BITS-NEXT: pair[1].a pair_1[5+2]
// BITS-NEXT: pair[1].b pair_1[0+5]
// HIGHER: outer.inner[0].a outer[18+2]
// HIGHER-NEXT: outer.inner[0].b outer[13+5]
// HIGHER-NEXT: outer.inner[1].a outer[25+2]
// HIGHER-NEXT: outer.inner[1].b outer[20+5]
// HIGHER-NEXT: outer.grid[0][0] outer[1+3]
// HIGHER-NEXT: outer.grid[0][1] outer[4+3]
// HIGHER-NEXT: outer.grid[1][0] outer[7+3]
// HIGHER-NEXT: outer.grid[1][1] outer[10+3]
// HIGHER-NEXT: outer.last outer[0+1]
// HIGHER-NEXT: pair[0].a pair[5+2]
// HIGHER-NEXT: pair[0].b pair[0+5]
// HIGHER-NEXT: pair[1].a pair[12+2]
// HIGHER-NEXT: pair[1].b pair[7+5]

// -----
// Members are unique in their structure, with those of bases, in any case of letters.
struct A { bool a; bool a_; };
struct B { bool x_0; bool x[2]; };
struct Base { bool a; };
struct C : Base { bool a; };
struct D { struct { bool a; } p; struct { bool b; } p_; };
struct E { struct { bool a; }; struct { bool b; }; };
struct F { bool sequence; bool sequence_; };
struct G { bool grüße; bool gr_e; };
struct H { bool a; bool A; };
struct In { A a; B b; C c; D d; E e; F f; G g; H h; };
void step(State&, const In&, Out&) {}
// CHECK: package packed_types_pkg;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic a;
// CHECK-NEXT: logic a_2;
// CHECK-NEXT: } a_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic x_0;
// CHECK-NEXT: logic x_0_2;
// CHECK-NEXT: logic x_1;
// CHECK-NEXT: } b_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic a;
// CHECK-NEXT: logic a_2;
// CHECK-NEXT: } c_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic a;
// CHECK-NEXT: } unnamed_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic b;
// CHECK-NEXT: } unnamed_t_2;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: unnamed_t p;
// CHECK-NEXT: unnamed_t_2 p_2;
// CHECK-NEXT: } d_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic a;
// CHECK-NEXT: } unnamed_t_3;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic b;
// CHECK-NEXT: } unnamed_t_4;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: unnamed_t_3 unnamed;
// CHECK-NEXT: unnamed_t_4 unnamed_2;
// CHECK-NEXT: } e_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic sequence_;
// CHECK-NEXT: logic sequence_2;
// CHECK-NEXT: } f_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic gr_e;
// CHECK-NEXT: logic gr_e_2;
// CHECK-NEXT: } g_t;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct packed {
// CHECK-NEXT: logic a;
// CHECK-NEXT: logic A_2;
// CHECK-NEXT: } h_t;
// CHECK-EMPTY:
// CHECK-NEXT: endpackage
