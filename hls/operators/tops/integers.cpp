// SPDX-License-Identifier: Apache-2.0
// The operators of the set Integers on payloads of 64 bits, with no register except the result's.
#include "hls/operators/operator_sets.hpp"
#include "hls/operators/tops/operands.hpp"

struct State {};

void step(State&, const In& in, Out& out) {
  out.result = operators::Integers::combine(in.operation, in.left, in.right);
}
