// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/verdict/run_judge.hpp"

namespace testbench {

WholeJudge::WholeJudge(const Task& task, NodeMemory& memory, const MeshSetting& setting)
    : task_(task), due_(expected_deliveries(task)), memory_(memory), checker_(of_copies(task), setting.threads) {
  if (setting.latency && !is_combined(task)) latency_.emplace(of_copies(task), setting);
  if (setting.link_load) link_load_.emplace(static_cast<std::uint32_t>(router_count(task)), port_count(task));
}

void WholeJudge::observe(LinkEvents& events) {
  if (task_.trees > 1) {
    for (LinkEvent& event : events) event.sequence += event.tree * task_.packets;
  }
  checker_.observe(events);
  if (memory_.combined() != nullptr && !checker_.has_failed()) memory_.combined()->observe(events);
  if (latency_) latency_->observe(events);
  if (link_load_) link_load_->observe(events);
}

void WholeJudge::serialize(Archive& archive) {
  memory_.serialize(archive);
  checker_.serialize(archive);
  if (latency_) latency_->serialize(archive);
  if (link_load_) link_load_->serialize(archive);
}

void WholeJudge::report(RunReport& report) {
  report.cycles = checker_.last_cycle();
  report.transmissions = checker_.transmissions();
  // Copies may be missing where links break. The memories tell whether all packets have come.
  report.fault = task_.trees > 1 ? checker_.fault() : checker_.finish();
  if (latency_) report.latency = latency_->summary();
  report.link_load = link_load_;
}

}  // namespace testbench
