#include "testbench/checker/delivery_checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>

#include "test_support/seed.hpp"
#include "testbench/checker/memory_checker.hpp"
#include "testbench/checker/reference_schedule.hpp"

namespace testbench {
namespace {

constexpr PayloadHash kPayload(17);

struct Delivery {
  std::uint32_t node;
  std::uint32_t source;
  std::uint32_t sequence;
  std::uint64_t payload;
};

// Every delivery of a right run.
std::vector<Delivery> right_deliveries(const Task& task) {
  const MemoryLayout layout(task);
  std::vector<Delivery> all;
  for (std::uint32_t node = 0; node < node_count(task); ++node) {
    for (std::uint64_t i = 0; i < layout.receive_words(node); ++i) {
      const auto source = static_cast<std::uint32_t>(layout.source_at(i));
      const auto sequence = static_cast<std::uint32_t>(i % task.packets);
      if (source != node) all.push_back({node, source, sequence, kPayload(source, layout.send_index(node, sequence))});
    }
  }
  return all;
}

std::string judge(const Task& task, const std::vector<Delivery>& deliveries) {
  DeliveryChecker checker(task, kPayload);
  for (const Delivery& one : deliveries) checker.observe(one.node, one.source, one.sequence, one.payload);
  return checker.finish().value_or("");
}

const Task kSquare{Collective::kAlltoall, 2, PortModel::kAll, 2, 1};

TEST(DeliveryChecker, PassesRightDeliveriesInAnyOrder) {
  auto random = test_support::seeded_random();
  for (const Task& task : small_tasks(4)) {
    std::vector<Delivery> deliveries = right_deliveries(task);
    EXPECT_EQ(deliveries.size(), expected_deliveries(task));
    std::shuffle(deliveries.begin(), deliveries.end(), random);
    EXPECT_EQ(judge(task, deliveries), "") << describe(task);
  }
}

TEST(DeliveryChecker, SeesEverySingleFault) {
  for (const Task& task : small_tasks(3)) {
    const std::vector<Delivery> right = right_deliveries(task);
    for (std::size_t i = 0; i < right.size(); ++i) {
      const std::string place = "node " + std::to_string(right[i].node) + ", packet " +
                                std::to_string(right[i].sequence) + " of source " + std::to_string(right[i].source);
      std::vector<Delivery> faulty = right;
      faulty.erase(faulty.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_EQ(judge(task, faulty).find(place + ": missing"), 0U) << describe(task);
      faulty = right;
      faulty.push_back(right[i]);
      EXPECT_EQ(judge(task, faulty).find(place + ": written more than once"), 0U) << describe(task);
      faulty = right;
      faulty[i].payload ^= 1ULL << i % 64;
      EXPECT_EQ(judge(task, faulty).find(place + ": altered"), 0U) << describe(task);
    }
  }
}

TEST(DeliveryChecker, SeesAnOwnBlockThatComesBack) {
  std::vector<Delivery> faulty = right_deliveries(kSquare);
  faulty.push_back({2, 2, 1, kPayload(2, 2 * 2 + 1)});
  EXPECT_EQ(judge(kSquare, faulty).find("node 2, packet 1 of source 2: own word disturbed"), 0U);
}

TEST(DeliveryChecker, CountsEveryKindAndNamesTheFirst) {
  std::vector<Delivery> faulty = right_deliveries(kSquare);
  std::reverse(faulty.begin(), faulty.end());
  std::swap(faulty[0].payload, faulty[1].payload);
  faulty.push_back(faulty[2]);
  faulty.erase(faulty.begin() + 3);
  const std::string verdict = judge(kSquare, faulty);
  EXPECT_NE(verdict.find("1 missing, 1 written more than once, 2 altered, 0 own words disturbed"), std::string::npos)
      << verdict;
  EXPECT_EQ(verdict.find("node 3, packet 0 of source 1"), 0U) << verdict;
}

// The judge of memories that are kept finds the same.
TEST(DeliveryChecker, SaysWhatTheMemoryCheckerSays) {
  auto random = test_support::seeded_random();
  for (const Task& task : small_tasks(3)) {
    const MemoryLayout layout(task);
    std::vector<Delivery> deliveries = right_deliveries(task);
    for (unsigned fault = 0; fault < 2; ++fault) {
      const std::size_t place = random() % deliveries.size();
      if (random() % 2 != 0) deliveries[place].payload ^= 1ULL << random() % 64;
      if (random() % 2 != 0) deliveries.erase(deliveries.begin() + static_cast<std::ptrdiff_t>(place));
      if (deliveries.empty()) break;
    }
    const auto send = words_of(task, kPayload);
    std::vector<DeliveredMemory> receive(node_count(task));
    for (std::uint32_t node = 0; node < receive.size(); ++node) {
      receive[node].words.resize(layout.receive_words(node));
      receive[node].writes.resize(layout.receive_words(node));
      for (std::uint64_t i = 0; i < receive[node].words.size(); ++i) {
        if (layout.source_at(i) == node) receive[node].words[i] = send[node][layout.send_index(node, i % task.packets)];
      }
    }
    for (const Delivery& one : deliveries) {
      receive[one.node].words[layout.receive_index(one.source, one.sequence)] = one.payload;
      ++receive[one.node].writes[layout.receive_index(one.source, one.sequence)];
    }
    EXPECT_EQ(judge(task, deliveries), check_memory(task, send, receive).value_or("")) << describe(task);
  }
}

TEST(DeliveryChecker, TakesNodesFromSeveralThreads) {
  const Task task{Collective::kAllgather, 6, PortModel::kAll, 3, 0};
  const std::vector<Delivery> right = right_deliveries(task);
  DeliveryChecker checker(task, kPayload);
  const auto half = [&](std::uint32_t first, std::uint32_t end) {
    for (const Delivery& one : right) {
      if (one.node < first || one.node >= end) continue;
      checker.observe(one.node, one.source, one.sequence, one.payload ^ (one.node % 32 == 7 ? 1 : 0));
    }
  };
  std::thread other(half, 0, 32);
  half(32, 64);
  other.join();
  const std::string verdict = checker.finish().value_or("");
  EXPECT_EQ(verdict.find("node 7, packet 0 of source 0: altered"), 0U) << verdict;
  EXPECT_NE(verdict.find(std::to_string(2 * 63 * 3) + " altered"), std::string::npos) << verdict;
}

TEST(DeliveryChecker, TakesABitForEachWord) {
  EXPECT_EQ(DeliveryChecker::memory_bytes({Collective::kAllgather, 16, PortModel::kAll, 1, 0}), 1ULL << 29);
  EXPECT_EQ(DeliveryChecker::memory_bytes({Collective::kGather, 16, PortModel::kAll, 1, 3}), 8192U);
  EXPECT_EQ(DeliveryChecker::memory_bytes({Collective::kAlltoall, 16, PortModel::kAll, ~0U, 0}),
            (1ULL << 16) * (1ULL << 16) / 8 * ~0U);
}

}  // namespace
}  // namespace testbench
