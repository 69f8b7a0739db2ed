// SPDX-License-Identifier: Apache-2.0
// A run that combines packets, from the mesh to the verdict. A mesh without nodes plays its packets
// and deliveries.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include "testbench/judge/checker/combining_reference.hpp"
#include "testbench/runs/experiment/cycle_loop.hpp"

namespace testbench {
namespace {

class PlayedMesh final : public Mesh {
 public:
  PlayedMesh(const CombiningRun& run, const Task& task, NodeMemory& memory) : run_(run), task_(task), memory_(memory) {}

  void write(Address, std::uint32_t, std::uint32_t) override {}
  std::uint32_t read(Address, std::uint32_t) override { return 0; }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) override {
    ++step_;
    for (; event_ < run_.events.size() && run_.events[event_].cycle + kRest == step_; ++event_) {
      events.push_back(run_.events[event_]);
      events.back().cycle = cycle;
    }
  }
  void clock(bool start) override {
    if (start) return;
    for (; delivery_ < run_.deliveries.size() && run_.deliveries[delivery_].cycle + kRest <= step_; ++delivery_) {
      const Delivery& delivery = run_.deliveries[delivery_];
      const auto block = static_cast<std::uint32_t>(sequences(task_));
      const auto index = static_cast<std::uint32_t>(delivery.index);
      memory_.deliver(Address(delivery.node), Address(task_.blocks ? index / block : delivery.node), index % block,
                      delivery.word, delivery.stream);
    }
  }

 private:
  static constexpr std::uint64_t kRest = 5;  // cycles before the first packet

  const CombiningRun& run_;
  const Task task_;
  NodeMemory& memory_;
  std::uint64_t step_ = 0;
  std::size_t event_ = 0;
  std::size_t delivery_ = 0;
};

std::optional<std::string> fault_of(const Task& task, const CombiningRun& run, NodeMemory memory) {
  PlayedMesh mesh(run, task, memory);
  RunHooks hooks;
  WholeJudge judge(task, memory, {});
  const RunReport report = CycleLoop(task, mesh, judge, hooks).run();
  return report.fault ? report.fault : memory.find_fault();
}

NodeMemory kept(const Task& task) {
  return {task, words_of(task, kCombinedPayload)};
}
NodeMemory computed(const Task& task) {
  return {task, kCombinedPayload};
}

TEST(CombinedCycleLoop, RightRunsAreRight) {
  for (const auto& [task, whole] : small_combining_cases(3)) {
    const CombiningRun run = CombiningReference(task, 1).run(whole);
    EXPECT_EQ(fault_of(task, run, kept(task)), std::nullopt) << describe_combining(task, whole);
    EXPECT_EQ(fault_of(task, run, computed(task)), std::nullopt) << describe_combining(task, whole);
  }
}

TEST(CombinedCycleLoop, FaultsAreReported) {
  for (const auto& [task, whole] : small_combining_cases(3)) {
    const CombiningRun right = CombiningReference(task, 1).run(whole);
    SCOPED_TRACE(describe_combining(task, whole));
    CombiningRun run = right;
    run.deliveries.back().word ^= 1;
    EXPECT_TRUE(fault_of(task, run, kept(task)).has_value());
    EXPECT_TRUE(fault_of(task, run, computed(task)).has_value());
    run = right;
    run.deliveries.back().cycle -= 1;  // at the highest address, where the result combines all packets
    std::ranges::sort(run.deliveries, {}, &Delivery::cycle);
    EXPECT_TRUE(fault_of(task, run, computed(task)).has_value());
    run = right;
    run.deliveries.push_back(run.deliveries.back());
    EXPECT_TRUE(fault_of(task, run, computed(task)).has_value());
    run = right;
    run.events.back().port += 16;
    EXPECT_TRUE(fault_of(task, run, computed(task)).has_value());
    run = right;
    run.deliveries.pop_back();
    const std::optional<std::string> fault = fault_of(task, run, computed(task));
    ASSERT_TRUE(fault.has_value());
    EXPECT_NE(fault->find("nothing has moved"), std::string::npos) << *fault;
    EXPECT_NE(fault->find("missing"), std::string::npos) << *fault;
  }
}

TEST(CombinedMemory, HoldsContributionsAndResults) {
  Task task{Collective::kAllreduce, 2, PortModel::kAll, 12, 0};
  task.blocks = true;
  task.reduction = {Function::kSum, LaneType::kBfloat16};
  const auto words = words_of(task, kCombinedPayload);
  NodeMemory stored = kept(task);
  NodeMemory made = computed(task);
  for (NodeMemory* const memory : {&stored, &made}) {
    EXPECT_EQ(memory->fetch(Address(1), Address(3), 2), words[1][3 * 3 + 2]);
    EXPECT_EQ(memory->fetch(Address(1), Address(4), 0), 0U);
    EXPECT_EQ(memory->fetch_result(Address(2), 1), 0U);
    memory->deliver(Address(2), Address(2), 1, 77, 1);
    memory->deliver(Address(1), Address(2), 1, 78, 0);
    EXPECT_EQ(memory->fetch_result(Address(2), 1), 77U);
    EXPECT_EQ(memory->receive()[1].words[2 * 3 + 1], 78U);
    EXPECT_EQ(memory->receive()[1].writes[2 * 3 + 1], 1U);
    EXPECT_EQ(memory->deliveries(), 2U);
    EXPECT_EQ(memory->anew().receive()[1].writes[2 * 3 + 1], 0U);
    EXPECT_EQ(memory->anew().fetch(Address(1), Address(3), 2), words[1][3 * 3 + 2]);
    EXPECT_TRUE(memory->find_fault().has_value());
  }
  NodeMemory first(computed({Collective::kExscan, 2, PortModel::kAll, 1, 0}));
  first.deliver(Address(0), Address(0), 0, 0);
  EXPECT_EQ(first.strays(), 1U);
}

// A mesh that sends one packet to and fro without end.
class EndlessMesh final : public Mesh {
 public:
  void write(Address, std::uint32_t, std::uint32_t) override {}
  std::uint32_t read(Address, std::uint32_t) override { return 0; }
  void clock(bool) override {}
  void append_link_events(std::uint64_t cycle, LinkEvents& events) override {
    events.push_back({cycle, cycle % 2 == 1 ? 0U : 1U, 0, 0, kAllNodes, 0, 0});
  }
};

TEST(CycleLoop, EndsWhereAPacketGoesWrongForEver) {
  const Task task{Collective::kBroadcast, 2, PortModel::kAll, 1, 0};
  NodeMemory memory(task, PayloadHash(1));
  EndlessMesh mesh;
  const RunHooks hooks;
  WholeJudge judge(task, memory, {});
  const RunReport report = CycleLoop(task, mesh, judge, hooks).run();
  EXPECT_EQ(report.fault.value_or("none"), "cycle 2, node 1, port 0, packet 0 of source 0: returns to its source");
}

}  // namespace
}  // namespace testbench
