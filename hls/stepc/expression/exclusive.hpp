// SPDX-License-Identifier: Apache-2.0
// Finds conditions that never hold together, such as two bits of a one-hot grant.
#pragma once

#include "hls/stepc/expression/operation.hpp"

namespace stepc {

// Returns whether two conditions, of one bit each, are never both 1. It tries all values of the
// free bits; arithmetic, symbols and memory words are free. Returns false if there are more than 18
// free bits.
bool are_exclusive(Expr a, Expr b);

}  // namespace stepc
