// SPDX-License-Identifier: Apache-2.0
// An allgather of nodes in slots backwards (backwards.hpp), which is a reduce-scatter in as many cycles.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/collectives/trees_to_all.hpp"

namespace testbench {

struct ReversedAllgather {
  Order order;
  Times times;
};

using MakeAllgather = std::unique_ptr<collectives::Plan> (*)(const PlanRequest&);

/// `request`: of the reduce-scatter. `make`: a plan for the port model of the nodes, which goes over the turned links.
/// Throws PlanError as that does.
ReversedAllgather reversed_allgather(const PlanRequest& request, MakeAllgather make);

}  // namespace testbench
