// SPDX-License-Identifier: Apache-2.0
// The algorithms for any network, a row for each; and those for the cube, from
// firmware/collectives/catalog.hpp.
#pragma once

#include <span>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

enum class RowUse {
  kUsual,
  kWhenNamed,   ///< another row of the same collective and ports is as fast
  kWithCounts,  ///< takes isotropic tasks too: any number of packets for the node seen as c
  kLast,        ///< where no other row has a plan that reaches the bound
};

/// \brief An algorithm for any network.
struct PlannedRow : collectives::Row {
  /// Throws PlanError where the network has no such plan.
  std::unique_ptr<collectives::Plan> (*make)(const PlanRequest& request);
  RowUse use = RowUse::kUsual;
  bool goes_around = false;  ///< takes PlanRequest::dead
};

/// collectives::kCatalog, whose functions load every node of a cube. They are compiled here, once.
std::span<const collectives::Row> cube_rows();

std::span<const PlannedRow> planned_rows();
/// The algorithms that combine packets, on cubes with dead links. Cubes without have those of the
/// catalog, which are faster.
std::span<const PlannedRow> reduction_rows();

}  // namespace testbench
