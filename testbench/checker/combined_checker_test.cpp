#include "testbench/checker/combined_checker.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "testbench/checker/combining_reference.hpp"

namespace testbench {
namespace {

TEST(CombinedChecker, RightRunsAreRight) {
  const std::uint64_t seed = test_support::seed();
  for (const auto& [task, whole] : small_combining_cases(4)) {
    const CombiningRun run = CombiningReference(task, seed).run(whole);
    ASSERT_EQ(run.deliveries.size(), expected_deliveries(task)) << describe_combining(task, whole);
    EXPECT_EQ(verdict(task, run), std::nullopt) << describe_combining(task, whole);
    EXPECT_EQ(verdict(task, run, 5, true), std::nullopt) << describe_combining(task, whole);
  }
}

// By the definition of each collective, where the order does not matter.
TEST(CombinedChecker, ReferenceRunsAreRight) {
  for (const auto& [task, whole] : small_combining_cases(4)) {
    if (is_float(task.reduction.type)) continue;
    const auto words = words_of(task, kCombinedPayload);
    for (const Delivery& delivery : CombiningReference(task, 3).run(whole).deliveries) {
      const std::uint64_t item =
          delivery.index +
          (task.collective == Collective::kReduceScatter ? delivery.node * std::uint64_t{task.packets} : 0);
      std::vector<std::uint64_t> parts;
      for (std::uint32_t node = 0; node < node_count(task); ++node) {
        if (task.collective == Collective::kScan && node > delivery.node) continue;
        if (task.collective == Collective::kExscan && node >= delivery.node) continue;
        parts.push_back(words[node][item]);
      }
      std::uint64_t all = parts.front();
      for (std::size_t i = 1; i < parts.size(); ++i) all = ReferenceOperator(task.reduction)(all, parts[i]);
      ASSERT_EQ(delivery.word, all) << describe_combining(task, whole);
    }
  }
}

// The owner's packet is the result, in the ejector's order, once that is in its memory, and before that what its port combines
// in its own order: floats tell them apart.
TEST(CombinedChecker, OwnersSendTheResultOrWhatThePortCombines) {
  struct Hop {
    std::uint32_t node, port;
  };
  constexpr Hop kTo[] = {{4, 0}, {7, 2}, {6, 2}, {3, 1}, {5, 2}, {1, 0}, {2, 1}};    // to node 0, through ports 0 and 1
  constexpr Hop kBack[] = {{0, 2}, {4, 0}, {4, 1}, {5, 1}, {5, 2}, {6, 2}, {7, 2}};  // and back, through port 2
  Task task{Collective::kAllreduce, 3, Ports::kAll, 1, 0};
  task.reduction = {Function::kSum, LaneType::kFloat32};
  const ReferenceOperator sum(task.reduction);
  std::vector<std::uint64_t> value;
  for (const auto& own : words_of(task, kCombinedPayload)) value.push_back(own[0]);
  value[5] = sum(value[5], value[4]);
  value[3] = sum(value[3], value[7]);
  value[2] = sum(value[2], value[6]);
  value[1] = sum(sum(value[1], value[3]), value[5]);                       // through port 0: own, 1, 2
  const std::uint64_t by_stream = sum(sum(value[0], value[2]), value[1]);  // ejector 1: own, 1, 2, 0
  const std::uint64_t by_port = sum(sum(value[0], value[1]), value[2]);    // port 2: own, 0, 1
  ASSERT_NE(by_stream, by_port);

  const auto run_of = [&](std::uint64_t delivered, std::uint64_t copied) {
    CombiningRun run;
    std::uint64_t cycle = 0;
    for (const auto& [node, port] : kTo) run.events.push_back({++cycle, node, port, node, 0, 0, 0});
    ++cycle;
    for (const auto& [node, port] : kBack) run.events.push_back({++cycle, node, port, 0, kAllNodes, 0, 0});
    run.deliveries.push_back({delivered, 0, 1, 0, by_stream});
    for (std::uint32_t node = 1; node < 8; ++node) run.deliveries.push_back({20, node, 0, 0, copied});
    return run;
  };
  // The last part comes in cycle 7, and node 0 sends in cycle 9.
  EXPECT_EQ(verdict(task, run_of(8, by_stream)), std::nullopt);
  EXPECT_NE(verdict(task, run_of(8, by_port)), std::nullopt);
  EXPECT_EQ(verdict(task, run_of(9, by_port)), std::nullopt);
  EXPECT_NE(verdict(task, run_of(9, by_stream)), std::nullopt);
  EXPECT_NE(verdict(task, run_of(7, by_stream)), std::nullopt) << "delivered before all that it is made of had come";
}

TEST(CombinedChecker, NamesTheFirstFault) {
  Task task{Collective::kReduce, 3, Ports::kAll, 2, 5};
  const CombiningRun right = CombiningReference(task, 1).run();
  CombiningRun run = right;
  run.deliveries[1].word ^= 1;
  EXPECT_NE(verdict(task, run)->find("node 5, item 1: altered"), std::string::npos) << *verdict(task, run);
  EXPECT_NE(verdict(task, run)->find("contributions 8 of 8"), std::string::npos) << *verdict(task, run);
  run.events.erase(run.events.begin() + 6);  // the last before the root's first result: a child of the root's
  EXPECT_NE(verdict(task, run)->find("node 5, item 0: made of the wrong contributions"), std::string::npos);
  run = right;
  run.deliveries.pop_back();
  EXPECT_NE(verdict(task, run)->find("node 5, item 1: missing"), std::string::npos);
}

TEST(CombinedChecker, LargeTasksFit) {
  const auto gigabytes = [](Collective collective, unsigned dim, std::uint32_t packets, bool blocks) {
    Task task{collective, dim, Ports::kAll, packets, 0};
    task.blocks = blocks;
    return static_cast<double>(CombinedChecker::memory_bytes(task)) / 1e9;
  };
  EXPECT_LT(gigabytes(Collective::kReduceScatter, 10, 1, false), 0.1);
  EXPECT_LT(gigabytes(Collective::kAllreduce, 8, 64, false), 0.1);
  EXPECT_LT(gigabytes(Collective::kAllreduce, 6, 131072, true), 1);
}

TEST(CombinedChecker, TasksThatAreNone) {
  const EdgeTable edges = cube_edges(3);
  EXPECT_TRUE(find_fault({Collective::kReduce, 0, Ports::kAll, 1, 0, &edges}).has_value());
  EXPECT_TRUE(find_fault({Collective::kBarrier, 3, Ports::kAll, 2, 0}).has_value());
  EXPECT_EQ(find_fault({Collective::kBarrier, 3, Ports::kAll, 1, 0}), std::nullopt);
  Task task{Collective::kAllreduce, 3, Ports::kAll, 12, 0};
  EXPECT_EQ(find_fault(task), std::nullopt);
  task.blocks = true;
  EXPECT_TRUE(find_fault(task).has_value());
  task.packets = 16;
  EXPECT_EQ(find_fault(task), std::nullopt);
  task.reduction = {Function::kXor, LaneType::kFloat32};
  EXPECT_TRUE(find_fault(task).has_value());
  task = {Collective::kScan, 3, Ports::kAll, 8, 0};
  task.blocks = true;
  EXPECT_TRUE(find_fault(task).has_value());
}

}  // namespace
}  // namespace testbench
