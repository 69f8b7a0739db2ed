// SPDX-License-Identifier: Apache-2.0
// X and V of the partial multinode broadcasts of a network, measured on native nodes: the theorem of Varvarigos and
// Bertsekas asks for a broadcast of M packets in X M + V cycles (section II), whichever M nodes are active.
//
//     measure_time(setting).times;   // pairs of X and V
//
// M = 0, 1, 2, 4, .. N / 2, 3 N / 4, N - 1 and N nodes are active: 30 sets of each size at random, then 70 that are made
// worse, each of the worst so far by another node in place of one; fewer where these take over a second. The time that
// counts is a period's, from the first count to the first of the next period: a cycle more than
// PartialBroadcastResult says. No set that was tried took longer than X M + V, with any of the pairs: they
// are the lines of the least concave curve above all that was measured. A small M is bounded best by one with a large
// X, and the largest stable rate, 1 / (N X + V), by the last.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/plans/dynamic/theorem.hpp"
#include "testbench/runs/broadcast/broadcast_mesh.hpp"

namespace testbench {

struct MeasuredTime {
  std::vector<PmnbTime> times;
  std::uint32_t sets = 0;  // that were measured
};

// The largest network that is measured, in some seconds.
inline constexpr std::uint32_t kMostMeasuredNodes = 2048;

// `setting`: of a network with trees; its engine and stalls do not matter.
MeasuredTime measure_time(const BroadcastSetting& setting);

// The pairs as above, of the most cycles for each of some M, which ascend.
std::vector<PmnbTime> least_times(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& most);

}  // namespace testbench
