// SPDX-License-Identifier: Apache-2.0
// The catalog: every algorithm that a run can have, a row for each, with the kinds of sites at
// which it is offered. Rows that the nodes of a cube load themselves come from firmware/collectives/catalog.hpp, those
// in routing cycles from cycle_rows.cpp; a row with a plan of the host stands in planned_rows.cpp.
//
//     for (const Entry& row : rows_at(kOnOther)) ...   // what `cubecast list --network ring:5` may print
//
// A row that learns to go somewhere else gets that bit of `sites`, and nothing else changes.
#pragma once

#include <ranges>
#include <span>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/collectives/site.hpp"
#include "testbench/plans/cycles/routing_cycles.hpp"

namespace testbench {

enum class Rank {
  kUsual,
  kShallow,  ///< first where queues have a depth: no packet waits behind another
  kWhenNamed,  ///< another row of the same collective and ports is as fast, but on links with frames or long wires, or in slots
  kLast,  ///< where no row before has a plan that reaches the bound
};

/// Throws PlanError where the network has no such plan.
using MakePlan = std::unique_ptr<collectives::Plan> (*)(const PlanRequest& request);

/// \brief An algorithm, and where it is offered.
struct Entry : collectives::Row {
  MakePlan make = nullptr;  ///< null: the nodes load themselves (Row::load), or go in routing cycles
  SiteKinds sites = 0;
  Rank rank = Rank::kUsual;
  const CycleRow* in_cycles = nullptr;
  bool is_searched = false;   ///< its plan has tried more trees than those of networks with fewer links
  bool has_one_tree = false;  ///< whatever the collective: its plan is made in a moment

  bool is_offered_at(SiteKinds some) const { return (sites & some) != 0; }
};

inline Entry entry_of(const CycleRow& row) {
  return {row, nullptr, kInRoutingCycles, Rank::kUsual, &row};
}

/// All rows. Among equals the first is chosen, and a row kLast stands behind the others.
std::span<const Entry> catalog();

/// The rows with a plan of the host, without those in routing cycles: part of the catalog.
std::span<const Entry> planned_rows();

/// The rows offered at one of these kinds of sites, in the order of the catalog.
inline auto rows_at(SiteKinds sites) {
  return catalog() | std::views::filter([sites](const Entry& row) { return row.is_offered_at(sites); });
}

}  // namespace testbench
