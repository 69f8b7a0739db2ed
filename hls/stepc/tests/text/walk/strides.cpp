// A signed index times a stride, from the middle of an array: what bounds the index bounds the address.
// RUN: stepc %s -o /dev/null --print-after walk -- -I. 2>&1 | FileCheck %s
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
