// SPDX-License-Identifier: Apache-2.0
// Chooses the algorithm of a run: the one that the user names, or the best known.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

// On a cube. Throw UsageError.
const collectives::Row& row_named(collectives::Collective collective, collectives::PortModel ports,
                                  const std::string& algorithm);
// The row with the fewest cycles by its closed form; the first in the catalog among equals. The first
// function returns null where there is none.
const collectives::Row* best_if_any(collectives::Collective collective, collectives::PortModel ports,
                                    const collectives::Operation& operation);
const collectives::Row& best_known(collectives::Collective collective, collectives::PortModel ports,
                                   const collectives::Operation& operation);

// On a cube in routing cycles, with --routing-cycles, or where links that do not err are given and no
// algorithm: the planner then chooses. Null for other runs. Throws UsageError.
std::shared_ptr<const CycleOperation> in_routing_cycles(const Request& request, collectives::PortModel ports,
                                                        EngineChoice engine, collectives::Operation operation);

// On any other network. The plan is then made.
struct PlannedChoice {
  collectives::Collective collective;
  collectives::PortModel ports;
  std::optional<std::string> algorithm;  // the best known
};
// The network has no plan by that algorithm, or by any.
struct NoPlan : UsageError {
  using UsageError::UsageError;
};
// `name`: of the network, for messages. `counts`: as NetworkOperation takes them. Throws UsageError
// and NoPlan.
std::shared_ptr<const NetworkOperation> make_planned(const Network& network, const std::string& name,
                                                     const PlannedChoice& choice, std::uint32_t packets, Address root,
                                                     const std::vector<std::uint32_t>& counts = {});

// On a network with dead links: a plan over the other links, or first, on a cube, edge-disjoint trees that
// need none of them. `fail`: the links as typed. `operation` has them, and everything but its row. It
// gets the row with trees, and then there is no plan. Throws UsageError.
std::shared_ptr<const NetworkOperation> choose_around(const PlannedChoice& choice, const std::string& fail,
                                                      const Network& network, collectives::Operation& operation);

}  // namespace testbench
