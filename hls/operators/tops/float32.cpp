// SPDX-License-Identifier: Apache-2.0
// The operators on integers and float32, without bfloat16.
#include "hls/operators/operator_sets.hpp"
#include "hls/operators/tops/operands.hpp"

struct State {};

void step(State&, const In& in, Out& out) {
  out.result = operators::FloatsOf<operators::Type::kFloat32>::combine(in.operation, in.left, in.right);
}
