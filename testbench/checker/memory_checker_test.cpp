#include "testbench/checker/memory_checker.hpp"

#include <gtest/gtest.h>

namespace testbench::test {
namespace {

// Memories of a run that went right, by the definition in memory_checker.hpp; words say whose they are.
struct Memories {
  std::vector<std::vector<std::uint64_t>> send;
  std::vector<DeliveredMemory> receive;
};

std::uint64_t word(std::uint32_t source, std::uint32_t destination, std::uint32_t packet) {
  return 1000000u + 10000u * source + 100u * destination + packet;
}

Memories right(const Task& task) {
  const auto nodes = static_cast<std::uint32_t>(node_count(task));
  const bool rooted = task.collective == Collective::kBroadcast || task.collective == Collective::kScatter;
  const bool personal = task.collective == Collective::kScatter || task.collective == Collective::kAlltoall;
  Memories memories;
  memories.send.resize(nodes);
  memories.receive.resize(nodes);
  for (std::uint32_t source = 0; source < nodes; ++source) {
    if (rooted && source != task.root) continue;
    for (std::uint32_t destination = 0; destination < (personal ? nodes : 1); ++destination) {
      for (std::uint32_t m = 0; m < task.packets; ++m)
        memories.send[source].push_back(word(source, personal ? destination : 0, m));
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (task.collective == Collective::kGather && node != task.root) continue;
      for (std::uint32_t m = 0; m < task.packets; ++m) {
        memories.receive[node].words.push_back(word(source, personal ? node : 0, m));
        memories.receive[node].writes.push_back(node == source ? 0 : 1);
      }
    }
  }
  return memories;
}

std::optional<std::string> check(const Task& task, const Memories& memories) {
  return check_memory(task, memories.send, memories.receive);
}

std::vector<Task> tasks() {
  std::vector<Task> all;
  for (const auto collective : {Collective::kBroadcast, Collective::kScatter, Collective::kGather,
                                Collective::kAllgather, Collective::kAlltoall}) {
    all.push_back({collective, 2, Ports::kAll, 3, 2});
  }
  return all;
}

TEST(MemoryChecker, AcceptsWhatIsRight) {
  for (const Task& task : tasks()) EXPECT_EQ(check(task, right(task)), std::nullopt) << name_of(task.collective);
}

TEST(MemoryChecker, SizesAreThoseOfTheTable) {
  for (const Task& task : tasks()) {
    const Memories memories = right(task);
    for (std::uint32_t node = 0; node < 4; ++node) {
      EXPECT_EQ(send_words(task, node), memories.send[node].size()) << name_of(task.collective);
      EXPECT_EQ(receive_words(task, node), memories.receive[node].words.size()) << name_of(task.collective);
    }
  }
}

// At the root (2), or at node 2 of all: the packet 1 of a node that is not itself.
TEST(MemoryChecker, FindsMissingDoubledAlteredAndOwnWords) {
  for (const Task& task : tasks()) {
    const bool rooted = task.collective == Collective::kBroadcast || task.collective == Collective::kScatter;
    const std::uint32_t node = rooted ? 1 : 2;
    const std::size_t foreign = 1;  // packet 1 of the root, or of node 0
    Memories memories = right(task);
    memories.receive[node].writes[foreign] = 0;
    EXPECT_NE(check(task, memories).value_or("").find("1 words missing"), std::string::npos)
        << name_of(task.collective);
    memories.receive[node].writes[foreign] = 2;
    EXPECT_NE(check(task, memories).value_or("").find("1 doubled"), std::string::npos);
    memories = right(task);
    memories.receive[node].words[foreign] ^= 1;
    EXPECT_NE(check(task, memories).value_or("").find("1 altered"), std::string::npos);
    memories = right(task);
    const std::size_t own = rooted ? 0 : std::size_t{2} * 3;
    memories.receive[2].writes[own] = 1;
    EXPECT_NE(check(task, memories).value_or("").find("doubled"), std::string::npos);
    memories = right(task);
    memories.receive[node].words.pop_back();
    EXPECT_NE(check(task, memories).value_or("").find("words of receive memory"), std::string::npos);
  }
}

TEST(MemoryChecker, NamesNodeSourceAndPacket) {
  const Task task{Collective::kAlltoall, 2, Ports::kAll, 3, 0};
  Memories memories = right(task);
  memories.receive[3].writes[1 * 3 + 2] = 0;
  EXPECT_EQ(check(task, memories), "node 3 lacks packet 2 of node 1 (in all 1 words missing, 0 doubled, 0 altered)");
}

}  // namespace
}  // namespace testbench::test
