// SPDX-License-Identifier: Apache-2.0
// Runs a loaded mesh, cycle by cycle, from the start strobe to the end of the run. A run in parts has a strobe for each.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/judge/checker/task.hpp"
#include "testbench/judge/checker/wire_checker.hpp"
#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/runs/experiment/parts.hpp"
#include "testbench/runs/verdict/run_hooks.hpp"
#include "testbench/runs/verdict/run_judge.hpp"
#include "testbench/runs/verdict/run_report.hpp"

namespace testbench {

class CycleLoop {
 public:
  // Events are judged in portions. A portion is so large that the clock of the run rarely stops and
  // starts, and so small that its events are still in the second-level cache.
  static constexpr std::size_t kPortion = std::size_t{1} << 13;

  // The references must outlive it. `links`: the nodes' link layer, if they have one.
  CycleLoop(const Task& task, Mesh& mesh, RunJudge& judge, const RunHooks& hooks, const LinkLayer* links = nullptr);

  // Counts of all nodes are added up after so many cycles on links whose shortest wires take these, 1 where wires take
  // none. It is never more cycles than a run waits for a packet too many, so that it ends in the same cycle.
  void take_wires(unsigned shortest, unsigned longest);
  // In parts. `begin`: takes nodes at rest to the next part, and returns the cycles that it takes to load them.
  void take_parts(Parts& parts, std::function<std::uint64_t()> begin);

  // Runs to the end and reports everything except the nodes' registers. Throws Interrupted.
  // `all_done`: whether every node says done. Where all results have come and one does not, a packet that no result
  // needs may wait for a checked link, which repeats it or is declared dead; the run continues until that is known.
  RunReport run(const std::function<bool()>& all_done = {});

 private:
  bool is_last_part() const { return parts_ == nullptr || parts_->is_last(); }
  std::uint64_t stretch() const { return links_ != nullptr ? links_->hop_cycles() : 1 + task_.latency; }
  // Returns the cycles of the report if the run ended now.
  std::uint64_t spent() const;
  bool is_cut() const { return cut_ != 0 || spent() > hooks_.most_cycles; }
  // Whether parts like those so far would take many more cycles than the run may.
  void cut_by_parts();
  // Cycles without a move after which nothing will move.
  std::uint64_t patience() const;
  void begin_part();
  // Runs to the end of the part. Returns whether packets are missing and nothing moves any more.
  bool finish_part(const std::function<bool()>& all_done);
  // Runs some cycles, and at most so many.
  void step(std::uint64_t most);
  void begin_at(std::uint64_t cycle, std::size_t first_event);
  void make_checkpoint();
  void serialize(Archive& archive);
  void judge_events();
  RunReport report();

  const Task task_;
  Mesh& mesh_;
  RunJudge& judge_;
  const RunHooks& hooks_;
  const LinkLayer* links_;
  Parts* parts_ = nullptr;  // null: all in one
  std::function<std::uint64_t()> begin_;
  unsigned barrier_hops_ = 0;
  const bool is_watched_;
  std::uint64_t batch_ = 1;                  // cycles whose counts are added up at once
  std::vector<CycleCounts> counts_;          // of these
  std::optional<WireChecker> wire_checker_;  // of runs with a link layer that are watched
  Stopwatch stopwatch_;
  LinkEvents events_;
  WireEvents wires_;         // of the same cycles, if someone watches
  std::uint64_t cycle_ = 0;  // since the strobe
  std::uint64_t first_cycle_ = 0;
  std::uint64_t last_activity_ = 0;
  std::uint64_t last_sent_ = 0;
  std::uint64_t last_delivery_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t cut_ = 0;       // cycles that the run would take, if these are too many
  std::uint64_t unjudged_ = 0;  // packets on links of the network that have not been judged
  std::uint64_t unpolled_ = 0;  // since the last poll()
};

}  // namespace testbench
