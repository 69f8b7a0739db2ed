// HLS_ASSERT: conditions under the conditions of their path, of the hardware's own registers and inputs.
// RUN: stepc %s -- -I. | FileCheck %s
#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
using Number = hls::Bits<4>;
struct Pair { Number a, b; };
struct Part {
  Number r; hls::Ram<Pair, 4> ram;
  HLS_MODULE Number tick(const Pair (&pairs)[2], bool go);
};
HLS_MODULE Number twice(Number x) { return Number(x + x); }
struct State { Part part; int n; };
struct In { Pair pairs[2]; bool go; };
struct Out { Number x, y; };
#define REST \
  const Pair old = ram.read(r & 3u); \
  ram.write(1, pairs[0]); \
  if (go) r = Number(r + pairs[1].b); \
  return old.a;
#define STEP(...) \
  void step(State& s, const In& in, Out& out) { \
    out.x = s.part.tick(in.pairs, in.go); out.y = twice(in.pairs[0].b); \
    __VA_ARGS__ \
  }

// -----
Number Part::tick(const Pair (&pairs)[2], bool go) {
  HLS_ASSERT(r != pairs[1].a, "differs");
  HLS_ASSERT(ram.read(pairs[0].b & 3u).b == 7, "7");
  REST
}
STEP()
// CHECK: assert (~((r ^ pairs_1.a) == 4'd0));  // assertions.cpp:[[#@LINE-5]]
// CHECK-NEXT: assert (ram_word_2[3:0] == 4'd7);  // assertions.cpp:[[#@LINE-5]]
// CHECK-NEXT: `else
// CHECK-NEXT: assert (~((r ^ pairs_1.a) == 4'd0)) else $error("assertions.cpp:[[#@LINE-8]]: differs");
// CHECK-NEXT: assert (ram_word_2[3:0] == 4'd7) else $error("assertions.cpp:[[#@LINE-8]]: 7");
// CHECK-NEXT: `endif
// CHECK-NEXT: end
// CHECK-NEXT: `endif
// CHECK: endmodule

// -----
// Where the line is not reached they hold.
Number Part::tick(const Pair (&pairs)[2], bool go) {
  if (go) { if (pairs[0].a != 1) HLS_ASSERT(r == 2, "two"); }
  REST
}
STEP()
// CHECK: assert ((pairs_0.a == 4'd1) | (r == 4'd2) | ~go);  // assertions.cpp:[[#@LINE-4]]
// CHECK-NEXT: `else
// CHECK-NEXT: assert ((pairs_0.a == 4'd1) | (r == 4'd2) | ~go) else $error("assertions.cpp:[[#@LINE-6]]: two");

// -----
// In a loop there is one for each iteration.
Number Part::tick(const Pair (&pairs)[2], bool go) {
  for (unsigned i = 0; i < 2; ++i) HLS_ASSERT(pairs[i].a != 9, "nine");
  REST
}
STEP()
// CHECK: assert (~(pairs_0.a == 4'd9));  // assertions.cpp:[[#@LINE-4]]
// CHECK-NEXT: assert (~(pairs_1.a == 4'd9));  // assertions.cpp:[[#@LINE-5]]
// CHECK-NEXT: `else
// CHECK-NEXT: assert (~(pairs_0.a == 4'd9)) else $error("assertions.cpp:[[#@LINE-7]]: nine");
// CHECK-NEXT: assert (~(pairs_1.a == 4'd9)) else $error("assertions.cpp:[[#@LINE-8]]: nine");
// CHECK-NEXT: `endif
// CHECK-NEXT: end
// CHECK-NEXT: `endif
// CHECK-NEXT: endmodule

// -----
// One that always holds is not there.
Number Part::tick(const Pair (&pairs)[2], bool go) {
  if (go) HLS_ASSERT(go || r == 3, "always");
  REST
}
STEP()
// CHECK: module assertions_Part
// CHECK-NOT: assert (

// -----
// They may be of parts' results and registers.
Number Part::tick(const Pair (&pairs)[2], bool go) { REST }
STEP(HLS_ASSERT(out.x != 5 || s.part.r != 6 || out.y != 4, "all three");)
// CHECK: module assertions (
// CHECK: assert (~(twice_1_result == 4'd4) | ~(part_r_next == 4'd6) | ~(part_result == 4'd5));  // assertions.cpp:[[#@LINE-2]]
// CHECK-NEXT: `else
// CHECK-NEXT: assert (~(twice_1_result == 4'd4) | ~(part_r_next == 4'd6) | ~(part_result == 4'd5)) else $error("assertions.cpp:[[#@LINE-4]]: all three");

// -----
// An assertion changes nothing of the hardware, not even the order of its operands.
// RUN: (diff <(stepc %s -- -I. -DWITHOUT) <(stepc %s -- -I.) || true) | FileCheck %s --implicit-check-not='{{^<}}'
Number Part::tick(const Pair (&pairs)[2], bool go) {
#ifndef WITHOUT
  HLS_ASSERT(Number(pairs[1].b + r) != 9 && go, "sums");
#endif
  REST
}
STEP()
// CHECK: {{^[0-9]+a[0-9,]+$}}
// CHECK: > `ifndef SYNTHESIS
// CHECK-NEXT: >   always @(posedge clk) if (~rst) begin
// CHECK-NEXT: > `ifdef FORMAL
// CHECK-NEXT: >     assert (go & ~((r + pairs_1.b) == 4'd9));  // assertions.cpp:[[#@LINE-9]]
// CHECK-NEXT: > `else
// CHECK-NEXT: >     assert (go & ~((r + pairs_1.b) == 4'd9)) else $error("assertions.cpp:[[#@LINE-11]]: sums");
// CHECK-COUNT-3: {{^>}}
// CHECK-NOT: {{^[0-9]}}
