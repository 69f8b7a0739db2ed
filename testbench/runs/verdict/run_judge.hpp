// SPDX-License-Identifier: Apache-2.0
// Everything that judges and records a run, as the cycle loop sees it: of a whole network
// (WholeJudge), of one node that stands for all (symmetric_run.cpp), or of the nodes of one rank
// (divided_judge.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/mesh/node_memory.hpp"
#include "testbench/engines/nodes/link_events.hpp"
#include "testbench/judge/checker/link_checker.hpp"
#include "testbench/runs/verdict/link_records.hpp"
#include "testbench/runs/verdict/run_hooks.hpp"
#include "testbench/runs/verdict/run_report.hpp"

namespace testbench {

// Counts of packets up to the end of a cycle, and in it.
struct CycleCounts {
  std::uint64_t sent = 0;       // packets on links in the cycle
  std::uint64_t delivered = 0;  // since the start
};

class RunJudge {
 public:
  RunJudge() = default;
  RunJudge(const RunJudge&) = delete;
  RunJudge& operator=(const RunJudge&) = delete;
  virtual ~RunJudge() = default;

  // Nodes of the mesh, and packets that its links can carry in a cycle.
  virtual std::uint64_t nodes() const = 0;
  virtual std::uint64_t links() const = 0;
  // Packets that have come to memories here, and those of a right run at all nodes.
  virtual std::uint64_t deliveries() const = 0;
  virtual std::uint64_t due() const = 0;
  // Packets of a right run that have not come, without those that only fill blocks.
  virtual std::uint64_t missing() { return due() - std::min(deliveries(), due()); }
  // The cycle of the deliveries that follow, as events count it; 0 before the first.
  virtual void set_cycle(std::uint64_t) {}
  // Cycles have passed, with these counts of the nodes that are here. They become those of all nodes.
  virtual void add_up(std::span<CycleCounts> /*cycles*/) {}
  // Whether events of the nodes here are written down, and those to write down here.
  virtual bool is_watched(const RunHooks& hooks) const { return hooks.watch != nullptr; }
  virtual std::span<const LinkEvent> recorded(const LinkEvents& events) { return events; }
  virtual std::span<const WireEvent> recorded(const WireEvents& wires) { return wires; }
  // The events of some cycles, after the deliveries of those cycles.
  virtual void observe(LinkEvents& events) = 0;
  // The events of wires in the same cycles, where they are watched.
  virtual void observe_wires(const WireEvents& /*wires*/) {}
  // There is a fault already, so that the run need not come to an end: packets that go wrong may be
  // under way for ever.
  virtual bool has_failed() const = 0;
  // Cycles, transmissions, the fault and the records of the run.
  virtual void report(RunReport& report) = 0;
  // A fault of what is recorded, which is found where it is written down.
  virtual std::optional<std::string> agreed(std::optional<std::string> found) { return found; }
  // Describes what the memories lack.
  virtual std::optional<std::string> memory_fault() = 0;
  // For a judge without a fault: all that it has seen, with the memories.
  virtual void serialize(Archive& archive) = 0;
};

class WholeJudge final : public RunJudge {
 public:
  // `memory` must outlive it. The setting says what to record, and how many threads judge.
  WholeJudge(const Task& task, NodeMemory& memory, const MeshSetting& setting);

  std::uint64_t nodes() const override { return router_count(task_); }
  std::uint64_t links() const override { return router_count(task_) * port_count(task_); }
  std::uint64_t deliveries() const override { return memory_.deliveries(); }
  std::uint64_t due() const override { return due_; }
  std::uint64_t missing() override { return task_.asked != 0 ? memory_.combined()->missing() : RunJudge::missing(); }
  void set_cycle(std::uint64_t cycle) override {
    if (memory_.combined() != nullptr) memory_.combined()->set_cycle(cycle);
  }
  bool is_watched(const RunHooks& hooks) const override {
    return hooks.watch != nullptr || (latency_ && latency_->needs_arrivals());
  }
  void observe(LinkEvents& events) override;
  void observe_wires(const WireEvents& wires) override {
    if (latency_ && latency_->needs_arrivals()) latency_->arrive(arrivals_in(wires, task_));
  }
  bool has_failed() const override { return checker_.has_failed(); }
  void report(RunReport& report) override;
  std::optional<std::string> memory_fault() override { return memory_.find_fault(); }
  void serialize(Archive& archive) override;

 private:
  const Task task_;
  const std::uint64_t due_;
  NodeMemory& memory_;
  LinkChecker checker_;
  std::optional<PacketLatency> latency_;
  std::optional<LinkLoad> link_load_;
};

}  // namespace testbench
