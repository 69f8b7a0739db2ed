// The algorithms for any network, a row for each, as firmware/collectives/catalog.hpp has those for the cube.
#pragma once

#include <span>

#include "testbench/plans/plan.hpp"

namespace testbench {

struct PlannedRow : collectives::Row {
  // Throws PlanError where the network has none.
  std::unique_ptr<collectives::Plan> (*make)(const PlanRequest& request);
  bool takes_counts = false;
};

std::span<const PlannedRow> planned_rows();

}  // namespace testbench
