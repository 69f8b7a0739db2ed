// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/memory_checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>
#include <thread>

#include "test_support/seed.hpp"
#include "testbench/judge/checker/payload_hash.hpp"
#include "testbench/judge/checker/reference_schedule.hpp"

namespace testbench {

namespace {

struct Memories {
  std::vector<std::vector<std::uint64_t>> send;
  std::vector<DeliveredMemory> receive;
};

// A payload that names its sender, the node it is for and its number.
std::uint64_t payload(std::uint64_t source, std::uint64_t block, std::uint64_t packet) {
  return 0xC0DE'0000'0000'0000 | source << 32 | block << 16 | packet;
}

// Memories after a right run, filled block by block from the table in memory_layout.hpp.
Memories right_memories(const Task& task) {
  const std::uint64_t nodes = end_count(task);
  Memories memories;
  memories.send.resize(nodes);
  memories.receive.resize(nodes);
  auto deliver = [&](std::uint64_t node, std::uint64_t source, std::uint64_t block) {
    for (std::uint64_t packet = 0; packet < task.packets; ++packet) {
      memories.receive[node].words.push_back(payload(source, block, packet));
      memories.receive[node].writes.push_back(node == source ? 0 : 1);
    }
  };
  const bool from_root = task.collective == Collective::kBroadcast || task.collective == Collective::kScatter;
  const bool blocks = task.collective == Collective::kScatter || task.collective == Collective::kAlltoall;
  for (std::uint64_t node = 0; node < nodes; ++node) {
    for (std::uint64_t block = 0; block < (blocks ? nodes : 1); ++block) {
      for (std::uint64_t packet = 0; packet < task.packets; ++packet) {
        memories.send[node].push_back(payload(node, block, packet));
      }
    }
    if (task.collective == Collective::kGather && node != task.root) continue;
    for (std::uint64_t source = 0; source < nodes; ++source) {
      if (!from_root || source == task.root) deliver(node, source, blocks ? node : 0);
    }
  }
  return memories;
}

std::string judge(const Task& task, const Memories& memories) {
  return check_memory(task, memories.send, memories.receive).value_or("");
}

const Task kExchange{Collective::kAlltoall, 2, PortModel::kAll, 2, 1};

TEST(MemoryChecker, PassesRightMemories) {
  for (const Task& task : small_tasks(4)) {
    EXPECT_EQ(judge(task, right_memories(task)), "") << describe(task);
  }
}

TEST(MemoryChecker, NamesAMissingWord) {
  Memories memories = right_memories(kExchange);
  memories.receive[3].words[2 * 2 + 1] = 0;  // node 3, source 2, packet 1
  memories.receive[3].writes[2 * 2 + 1] = 0;
  EXPECT_EQ(judge(kExchange, memories),
            "node 3, packet 1 of source 2: missing (holds 0x0000000000000000, sent 0xc0de000200030001, writes 0); "
            "in all 1 missing, 0 written more than once, 0 altered, 0 own words disturbed");
}

TEST(MemoryChecker, CountsEveryKindAndNamesTheFirst) {
  Memories memories = right_memories(kExchange);
  memories.receive[0].writes[2] = 2;           // node 0, source 1, packet 0
  memories.receive[1].words[0] ^= 1ULL << 63;  // node 1, source 0, packet 0
  memories.receive[2].writes[4] = 1;           // an own word
  memories.receive[3].words[6] = 0;            // another
  memories.receive[3].writes[0] = 0;           // right by chance, but nothing arrived
  const std::string verdict = judge(kExchange, memories);
  EXPECT_EQ(verdict.find("node 0, packet 0 of source 1: written more than once"), 0U) << verdict;
  EXPECT_NE(verdict.find("1 missing, 1 written more than once, 1 altered, 2 own words disturbed"), std::string::npos)
      << verdict;
}

// Two kinds of fault do not make up for one another.
TEST(MemoryChecker, SeesAPacketInThePlaceOfAnother) {
  Memories memories = right_memories(kExchange);
  memories.receive[3].writes[4] = 2;
  memories.receive[3].writes[5] = 0;
  EXPECT_NE(judge(kExchange, memories).find("in all 1 missing, 1 written more than once, 0 altered"),
            std::string::npos);
  memories = right_memories(kExchange);
  memories.receive[3].words[4] ^= 1;
  memories.receive[3].writes[6] = 1;  // an own word
  EXPECT_NE(judge(kExchange, memories).find("1 altered, 1 own words disturbed"), std::string::npos);
}

// Every single bit of one word, and every word of every collective.
TEST(MemoryChecker, SeesEveryByteOfEveryWord) {
  for (const Task& task : small_tasks(3)) {
    if (task.ports != PortModel::kAll) continue;
    Memories memories = right_memories(task);
    for (std::size_t node = 0; node < memories.receive.size(); ++node) {
      for (std::size_t i = 0; i < memories.receive[node].words.size(); ++i) {
        const std::uint64_t bit = 1ULL << (i * 8 + node) % 64;
        memories.receive[node].words[i] ^= bit;
        const std::string verdict = judge(task, memories);
        EXPECT_EQ(verdict.find("node " + std::to_string(node) + ", "), 0U) << describe(task) << ": " << verdict;
        memories.receive[node].words[i] ^= bit;
        memories.receive[node].writes[i] ^= 3;  // 0 and 1 become 3 and 2
        EXPECT_NE(judge(task, memories), "") << describe(task);
        memories.receive[node].writes[i] ^= 3;
      }
    }
  }
}

TEST(MemoryChecker, SeesSwappedBlocks) {
  Memories memories = right_memories(kExchange);
  std::swap(memories.receive[0].words[2], memories.receive[0].words[4]);
  EXPECT_NE(judge(kExchange, memories).find("2 altered"), std::string::npos);
}

TEST(MemoryChecker, NamesWrongSizes) {
  Memories memories = right_memories(kExchange);
  memories.receive[2].words.pop_back();
  EXPECT_EQ(judge(kExchange, memories), "node 2: receive memory of 7 words and 8 write counts: must be 8");
  memories = right_memories(kExchange);
  memories.send[1].resize(9);
  EXPECT_EQ(judge(kExchange, memories), "node 1: send memory of 9 words: must be 8");
  const Task one_word{Collective::kAllgather, 1, PortModel::kAll, 1, 0};
  memories = right_memories(one_word);
  memories.send[1].clear();
  EXPECT_EQ(judge(one_word, memories), "node 1: send memory of 0 words: must be 1");
  memories = right_memories(kExchange);
  memories.receive.pop_back();
  EXPECT_EQ(judge(kExchange, memories), "memories of 4 senders and 3 receivers: must be 4 each");
  EXPECT_EQ(judge({Collective::kAlltoall, 0, PortModel::kAll, 1, 0}, memories),
            "a cube of 0 dimensions: must have 1..20");
}

// Blocks of M words: of node v in a send memory, of node s in a receive memory.
TEST(MemoryLayout, IsThatOfTheTable) {
  for (const Task& task : small_tasks(3)) {
    const MemoryLayout layout(task);
    const bool blocks_sent = task.collective == Collective::kScatter || task.collective == Collective::kAlltoall;
    const bool from_root = task.collective == Collective::kBroadcast || task.collective == Collective::kScatter;
    for (std::uint64_t node = 0; node < end_count(task); ++node) {
      for (std::uint64_t packet = 0; packet < task.packets; ++packet) {
        const std::uint64_t in_block = node * task.packets + packet;
        EXPECT_EQ(layout.send_index(node, packet), blocks_sent ? in_block : packet) << describe(task);
        EXPECT_EQ(layout.receive_index(node, packet), from_root ? packet : in_block) << describe(task);
        EXPECT_EQ(layout.source_at(layout.receive_index(node, packet)), from_root ? task.root : node);
      }
    }
  }
}

// Gather: only the root holds anything. Scatter and broadcast: only the root's send memory is
// looked at.
TEST(MemoryChecker, LooksOnlyAtMemoryThatTheTableFills) {
  const Task gather{Collective::kGather, 2, PortModel::kAll, 2, 1};
  EXPECT_EQ(MemoryLayout(gather).receive_words(0), 0U);
  EXPECT_EQ(MemoryLayout(gather).receive_words(1), 8U);
  const Task scatter{Collective::kScatter, 2, PortModel::kAll, 2, 1};
  Memories memories = right_memories(scatter);
  memories.send[0].clear();
  EXPECT_EQ(judge(scatter, memories), "");
  EXPECT_EQ(MemoryLayout(scatter).send_words(0), 0U);
  EXPECT_EQ(MemoryLayout(scatter).send_words(1), 8U);
}

}  // namespace

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
  for (std::uint32_t node = 0; node < end_count(task); ++node) {
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
  std::vector<Delivery> faulty = right_deliveries(kExchange);
  faulty.push_back({2, 2, 1, kPayload(2, 2 * 2 + 1)});
  EXPECT_EQ(judge(kExchange, faulty).find("node 2, packet 1 of source 2: own word disturbed"), 0U);
}

TEST(DeliveryChecker, CountsEveryKindAndNamesTheFirst) {
  std::vector<Delivery> faulty = right_deliveries(kExchange);
  std::reverse(faulty.begin(), faulty.end());
  std::swap(faulty[0].payload, faulty[1].payload);
  faulty.push_back(faulty[2]);
  faulty.erase(faulty.begin() + 3);
  const std::string verdict = judge(kExchange, faulty);
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
    std::vector<DeliveredMemory> receive(end_count(task));
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

namespace {

TEST(PayloadHash, StoredOrComputedIsTheSame) {
  const Task task{Collective::kAlltoall, 3, PortModel::kAll, 2, 0};
  const PayloadHash payload(5);
  const auto words = words_of(task, payload);
  ASSERT_EQ(words.size(), 8u);
  for (std::uint64_t node = 0; node < 8; ++node) {
    ASSERT_EQ(words[node].size(), 16u);
    for (std::uint64_t index = 0; index < 16; ++index) EXPECT_EQ(words[node][index], payload(node, index));
  }
}

TEST(PayloadHash, TellsSourcesPlacesAndSeedsApart) {
  std::set<std::uint64_t> payloads;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (std::uint64_t node = 0; node < 64; ++node) {
      for (std::uint64_t index = 0; index < 64; ++index) payloads.insert(PayloadHash(seed)(node, index));
    }
  }
  EXPECT_EQ(payloads.size(), 8u * 64 * 64);
}

// A wire that is stuck shows: every bit takes both values about as often.
TEST(PayloadHash, UsesEveryBit) {
  const PayloadHash payload(1);
  for (unsigned bit = 0; bit < 64; ++bit) {
    unsigned ones = 0;
    for (std::uint64_t node = 0; node < 1000; ++node) ones += payload(node, 0) >> bit & 1;
    EXPECT_NEAR(ones, 500, 100) << "bit " << bit;
  }
}

}  // namespace

}  // namespace testbench
