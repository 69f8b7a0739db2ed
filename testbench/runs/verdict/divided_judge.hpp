// SPDX-License-Identifier: Apache-2.0
// Judges and records a run whose nodes are divided among ranks. Every rank makes one, and all call
// the same functions in the same order. The report is the same on all ranks.
//
//   links              at the rank of the sender; where a node may do one thing at a time, at that of
//                      the receiver too, for a hop takes both ends of a link
//   packets, latency   each at one rank, by its number
//   memories           at the rank of the node
//   combined packets   at the rank of the node, with the values that have come there
//                      (divided_combining.hpp)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "testbench/engines/mesh/division.hpp"
#include "testbench/runs/verdict/divided_combining.hpp"
#include "testbench/runs/verdict/run_judge.hpp"

namespace testbench {

class DividedJudge final : public RunJudge {
 public:
  // The references must outlive it. `memory`: of the nodes of this rank.
  DividedJudge(const Task& task, NodeMemory& memory, const MeshSetting& setting, const RunHooks& hooks,
               Division& division);

  std::uint64_t nodes() const override { return router_count(task_); }
  std::uint64_t links() const override { return division_.share.nodes().size() * port_count(task_); }
  std::uint64_t deliveries() const override { return memory_.deliveries(); }
  std::uint64_t due() const override { return due_; }
  std::uint64_t missing() override;
  void set_cycle(std::uint64_t cycle) override {
    if (memory_.combined() != nullptr) memory_.combined()->set_cycle(cycle);
  }
  void add_up(std::span<CycleCounts> cycles) override;
  bool is_watched(const RunHooks& /*hooks*/) const override {
    return records_ || (latency_ && latency_->needs_arrivals());
  }
  std::span<const LinkEvent> recorded(const LinkEvents& events) override;
  std::span<const WireEvent> recorded(const WireEvents& wires) override;
  void observe(LinkEvents& events) override;
  void observe_wires(const WireEvents& wires) override {
    if (latency_ && latency_->needs_arrivals()) latency_->arrive(of_my_packets(arrivals_in(wires, task_)));
  }
  bool has_failed() const override { return fault_.has_value(); }
  void report(RunReport& report) override;
  std::optional<std::string> agreed(std::optional<std::string> found) override;
  std::optional<std::string> memory_fault() override;
  void serialize(Archive& archive) override;

 private:
  LinkEvents with_those_that_enter(const LinkEvents& events);
  LinkEvents of_my_packets(const LinkEvents& events);
  void agree_on_fault(std::span<const LinkEvent> events);
  std::optional<std::string> missing_fault();

  const Task task_;
  const std::uint64_t due_;
  NodeMemory& memory_;
  Division& division_;
  bool records_;         // somebody writes events down
  LinkEvents recorded_;  // of all ranks, at rank 0, like the next
  WireEvents recorded_wires_;
  std::uint64_t deliveries_ = 0;  // of all ranks
  std::optional<std::string> fault_;
  std::uint64_t cycles_ = 0;
  std::uint64_t transmissions_ = 0;  // of this rank's nodes

  const std::uint64_t packets_of_all_;
  LinkChecker links_;                            // and fields of combined packets
  std::unique_ptr<LinkChecker> packets_;         // that are not combined
  std::unique_ptr<DividedCombining> combining_;  // those that are
  std::optional<PacketLatency> latency_;
  std::optional<LinkLoad> link_load_;
};

}  // namespace testbench
