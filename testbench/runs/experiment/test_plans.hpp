// SPDX-License-Identifier: Apache-2.0
// Test only: every plan of a network.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/experiment.hpp"

namespace testbench::test {

// Calls visit(made) for every row that the network has a plan for.
template <class Visit>
void for_every_plan(const std::string& spec, std::uint32_t packets, std::uint32_t root, Visit visit) {
  const Network network = network_of(spec);
  for (const PlannedRow& row : planned_rows()) {
    SCOPED_TRACE(testing::Message() << spec << ' ' << name_of(row.collective) << ' ' << row.algorithm << ' '
                                    << name_of(row.ports) << " M " << packets);
    try {
      visit(NetworkOperation(network, row, packets, Address(root)));
    } catch (const PlanError&) {
    }
  }
}

}  // namespace testbench::test
