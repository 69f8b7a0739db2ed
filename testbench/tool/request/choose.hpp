// SPDX-License-Identifier: Apache-2.0
// Chooses the algorithm of a run: the one that the user names, or the fastest that is offered at the site.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/starts/starts.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

struct Parameters;

struct Wanted {
  collectives::Collective collective;
  collectives::PortModel ports;
  std::optional<std::string> algorithm;
  std::size_t queue_depth = 0;  // 0: none can fill
  std::optional<Starts> starts = {};
};

// The network has no plan by that algorithm, or by any.
struct NoPlan : UsageError {
  using UsageError::UsageError;
};

// The operation by the row with the fewest cycles, the first among equals. With queues of the user's depth, on networks that
// are planned quickly, these are counted in runs on the native engine: parts and full queues cost some rows more than others. `asked`, `engine` and `counts`: as
// Prepared takes them. Throws UsageError where no such row is offered, and NoPlan.
std::shared_ptr<const Prepared> choose(const Wanted& wanted, const Site& site, const collectives::Operation& asked,
                                       const MeshSetting& setting = {}, const std::optional<Counts>& counts = {});

// The same on a cube with a link layer: in routing cycles as --routing-cycles says, or where links without bit errors are
// given and no algorithm, and the planner's row with its frames takes no more cycles than those in greedy frames.
std::shared_ptr<const Prepared> choose_frames(const Parameters& request, const Wanted& wanted, const Site& site,
                                              const collectives::Operation& asked, const MeshSetting& setting,
                                              const std::optional<Counts>& counts);

// Plans for any network, which nodes of a cube take half duplex.
bool is_half_duplex_of_cube(const Entry& row, const Site& site);

// Throws UsageError if dead links cut off a node from packets for it.
void require_ways(const Wanted& wanted, const Site& site, Address root, const std::vector<collectives::DeadLink>& dead);

}  // namespace testbench
