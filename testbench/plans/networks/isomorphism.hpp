// SPDX-License-Identifier: Apache-2.0
// Whether two networks are the same graph: torus:4x4x4 is cube:6, butterfly:4 is cyclic:4,2.
#pragma once

#include <optional>

#include "testbench/plans/networks/distances.hpp"

namespace testbench {

// Exact. Colours of nodes are refined by those of their neighbours; where that leaves nodes alike, one
// of the first network is paired with each of the second in turn. Nothing where that takes more than
// so many pairs.
std::optional<bool> are_isomorphic(const Adjacency& first, const Adjacency& second, unsigned most_pairs = 10'000);

}  // namespace testbench
