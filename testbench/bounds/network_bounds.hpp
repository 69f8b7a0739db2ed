// SPDX-License-Identifier: Apache-2.0
// Lower bounds on networks that are no cubes, by collective, from the network's links alone. The
// task must name its network, and find_fault() must accept it. Packets are combined on cubes only.
#pragma once

#include "testbench/bounds/bounds.hpp"

namespace testbench::network_bounds {

// Time in cycles.
Bound broadcast_time(const Task& task);
Bound rooted_time(const Task& task);  // scatter and gather
Bound allgather_time(const Task& task);
Bound alltoall_time(const Task& task);

// Transmissions over links.
Bound broadcast_transmissions(const Task& task);
Bound rooted_transmissions(const Task& task);
Bound allgather_transmissions(const Task& task);
Bound alltoall_transmissions(const Task& task);

}  // namespace testbench::network_bounds
