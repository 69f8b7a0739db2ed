// SPDX-License-Identifier: Apache-2.0
// A loaded mesh, from the start strobe to the end of the run, cycle by cycle.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/checker/link_checker.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"
#include "testbench/run/run_options.hpp"

namespace testbench {

class CycleLoop {
 public:
  // Events are judged in portions: so large that the clock of the run stops and starts seldom, and
  // so small that what is judged is still in the second-level cache.
  static constexpr std::size_t kPortion = std::size_t{1} << 13;

  // All must outlive it. `threads`: of the judge.
  CycleLoop(const Task& task, Mesh& mesh, const NodeMemory& memory, const RunOptions& options, unsigned threads = 1);

  // Everything but what the nodes' registers tell. Throws Interrupted.
  RunReport run();

 private:
  void step();
  void judge_events();
  RunReport report();

  const Task task_;
  Mesh& mesh_;
  const NodeMemory& memory_;
  const RunOptions& options_;
  LinkChecker checker_;
  std::optional<PacketLatency> latency_;
  std::optional<LinkLoad> link_load_;
  Stopwatch stopwatch_;
  LinkEvents events_;
  std::uint64_t cycle_ = 0;  // since the strobe
  std::uint64_t first_cycle_ = 0;
  std::uint64_t last_activity_ = 0;
  std::uint64_t last_delivery_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t unattended_ = 0;  // events since the user was attended to
};

}  // namespace testbench
