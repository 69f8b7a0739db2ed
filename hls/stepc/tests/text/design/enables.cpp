// Enables of modules and of registers.
// RUN: stepc %s -o /dev/null --print-after module-enables -- -I. 2>&1 | FileCheck %s
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct Leaf { int r; HLS_MODULE void tick(int v) { r = v; } };
struct Node { Leaf leaf; int r; HLS_MODULE void tick(int v) { leaf.tick(v); r += v; } };
struct Alone { int r; HLS_MODULE void tick(int v) { r -= v; } };
struct State { Node node; Alone alone; int n; };
struct In { int v; bool go; };
struct Out { int x; };

// -----
// A part that may rest has one, and so have its parts, though their owner always calls them.
void step(State& s, const In& in, Out&) {
  if (in.go) s.node.tick(in.v);
  s.alone.tick(in.v);
}
// CHECK: module Leaf:
// CHECK-NEXT: {{^  enable}}
// CHECK: module Node:
// CHECK-NEXT: {{^  enable}}
// CHECK: module Alone:
// CHECK-NOT: {{^  enable}}
// CHECK: module enables:
// CHECK-NOT: {{^  enable}}

// -----
// None where everyone ticks.
void step(State& s, const In& in, Out&) {
  s.node.tick(in.v);
  if (in.go) s.alone.tick(1);
  else s.alone.tick(2);
}
// CHECK: module Leaf:
// CHECK-NOT: {{^  enable}}

// -----
// A register is loaded under the conditions under which it changes.
// RUN: stepc %s -o /dev/null --print-after register-enables -- -I. 2>&1 | FileCheck %s
struct Registers { hls::Bits<8> a, b; };
struct Ports { hls::Bits<8> v; bool go; };
void step(Registers& s, const Ports& in, Out&) {
  if (in.go) s.a = hls::Bits<8>(s.a + in.v);
}
// CHECK: %0 = input go: 1
// CHECK-NEXT: %1 = register a: 8
// CHECK-NEXT: %2 = input v: 8
// CHECK-NEXT: %3 = add %1 %2: 8
// CHECK-NEXT: a <= %3 if %0

// -----
// A register that is always loaded has no condition.
// RUN: stepc %s -o /dev/null --print-after register-enables -- -I. 2>&1 | FileCheck %s
struct Registers { hls::Bits<8> a, b; };
struct Ports { hls::Bits<8> v; bool go; };
void step(Registers& s, const Ports& in, Out&) {
  s.a = hls::Bits<8>(in.go ? in.v + 1 : s.a + 1);
  s.b = in.v;
}
// CHECK: a <= %{{[0-9]+}}{{$}}
// CHECK: b <= %{{[0-9]+}}{{$}}
