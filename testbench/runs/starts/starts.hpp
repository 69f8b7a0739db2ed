// SPDX-License-Identifier: Apache-2.0
// Collectives back to back on nodes that start when they like (docs/guides/starts.md). Every packet of every
// collective is judged, and the same is run once more with all nodes starting in one cycle.
//
//     const StartsReport report = run_with_starts(experiment, {.skew = 100, .repeat = 5}, {});
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/parts.hpp"
#include "testbench/runs/verdict/run_hooks.hpp"

namespace testbench {

struct Starts {
  std::uint64_t skew = 0;    // a node is ready for the first collective in a cycle of 0..skew, by the seed
  std::uint32_t repeat = 1;  // collectives of a node
};

struct StartsReport {
  std::uint64_t cycles = 0;          // from the first node that is ready to the last that is done
  std::uint64_t aligned_cycles = 0;  // the same where all nodes are ready in one cycle
  std::uint64_t lost_in_queues = 0;  // packets that came into full queues since the last start of each node
  std::uint64_t spread = 0;          // cycles between the first node that is ready and the last
  bool start_together = false;       // each collective begins with a barrier, in the same cycle at all nodes
  std::optional<PartsTotals> parts;  // if each went so
  std::optional<std::string> fault;
};

// Whether all nodes must start such a collective in the same cycle: windows of a port gate are common time; and
// results that go down trees could stand behind operands of the next collective, which wait for a node that waits for
// these results.
bool must_start_together(const collectives::Operation& operation, std::uint32_t repeat);

// Collectives back to back in queues of the user's depth.
struct Chain {
  bool start_together = false;
  Parts parts;  // of each; if there are several, nodes start each of them together
};

// Nodes start when they like where queues cannot fill for good with the packets of two collectives. Otherwise they start
// each one together, when all are done with the one before, so that a run ends where one of the collective alone does
// (queue_check.hpp). Throws like Run::require_room.
Chain chain_of(const Experiment& experiment, const Starts& starts, const RunHooks& hooks);

// On any network, with or without a link layer, around links that never work. Throws like Run::execute, and
// std::runtime_error where dead links leave no way for the barrier.
StartsReport run_with_starts(const Experiment& experiment, const Starts& starts, const Chain& chain,
                             const RunHooks& hooks);
inline StartsReport run_with_starts(const Experiment& experiment, const Starts& starts, const RunHooks& hooks) {
  return run_with_starts(experiment, starts, chain_of(experiment, starts, hooks), hooks);
}

}  // namespace testbench
