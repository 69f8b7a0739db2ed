#include "testbench/checker/memory_checker.hpp"

#include <gtest/gtest.h>

#include "testbench/checker/reference_schedule.hpp"

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
  const std::uint64_t nodes = node_count(task);
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

const Task kSquare{Collective::kAlltoall, 2, PortModel::kAll, 2, 1};

TEST(MemoryChecker, PassesRightMemories) {
  for (const Task& task : small_tasks(4)) {
    EXPECT_EQ(judge(task, right_memories(task)), "") << describe(task);
  }
}

TEST(MemoryChecker, NamesAMissingWord) {
  Memories memories = right_memories(kSquare);
  memories.receive[3].words[2 * 2 + 1] = 0;  // node 3, source 2, packet 1
  memories.receive[3].writes[2 * 2 + 1] = 0;
  EXPECT_EQ(judge(kSquare, memories),
            "node 3, packet 1 of source 2: missing (holds 0x0000000000000000, sent 0xc0de000200030001, writes 0); "
            "in all 1 missing, 0 written more than once, 0 altered, 0 own words disturbed");
}

TEST(MemoryChecker, CountsEveryKindAndNamesTheFirst) {
  Memories memories = right_memories(kSquare);
  memories.receive[0].writes[2] = 2;           // node 0, source 1, packet 0
  memories.receive[1].words[0] ^= 1ULL << 63;  // node 1, source 0, packet 0
  memories.receive[2].writes[4] = 1;           // an own word
  memories.receive[3].words[6] = 0;            // another
  memories.receive[3].writes[0] = 0;           // right by chance, but nothing arrived
  const std::string verdict = judge(kSquare, memories);
  EXPECT_EQ(verdict.find("node 0, packet 0 of source 1: written more than once"), 0U) << verdict;
  EXPECT_NE(verdict.find("1 missing, 1 written more than once, 1 altered, 2 own words disturbed"), std::string::npos)
      << verdict;
}

// Two kinds of fault do not make up for one another.
TEST(MemoryChecker, SeesAPacketInThePlaceOfAnother) {
  Memories memories = right_memories(kSquare);
  memories.receive[3].writes[4] = 2;
  memories.receive[3].writes[5] = 0;
  EXPECT_NE(judge(kSquare, memories).find("in all 1 missing, 1 written more than once, 0 altered"), std::string::npos);
  memories = right_memories(kSquare);
  memories.receive[3].words[4] ^= 1;
  memories.receive[3].writes[6] = 1;  // an own word
  EXPECT_NE(judge(kSquare, memories).find("1 altered, 1 own words disturbed"), std::string::npos);
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
  Memories memories = right_memories(kSquare);
  std::swap(memories.receive[0].words[2], memories.receive[0].words[4]);
  EXPECT_NE(judge(kSquare, memories).find("2 altered"), std::string::npos);
}

TEST(MemoryChecker, NamesWrongSizes) {
  Memories memories = right_memories(kSquare);
  memories.receive[2].words.pop_back();
  EXPECT_EQ(judge(kSquare, memories), "node 2: receive memory of 7 words and 8 write counts: must be 8");
  memories = right_memories(kSquare);
  memories.send[1].resize(9);
  EXPECT_EQ(judge(kSquare, memories), "node 1: send memory of 9 words: must be 8");
  const Task one_word{Collective::kAllgather, 1, PortModel::kAll, 1, 0};
  memories = right_memories(one_word);
  memories.send[1].clear();
  EXPECT_EQ(judge(one_word, memories), "node 1: send memory of 0 words: must be 1");
  memories = right_memories(kSquare);
  memories.receive.pop_back();
  EXPECT_EQ(judge(kSquare, memories), "memories of 4 senders and 3 receivers: must be 4 each");
  EXPECT_EQ(judge({Collective::kAlltoall, 0, PortModel::kAll, 1, 0}, memories), "--dim 0: must be 1..16");
}

// Blocks of M words: of node v in a send memory, of node s in a receive memory.
TEST(MemoryLayout, IsThatOfTheTable) {
  for (const Task& task : small_tasks(3)) {
    const MemoryLayout layout(task);
    const bool blocks_sent = task.collective == Collective::kScatter || task.collective == Collective::kAlltoall;
    const bool from_root = task.collective == Collective::kBroadcast || task.collective == Collective::kScatter;
    for (std::uint64_t node = 0; node < node_count(task); ++node) {
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
}  // namespace testbench
