// Fields, offsets in bytes and widths of registers, as the debug information tells them.
// RUN: stepc %s -o /dev/null --print-after reset-values -- -I. 2>&1 | FileCheck %s
#include <array>
#include <cstdint>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct In { bool a; };
struct Out { bool b; };

// -----
enum class Mode : unsigned char { kA };
struct State { hls::Bits<5> a; bool b; std::uint16_t c; int d; Mode e; hls::Bits<64> f; };
void step(State&, const In&, Out&) {}
// CHECK: register a: 5, a at byte 0, reset 5'd0
// CHECK-NEXT: register b: 1, b at byte 1, reset 1'd0
// CHECK-NEXT: register c: 16, c at byte 2, reset 16'h0
// CHECK-NEXT: register d: 32, d at byte 4, reset 32'h0
// CHECK-NEXT: register e: 8, e at byte 8, reset 8'd0
// CHECK-NEXT: register f: 64, f at byte 16, reset 64'h0

// -----
struct Pair { hls::Bits<3> x; std::uint8_t y; };
struct State {
  Pair one, two[2];
  std::array<std::array<hls::Bits<9>, 2>, 2> grid;
  bool m[2][1];
};
void step(State&, const In&, Out&) {}
// CHECK: register one_x: 3, one.x at byte 0, reset 3'd0
// CHECK-NEXT: register one_y: 8, one.y at byte 1, reset 8'd0
// CHECK-NEXT: register two_0_x: 3, two[0].x at byte 2, reset 3'd0
// CHECK-NEXT: register two_0_y: 8, two[0].y at byte 3, reset 8'd0
// CHECK-NEXT: register two_1_x: 3, two[1].x at byte 4, reset 3'd0
// CHECK-NEXT: register two_1_y: 8, two[1].y at byte 5, reset 8'd0
// CHECK-NEXT: register grid_0_0: 9, grid[0][0] at byte 6, reset 9'h0
// CHECK-NEXT: register grid_0_1: 9, grid[0][1] at byte 8, reset 9'h0
// CHECK-NEXT: register grid_1_0: 9, grid[1][0] at byte 10, reset 9'h0
// CHECK-NEXT: register grid_1_1: 9, grid[1][1] at byte 12, reset 9'h0
// CHECK-NEXT: register m_0_0: 1, m[0][0] at byte 14, reset 1'd0
// CHECK-NEXT: register m_1_0: 1, m[1][0] at byte 15, reset 1'd0

// -----
// Fields of bases and of anonymous structures; a base that nobody has is none.
struct Unused { int a; };
struct Base { int a; };
struct Derived : Base { bool b; };
struct State {
  Derived d;
  struct { hls::Bits<2> c; struct { bool e; }; } f;
  struct { bool g; };
};
void step(State&, const In&, Out&) {}
// CHECK: register d_a: 32, d.a at byte 0, reset 32'h0
// CHECK-NEXT: register d_b: 1, d.b at byte 4, reset 1'd0
// CHECK-NEXT: register f_c: 2, f.c at byte 8, reset 2'd0
// CHECK-NEXT: register f_e: 1, f.e at byte 9, reset 1'd0
// CHECK-NEXT: register g: 1, g at byte 10, reset 1'd0

// -----
struct Word { hls::Bits<7> a; bool b; };
struct State {
  hls::Ram<Word, 4> ram;
  hls::SyncRam<hls::Bits<6>, 8> sync;
  hls::ForwardingRam<bool, 2> forward;
};
void step(State&, const In&, Out&) {}
// CHECK: memory ram: 4 x 8, ram at byte 0, unread
// CHECK-NEXT: memory sync: 8 x 6, sync at byte 8, registered read, unread
// CHECK-NEXT: memory forward: 2 x 1, forward at byte 17, forwards, unread

// -----
// kHlsData makes data of all that lies below; a base's goes for its own fields.
struct Data { static constexpr bool kHlsData = true; int a; bool b[2]; };
struct Control { static constexpr bool kHlsData = false; int a; };
struct Outer { Data data; int c; };
struct Small { static constexpr bool kHlsData = true; int a; };
struct More : Small { int b; };
struct State { Data x; Control y; Outer z[1]; More more; };
void step(State&, const In&, Out&) {}
// CHECK: register x_a: 32, x.a at byte 0, data
// CHECK-NEXT: register x_b_0: 1, x.b[0] at byte 4, data
// CHECK-NEXT: register x_b_1: 1, x.b[1] at byte 5, data
// CHECK-NEXT: register y_a: 32, y.a at byte 8, reset 32'h0
// CHECK-NEXT: register z_0_data_a: 32, z[0].data.a at byte 12, data
// CHECK-NEXT: register z_0_data_b_0: 1, z[0].data.b[0] at byte 16, data
// CHECK-NEXT: register z_0_data_b_1: 1, z[0].data.b[1] at byte 17, data
// CHECK-NEXT: register z_0_c: 32, z[0].c at byte 20, reset 32'h0
// CHECK-NEXT: register more_a: 32, more.a at byte 24, data
// CHECK-NEXT: register more_b: 32, more.b at byte 28, reset 32'h0

// -----
// clang does not tell the value of a template's static member that nothing uses.
template <class T> struct Data { static constexpr bool kHlsData = true; T a; };
template <class T> struct Control {
  static constexpr bool kHlsData{false};
 T a; };
struct State { Data<int> x; Control<int> y; };
void step(State&, const In&, Out&) {}
// CHECK: register x_a: 32, x.a at byte 0, data
// CHECK-NEXT: register y_a: 32, y.a at byte 4, reset 32'h0
