// The text of --print-after: everything once, above its use.
// RUN: stepc %s -o /dev/null --print-after names -- -I. 2>&1 | FileCheck %s
#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct Part {
  hls::SyncRam<Pair, 4> ram;
  hls::Bits<5> r{7};
  HLS_MODULE Pair tick(hls::Bits<5> v, int unused) {
    const Pair old = ram.data();
    ram.request(v & 3u);
    HLS_ASSERT(v != 9, "nine");
    const hls::Bits<5> sum(v + r);
    if (old.a == 1) r = sum;
    return old;
  }
};
struct State { Part part; };
struct In { hls::Bits<5> v; bool go; };
struct Out { Pair x; };
void step(State& s, const In& in, Out& out) {
  if (in.go) out.x = s.part.tick(in.v, 3);
}
// CHECK: module dump_Part: Part::tick, dump.cpp:[[#@LINE-15]]
// CHECK-NEXT: enable enable
// CHECK-NEXT: input v: 5
// CHECK-NEXT: input unused: 32, unused
// CHECK-NEXT: output result: Pair 7
// CHECK-NEXT: register r: 5, r at byte 10, reset 5'd7
// CHECK-NEXT: memory ram: 4 x 7, ram at byte 0, registered read
// CHECK-NEXT: %0 = ram.data: 7
// CHECK-NEXT: %1 = extract %0 from bit 4: 3  // dump.cpp:[[#@LINE-22]]
// CHECK-NEXT: %2 = equal %1 3'd1: 1  // dump.cpp:[[#@LINE-19]]
// CHECK-NEXT: %3 = register r: 5
// CHECK-NEXT: %4 = input v: 5
// CHECK-NEXT: %5 = add %3 %4: 5  // sum, dump.cpp:[[#@LINE-23]]
// CHECK-NEXT: r <= %5 if %2
// CHECK-NEXT: ram[2'd0] <= 7'd0 if 1'd0
// CHECK-NEXT: %6 = extract %4 from bit 0: 2  // dump.cpp:[[#@LINE-28]]
// CHECK-NEXT: ram.data <= ram[%6] if 1'd1
// CHECK-NEXT: %7 = extract %0 from bit 0: 4  // dump.cpp:[[#@LINE-31]]
// CHECK-NEXT: output result = %1, %7
// CHECK-NEXT: %8 = equal %4 5'd9: 1  // dump.cpp:[[#@LINE-31]]
// CHECK-NEXT: %9 = not %8: 1  // dump.cpp:[[#@LINE-32]]
// CHECK-NEXT: assert %9  // dump.cpp:[[#@LINE-33]]: nine
// CHECK-EMPTY:
// CHECK-NEXT: module dump: step, dump.cpp:[[#@LINE-26]]
// CHECK-NEXT: input v: 5
// CHECK-NEXT: input go: 1
// CHECK-NEXT: output x: Pair 7
// CHECK-NEXT: register out_x_a: 3, out.x.a at byte 0, reset 3'd0
// CHECK-NEXT: register out_x_b: 4, out.x.b at byte 1, reset 4'd0
// CHECK-NEXT: instance part: dump_Part at byte 0
// CHECK-NEXT: %0 = input go: 1  // dump.cpp:[[#@LINE-32]]
// CHECK-NEXT: %1 = result part.result.a: 3  // dump.cpp:[[#@LINE-33]]
// CHECK-NEXT: out_x_a <= %1 if %0
// CHECK-NEXT: %2 = result part.result.b: 4  // dump.cpp:[[#@LINE-35]]
// CHECK-NEXT: out_x_b <= %2 if %0
// CHECK-NEXT: %3 = input v: 5
// CHECK-NEXT: call part(%3, 32'h3) if %0
// CHECK-NEXT: %4 = register out_x_a: 3
// CHECK-NEXT: %5 = register out_x_b: 4
// CHECK-NEXT: output x = %4, %5
