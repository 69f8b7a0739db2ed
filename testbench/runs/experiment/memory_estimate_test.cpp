// SPDX-License-Identifier: Apache-2.0
// The least memory of a run, counted from the words of its memories.
// testbench/tool/system/memory_test.cpp measures what the engine takes besides.
#include "testbench/runs/experiment/memory_estimate.hpp"

#include <gtest/gtest.h>

#include "test_support/rows.hpp"
#include "testbench/judge/checker/link_checker.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::PortModel;
using test_support::operation_of;

// A word that is sent takes 8 bytes. A word that is received takes 9, with a count of its writes.
std::uint64_t bytes_of_words(std::uint64_t sent, std::uint64_t received) {
  return 8 * sent + 9 * received;
}

TEST(MemoryEstimate, CountsTheWordsOfTheNodesAndTheJudge) {
  struct Expected {
    Collective collective;
    const char* algorithm;
    std::uint64_t sent, received;
  };
  // M = 5 on the 3-cube, in all nodes (testbench/judge/checker/memory_layout.hpp).
  const Expected all[] = {{Collective::kBroadcast, "sbt", 5, 8 * 5},
                          {Collective::kScatter, "sbt", 8 * 5, 8 * 5},
                          {Collective::kGather, "sbt", 8 * 5, 8 * 5},
                          {Collective::kAllgather, "balanced", 8 * 5, 8 * 8 * 5},
                          {Collective::kAlltoall, "table", 8 * 8 * 5, 8 * 8 * 5}};
  for (const Expected& expected : all) {
    const auto operation = operation_of(expected.collective, expected.algorithm, PortModel::kAll, 3, 5, Address(6));
    SCOPED_TRACE(name_of(expected.collective));
    const Task task = task_of(operation);
    const std::uint64_t judge = LinkChecker::memory_bytes(task);
    const Experiment plain(operation);
    const Experiment latency = plain.with_records(true, false);
    EXPECT_EQ(least_memory_bytes(plain, true), judge + bytes_of_words(expected.sent, expected.received));
    EXPECT_EQ(least_memory_bytes(plain, false), judge + DeliveryChecker::memory_bytes(task));
    EXPECT_GT(memory_bytes(plain, false), least_memory_bytes(plain, false));
    for (const auto bytes : {memory_bytes, least_memory_bytes}) {
      EXPECT_EQ(bytes(latency, false) - bytes(plain, false), PacketLatency::memory_bytes(task));
    }
  }
}

// Subtracts the least memory, so that only the differences of two operations in the engine count.
TEST(MemoryEstimate, GrowsWithWhatIsKept) {
  const auto engine = [](const collectives::Operation& operation, std::size_t queue_depth) {
    return memory_bytes({operation, {}, queue_depth}, false) - least_memory_bytes(operation, false);
  };
  const auto table = operation_of(Collective::kAllgather, "balanced", PortModel::kAll, 8, 1);
  const auto tree = operation_of(Collective::kAllgather, "nrsbt", PortModel::kAll, 8, 1);
  EXPECT_GE(engine(table, 4), 256 * sizeof(std::uint8_t)) << "a word of eight bits for each of 256 nodes";
  EXPECT_NE(engine(table, 4), engine(tree, 4));
  const auto exchange = operation_of(Collective::kAlltoall, "table", PortModel::kAll, 8, 100);
  EXPECT_GT(engine(exchange, 0), engine(exchange, 8)) << "deep queues hold what shallow ones stop";
  EXPECT_GT(engine(exchange, 8), engine(exchange, 4));
}

}  // namespace
}  // namespace testbench::test
