// SPDX-License-Identifier: Apache-2.0
// The operators on integers and bfloat16, without float32.
#include "hls/operators/operator_sets.hpp"
#include "hls/operators/tops/operands.hpp"

struct State {};

void step(State&, const In& in, Out& out) {
  out.result = operators::FloatsOf<operators::Type::kBfloat16>::combine(in.operation, in.left, in.right);
}
