// SPDX-License-Identifier: Apache-2.0
// Rewrites choices among three and more words as sums of masked words.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// `a ? x : b ? y : z` becomes `{W{~a & ~b}} & z | {W{~a & b}} & y | {W{a}} & x` in everything that
// the module computes. The conditions come late, and their order is settled once, in one bit each,
// instead of in every bit of the words. Where a and b exclude one another, as bits of a grant do,
// y's mask is b. The result is smaller with Yosys, and far steadier (docs/reference/area.md).
void mask_choices(Module& module);

}  // namespace stepc
