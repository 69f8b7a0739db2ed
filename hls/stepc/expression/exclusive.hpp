// SPDX-License-Identifier: Apache-2.0
// Conditions that never hold together, such as two bits of a one-hot grant.
#pragma once

#include "hls/stepc/expression/node.hpp"

namespace stepc {

// Whether two conditions, of one bit each, are both 1 for no values of what they are logic of:
// tried for all values, with arithmetic, symbols and memory words taken for anything. False too
// where these have more than 18 bits.
bool are_exclusive(Expr a, Expr b);

}  // namespace stepc
