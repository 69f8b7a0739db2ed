// SPDX-License-Identifier: Apache-2.0
// Settles inputs of parts that are constant in every cycle.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Removes scalars of inputs to which every instance of a module passes a constant. The module has
// the constant itself if all instances pass the same one, and else a parameter. A part that is told
// its number then has no multiplexers for the other numbers, flattened or not. drop_unused_inputs
// later drops a port with no scalar left.
void settle_constant_inputs(Design& design);

}  // namespace stepc
