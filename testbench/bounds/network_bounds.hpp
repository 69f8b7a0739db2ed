// Lower bounds on any network, for every algorithm, from its links alone: what bounds.hpp says of
// tasks that are not on a cube.
#pragma once

#include "testbench/bounds/bounds.hpp"

namespace testbench {

Bound network_bound(const Task& task);
Bound least_network_transmissions(const Task& task);

}  // namespace testbench
