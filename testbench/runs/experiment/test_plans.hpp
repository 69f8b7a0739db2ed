// SPDX-License-Identifier: Apache-2.0
// Test only: every plan of a network.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/experiment.hpp"

namespace testbench::test {

// The plan of a row, with counts or without.
inline Prepared planned(const Network& network, const Entry& row, std::uint32_t packets, std::uint32_t root = 0,
                        const std::vector<std::uint32_t>& counts = {}, const MeshSetting& setting = {}) {
  collectives::Operation asked;
  asked.packets = packets;
  asked.root = Address(root);
  return Prepared(row, Site(network), asked, setting,
                  counts.empty() ? std::nullopt : std::optional(Counts{std::nullopt, 0, 0, counts}));
}

// Calls visit(made) for every row that is wanted and that the network has a plan for.
template <class IsWanted, class Visit>
void for_every_plan_of(IsWanted is_wanted, const std::string& spec, std::uint32_t packets, std::uint32_t root,
                       Visit visit, const MeshSetting& setting = {}) {
  const Network network = network_of(spec);
  for (const Entry& row : rows_at(known_dead(setting.wires.broken).empty() ? kOnOther : kOnOtherWithDead)) {
    if (!is_wanted(row) || (row.collective == collectives::Collective::kBarrier && packets != 1)) continue;
    SCOPED_TRACE(testing::Message() << spec << ' ' << name_of(row.collective) << ' ' << row.algorithm << ' '
                                    << name_of(row.ports) << " M " << packets);
    try {
      visit(planned(network, row, packets, root, {}, setting));
    } catch (const PlanError&) {
    }
  }
}

template <class Visit>
void for_every_plan(const std::string& spec, std::uint32_t packets, std::uint32_t root, Visit visit,
                    const MeshSetting& setting = {}) {
  for_every_plan_of([](const Entry&) { return true; }, spec, packets, root, visit, setting);
}

}  // namespace testbench::test
