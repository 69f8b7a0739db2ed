// Parameters become ports; fields become registers.
// RUN: stepc %s -o /dev/null --print-after walk -- -I. 2>&1 | FileCheck %s
#include <cstdint>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

// -----
// Out is registers: a port shows what its register holds now, a field that is not written keeps its value.
struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct State { Pair pair; bool flags[2]; };
struct In { Pair pair_; hls::Bits<6> word; };
struct Out { hls::Bits<6> word; Pair pair{hls::Bits<3>(1), {}}; };
void step(State& state, const In& in, Out& out) {
  state.pair = in.pair_;
  state.flags[1] = in.word == 3;
  if (in.pair_.a != 0) out.word = in.word;
}
// CHECK: module interface_top: step,
// CHECK-NEXT: input pair: Pair 7
// CHECK-NEXT: input word: 6
// CHECK-NEXT: output word: 6
// CHECK-NEXT: output pair: Pair 7
// CHECK-NEXT: register pair_a: 3, pair.a at byte 0, reset 3'd0
// CHECK-NEXT: register pair_b: 4, pair.b at byte 1, reset 4'd0
// CHECK-NEXT: register flags_0: 1, flags[0] at byte 2, reset 1'd0
// CHECK-NEXT: register flags_1: 1, flags[1] at byte 3, reset 1'd0
// CHECK-NEXT: register out_word: 6, out.word at byte 0, reset 6'd0
// CHECK-NEXT: register out_pair_a: 3, out.pair.a at byte 1, reset 3'd0
// CHECK-NEXT: register out_pair_b: 4, out.pair.b at byte 2, reset 4'd0
// CHECK-NEXT: %0 = input pair.a: 3
// CHECK-NEXT: pair_a <= %0
// CHECK-NEXT: %1 = input pair.b: 4
// CHECK-NEXT: pair_b <= %1
// CHECK-NEXT: %2 = input word: 6
// CHECK-NEXT: %3 = equal %2 6'd3: 1
// CHECK-NEXT: flags_1 <= %3
// CHECK-NEXT: %4 = equal %0 3'd0: 1
// CHECK-NEXT: %5 = register out_word: 6
// CHECK-NEXT: %6 = mux %4 %5 %2: 6
// CHECK-NEXT: out_word <= %6
// CHECK-NEXT: output word = %5
// CHECK-NEXT: %7 = register out_pair_a: 3
// CHECK-NEXT: %8 = register out_pair_b: 4
// CHECK-NEXT: output pair = %7, %8
// CHECK-NOT: flags_0 <=
// CHECK-NOT: out_pair_a <=

// -----
struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct Large { std::uint64_t words[3]; };
struct Part {
  hls::Bits<8> sum;
  HLS_MODULE Pair tick(const Pair& one, Pair two, hls::Bits<5>& count, Large large, Large& changed) {
    sum = hls::Bits<8>(sum + one.b + two.b + large.words[2]);
    count = hls::Bits<5>(count + one.a);
    changed.words[1] = large.words[0];
    return {two.a, one.b};
  }
};
struct State { Part part; Pair p; hls::Bits<5> n; Large l; Large m; };
struct In { bool go; };
struct Out { Pair x; };
void step(State& s, const In&, Out& out) { out.x = s.part.tick(s.p, s.p, s.n, s.l, s.m); }
// CHECK: module Part: Part::tick,
// CHECK-NEXT: input one: Pair 7
// CHECK-NEXT: input two: Pair 7
// CHECK-NEXT: input count_before: 5
// CHECK-NEXT: input large: Large 192
// CHECK-NEXT: input changed_before: Large 192
// CHECK-NEXT: output count: 5
// CHECK-NEXT: output changed: Large 192
// CHECK-NEXT: output result: Pair 7
// CHECK-NEXT: register sum: 8, sum at byte 0, reset 8'd0
// CHECK-NEXT: %0 = input one.b: 4
// CHECK-NEXT: %1 = concat %0 4'd0: 8
// CHECK-NEXT: %2 = input large.words[2]: 64
// CHECK-NEXT: %3 = extract %2 from bit 0: 8
// CHECK-NEXT: %4 = register sum: 8
// CHECK-NEXT: %5 = input two.b: 4
// CHECK-NEXT: %6 = concat %5 4'd0: 8
// CHECK-NEXT: %7 = add %4 %6: 8
// CHECK-NEXT: %8 = add %3 %7: 8
// CHECK-NEXT: %9 = add %1 %8: 8
// CHECK-NEXT: sum <= %9
// CHECK-NEXT: %10 = input count_before: 5
// CHECK-NEXT: %11 = input one.a: 3
// CHECK-NEXT: %12 = concat %11 2'd0: 5
// CHECK-NEXT: %13 = add %10 %12: 5
// CHECK-NEXT: output count = %13
// CHECK-NEXT: %14 = input changed_before.words[0]: 64
// CHECK-NEXT: %15 = input large.words[0]: 64
// CHECK-NEXT: %16 = input changed_before.words[2]: 64
// CHECK-NEXT: output changed = %14, %15, %16
// CHECK-NEXT: %17 = input two.a: 3
// CHECK-NEXT: output result = %17, %0

// -----
// Large results, which come by pointer, and small scalars are the same; a function outside a class has no registers.
struct Large { std::uint64_t words[3]; };
struct A {
  int r;
  HLS_MODULE Large tick(int v) {
    r = v;
    Large l{};
    l.words[1] = 5;
    l.words[2] = static_cast<std::uint64_t>(v);
    return l;
  }
};
struct B { int r; HLS_MODULE bool tick(int v) { r = v; return v > 3; } };
HLS_MODULE int negated(int v) { return -v; }
struct State { A a; B b; };
struct In { int v; };
struct Out { Large l; bool f; int n; };
void step(State& s, const In& in, Out& out) {
  out.l = s.a.tick(in.v);
  out.f = s.b.tick(in.v);
  out.n = negated(in.v);
}
// CHECK: module A: A::tick,
// CHECK-NEXT: input v: 32
// CHECK-NEXT: output result: Large 192
// CHECK-NEXT: register r: 32, r at byte 0, reset 32'h0
// CHECK-NEXT: %0 = input v: 32
// CHECK-NEXT: r <= %0
// CHECK-NEXT: %1 = sign_extend %0: 64
// CHECK-NEXT: output result = 64'h0, 64'h5, %1
// CHECK: module B: B::tick,
// CHECK-NEXT: input v: 32
// CHECK-NEXT: output result: 1
// CHECK-NEXT: register r: 32, r at byte 0, reset 32'h0
// CHECK-NEXT: %0 = input v: 32
// CHECK-NEXT: r <= %0
// CHECK-NEXT: %1 = signed_less 32'h3 %0: 1
// CHECK-NEXT: output result = %1
// CHECK: module negated: negated,
// CHECK-NEXT: input v: 32
// CHECK-NEXT: output result: 32
// CHECK-NEXT: %0 = input v: 32
// CHECK-NEXT: %1 = subtract 32'h0 %0: 32
// CHECK-NEXT: output result = %1
