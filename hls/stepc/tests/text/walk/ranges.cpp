// The range of a number bounds what is made of it.
// RUN: stepc %s -o /dev/null --print-after walk -- -I. 2>&1 | FileCheck %s
#include "hls/types/bits.hpp"

// -----
// A shift by the width or more has no value in C++: of a wide amount as many bits are looked at as smaller ones need, in a
// rotation one more. Verilator would refuse a wider one that turned out to be a constant.
struct State { unsigned long k = 0x2c46c5c5b1dd2637; };
struct In { unsigned long a; long s; unsigned long n; };
struct Out { unsigned long left; unsigned right; long by_register; unsigned long wide, rotated, odd; };
void step(State& state, const In& in, Out& out) {
  using Wide = unsigned _BitInt(100);
  using Odd = unsigned _BitInt(48);
  out.left = in.a << in.n;
  out.right = static_cast<unsigned>(in.a) >> in.n;
  out.by_register = in.s >> state.k;
  out.wide = (static_cast<Wide>(in.a) << static_cast<Wide>(in.n)) >> 40;
  out.rotated = __builtin_rotateleft64(in.a, in.n);
  const Odd odd = in.a;
  out.odd = static_cast<Odd>(odd << in.n % 48 | odd >> (48 - in.n % 48) % 48);
}
// CHECK: %0 = input a: 64
// CHECK-NEXT: %1 = input n: 64
// CHECK-NEXT: %2 = extract %1 from bit 0: 6
// CHECK-NEXT: %3 = shift_left %0 %2: 64
// CHECK-NEXT: out_left <= %3
// CHECK-NEXT: %4 = extract %0 from bit 0: 32
// CHECK-NEXT: %5 = extract %1 from bit 0: 32
// CHECK-NEXT: %6 = shift_right %4 %5: 32
// CHECK-NEXT: out_right <= %6
// CHECK-NEXT: %7 = input s: 64
// CHECK-NEXT: %8 = register k: 64
// CHECK-NEXT: %9 = extract %8 from bit 0: 6
// CHECK-NEXT: %10 = signed_shift_right %7 %9: 64
// CHECK-NEXT: out_by_register <= %10
// CHECK-NEXT: %11 = concat %0 36'h0: 100
// CHECK-NEXT: %12 = extract %1 from bit 0: 7
// CHECK-NEXT: %13 = shift_left %11 %12: 100
// CHECK-NEXT: %14 = extract %13 from bit 40: 60
// CHECK-NEXT: %15 = concat %14 4'd0: 64
// CHECK-NEXT: out_wide <= %15
// CHECK-NEXT: %16 = concat %2 1'd0: 7
// CHECK-NEXT: %17 = subtract 7'd64 %16: 7
// CHECK-NEXT: %18 = shift_right %0 %17: 64
// CHECK-NEXT: %19 = or %3 %18: 64
// CHECK-NEXT: out_rotated <= %19
// CHECK-NEXT: %20 = extract %0 from bit 0: 48
// CHECK-NEXT: %21 = remainder %1 64'h30: 64
// CHECK-NEXT: %22 = extract %21 from bit 0: 6
// CHECK-NEXT: %23 = shift_left %20 %22: 48
// CHECK-NEXT: %24 = subtract 64'h30 %21: 64
// CHECK-NEXT: %25 = remainder %24 64'h30: 64
// CHECK-NEXT: %26 = extract %25 from bit 0: 6
// CHECK-NEXT: %27 = shift_right %20 %26: 48
// CHECK-NEXT: %28 = or %23 %27: 48
// CHECK-NEXT: %29 = concat %28 16'h0: 64
// CHECK-NEXT: out_odd <= %29

// -----
// A signed index times a stride, from the middle of an array: what bounds the index bounds the address.
struct State { unsigned long before[3], a[6], b[4]; };
struct In { long k; unsigned long x; };
struct Out { bool none; };
void step(State& s, const In& in, Out&) {
  if (const long k = in.k % 5; k >= -1 && k <= 0) (&s.a[0] + 5)[3 * k] = in.x;
}
// CHECK-NOT: <=
// CHECK: a_2 <=
// CHECK-NOT: <=
// CHECK: a_5 <=
// CHECK-NOT: <=

// -----
// Neighbours of an array are no candidates where min, max, %, & or a comparison bounds the index.
struct Beside { short a[30], b; };
struct State { Beside first; short row[4]; Beside last; };
struct In { unsigned long e; int s; };
struct Out { short min, clamp, modulo, select, if_less, reference; };
void step(State& state, const In& in, Out& out) {
  const unsigned char byte = in.e >> 16;
  const auto min = [](auto a, auto b) { return b < a ? b : a; };
  const auto max = [](auto a, auto b) { return a < b ? b : a; };
  out.min = state.row[min(byte, 3)];
  out.clamp = state.row[max(0, min(in.s, 3))];
  out.modulo = state.row[byte % 3] + state.row[in.s & 3];
  out.select = state.row[byte > 3 ? 0 : byte];
  if (byte < 3) out.if_less = state.row[byte];
  short& reference = byte < 4 ? state.row[byte] : state.row[1];
  out.reference = reference;
}
// CHECK-NOT: = register {{first|last}}
// CHECK: out_reference <=
// CHECK-NOT: = register {{first|last}}
