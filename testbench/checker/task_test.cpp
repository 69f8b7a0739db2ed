#include "testbench/checker/task.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace testbench {
namespace {

const EdgeTable kRing(2, {1, 2, 2, 0, 0, 1});

Task in_blocks(Task task) {
  task.blocks = true;
  return task;
}
Task of(Reduction reduction) {
  Task task{Collective::kReduce, 3, PortModel::kAll, 1, 0};
  task.reduction = reduction;
  return task;
}

TEST(Task, IsOneOrSaysWhyNot) {
  struct Case {
    Task task;
    std::string fault;
  };
  const std::vector<Case> cases = {
      {{}, ""},
      {{Collective::kBroadcast, 0, PortModel::kAll, 1, 0}, "--dim 0: must be 1..16"},
      {{Collective::kBroadcast, 16, PortModel::kAll, 1, 65535}, ""},
      {{Collective::kBroadcast, 17, PortModel::kAll, 1, 0}, "--dim 17: must be 1..16"},
      {{Collective::kBroadcast, 3, PortModel::kAll, 0, 0}, "--packets 0: must be at least 1"},
      {{Collective::kScatter, 3, PortModel::kAll, 1, 7}, ""},
      {{Collective::kScatter, 3, PortModel::kAll, 1, 8}, "--root 8: must be 0..7"},
      {{Collective::kAlltoall, 0, PortModel::kAll, 1, 2, &kRing}, ""},
      {{Collective::kAlltoall, 0, PortModel::kAll, 1, 3, &kRing}, "--root 3: must be 0..2"},
      {{Collective::kReduce, 0, PortModel::kAll, 1, 0, &kRing}, "reduce: packets are combined on cubes only"},
      {{Collective::kBarrier, 3, PortModel::kAll, 1, 0}, ""},
      {{Collective::kBarrier, 3, PortModel::kAll, 2, 0},
       "--packets 2: a barrier has one packet, without data; leave it out"},
      {of({Function::kXor, LaneType::kUint8}), ""},
      {of({Function::kMax, LaneType::kFloat32}), ""},
      {of({Function::kXor, LaneType::kFloat32}), "--op xor: not of float32; use sum, min or max"},
      {of({Function::kAnd, LaneType::kBfloat16}), "--op and: not of bfloat16; use sum, min or max"},
      {{Collective::kAllreduce, 3, PortModel::kAll, 12, 0}, ""},
      {in_blocks({Collective::kAllreduce, 3, PortModel::kAll, 16, 0}), ""},
      {in_blocks({Collective::kAllreduce, 3, PortModel::kAll, 12, 0}),
       "--packets 12: in blocks it must be a multiple of the 8 nodes"},
      {in_blocks({Collective::kScan, 3, PortModel::kAll, 8, 0}), "scan: has no vector in blocks"},
  };
  for (const auto& [task, fault] : cases) {
    EXPECT_EQ(find_fault(task).value_or(""), fault) << name_of(task.collective) << " M " << task.packets;
  }
}

// On three nodes with M = 2 and root 1, counted by hand: who sends to whom.
TEST(Task, HasAsManyDeliveriesAsItsMeaningAsksFor) {
  struct Case {
    Collective collective;
    std::uint64_t deliveries;
  };
  for (const auto& [collective, deliveries] : {
           Case{Collective::kBroadcast, 2 * 2},
           {Collective::kScatter, 2 * 2},
           {Collective::kGather, 2 * 2},
           {Collective::kAllgather, 3 * 2 * 2},
           {Collective::kAlltoall, 3 * 2 * 2},
       }) {
    EXPECT_EQ(expected_deliveries({collective, 0, PortModel::kAll, 2, 1, &kRing}), deliveries) << name_of(collective);
  }
  for (const auto& [collective, deliveries] : {
           Case{Collective::kReduce, 2},
           {Collective::kReduceScatter, 8 * 2},
           {Collective::kAllreduce, 8 * 2},
           {Collective::kScan, 8 * 2},
           {Collective::kExscan, 7 * 2},
           {Collective::kBarrier, 8 * 2},
       }) {
    EXPECT_EQ(expected_deliveries({collective, 3, PortModel::kAll, 2, 1}), deliveries) << name_of(collective);
  }
}

}  // namespace
}  // namespace testbench
