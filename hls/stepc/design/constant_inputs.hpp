// SPDX-License-Identifier: Apache-2.0
// Inputs of parts that are the same constant in every cycle.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Where every instance of a module passes a constant to a scalar of an input, the module has the
// constant, if it is the same in all of them, or else a parameter: a part that is told its number
// has no multiplexers for the other numbers, flattened or not. A port of which nothing is left is
// dropped later (drop_unused_inputs).
void settle_constant_inputs(Design& design);

}  // namespace stepc
