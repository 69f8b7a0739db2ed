// SPDX-License-Identifier: Apache-2.0
// Queues whose depth is chosen at run time, in either storage, against a plain model.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory_resource>
#include <new>
#include <vector>

#include "test_support/seed.hpp"
#include "testbench/engines/native/node_storage.hpp"
#include "testbench/engines/native/numbered_storage.hpp"

namespace testbench {
namespace {

constexpr unsigned kDim = 4;
constexpr std::uint32_t kPackets = 8;

template <template <class> class Storage>
using Config = AnyDepthConfig<kDim, router::PortModel::kAllPort, 16, Storage>;

template <class StorageConfig>
class QueueStorage : public testing::Test {};

using Storages = testing::Types<Config<RingStorage>, Config<NumberedStorage>>;
TYPED_TEST_SUITE(QueueStorage, Storages);

template <class Config>
network::Packet<Config> packet(std::uint32_t source, std::uint32_t sequence, std::uint64_t payload) {
  network::Packet<Config> made;
  made.payload = network::Payload<Config>(payload);
  made.header.source = network::NodeAddress<Config>(Address(source));
  made.header.sequence = network::SequenceNumber<Config>(sequence);
  return made;
}

MeshSetting setting_of_depth(std::size_t depth) {
  MeshSetting setting;
  setting.network = network::Cube(kDim);
  setting.packets = kPackets;
  setting.queue_depth.chosen = depth;
  return setting;
}

// Queues of one memory fill and empty in turns. A few packets have been published. The others have unknown numbers, sequences that no packet should have, or
// known numbers with other contents. All must come out as they went in.
TYPED_TEST(QueueStorage, GivesWhatItTookInThatOrder) {
  using Config = TypeParam;
  using Packet = network::Packet<Config>;
  using Storage = typename Config::template Storage<Packet>;
  auto random = test_support::seeded_random();
  constexpr std::size_t kQueues = 5;
  const auto published = [](std::uint32_t source) { return packet<Config>(source, 3, 1000 + source); };
  for (const std::size_t depth : {4u, 8u, 64u}) {
    const MeshSetting setting = setting_of_depth(depth);
    typename Storage::Common common(setting, 1u << kDim);
    for (std::uint32_t source = 0; source < 8; ++source) common.publish(source, published(source));
    Storage storage(common, setting, kQueues);
    std::vector<router::PacketQueue<Config, hls::kRuntimeDepth>> queues(kQueues);
    for (auto& queue : queues) queue.slots().attach(storage.queues());
    std::vector<std::deque<Packet>> models(kQueues);
    for (std::uint32_t cycle = 0; cycle < 40000; ++cycle) {
      const std::size_t at = random() % kQueues;
      auto& queue = queues[at];
      auto& model = models[at];
      ASSERT_EQ(queue.count(), model.size());
      ASSERT_EQ(queue.filling(), model.size() + network::kStopLatency > depth);
      queue.prefetch();
      if (!model.empty()) ASSERT_TRUE(network::equal(queue.head(), model.front()));
      const bool filling = cycle / 1000 % 2 == 0;
      const bool push = model.size() < depth && random() % 4 < (filling ? 3u : 1u);
      const bool pop = !model.empty() && random() % 4 < (filling ? 1u : 3u);
      const auto source = static_cast<std::uint32_t>(random() % 16);
      Packet next = random() % 2 == 0 ? published(source) : packet<Config>(source, random() % 2 * 60000 + 3, random());
      next.header.tree = network::TreeNumber<Config>(random() % kDim);
      next.header.rule = network::RuleNumber<Config>(static_cast<node::Rule>(random() % 8 == 0 ? 1 : 0));
      queue.tick(pop, push, next);
      if (push) model.push_back(next);
      if (pop) model.pop_front();
    }
  }
}

// A port takes memory for its queues with the first packet, and a copy of it has none when it is attached.
TYPED_TEST(QueueStorage, MakesTheQueuesOfAPortWithTheFirstPacket) {
  using Config = TypeParam;
  using Storage = typename Config::template Storage<network::Packet<Config>>;
  const MeshSetting setting = setting_of_depth(8);
  const typename Storage::Common common(setting, 1u << kDim);
  Storage storage(common, setting, 100);
  LateQueues<router::PacketQueue<Config, hls::kRuntimeDepth>, 7> queues;
  attach(queues, storage.queues());
  EXPECT_EQ(storage.bytes(), 0u);
  for (std::uint32_t i = 0; i < 3; ++i) queues[5].tick(false, true, packet<Config>(1, i, i));
  EXPECT_GE(storage.bytes(), sizeof(queues[0]) * 7);
  auto copy = queues;
  attach(copy, storage.queues());
  copy[5].tick(false, true, packet<Config>(2, 0, 7));
  const auto& seen = queues;
  for (std::uint32_t i = 0; i < 3; ++i) {
    ASSERT_EQ(seen[5].count(), 3 - i);
    EXPECT_TRUE(network::equal(seen[5].head(), packet<Config>(1, i, i)));
    queues[5].tick(true, false, {});
  }
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(queues[i].count(), 0u);
  EXPECT_EQ(copy[5].count(), 1u);
}

using Numbers = PacketNumbers<network::Packet<Config<NumberedStorage>>>;
auto numbered(std::uint32_t source, std::uint32_t sequence, std::uint64_t payload) {
  return packet<Config<NumberedStorage>>(source, sequence, payload);
}

TEST(PacketNumbers, KnowWhatItsSourceHasPublishedFirst) {
  Numbers numbers(16, kPackets);
  EXPECT_FALSE(numbers.find(numbered(5, 2, 77)));
  numbers.publish(5, numbered(5, 2, 77));
  numbers.publish(5, numbered(5, 2, 78));
  numbers.publish(6, numbered(5, 3, 79));         // a packet of another node
  numbers.publish(5, numbered(5, kPackets, 80));  // no such packet; packet 0 of node 6 has its number
  const auto number = numbers.find(numbered(5, 2, 77));
  ASSERT_TRUE(number);
  EXPECT_TRUE(network::equal(numbers[number.value_or(0)], numbered(5, 2, 77)));
  EXPECT_FALSE(numbers.find(numbered(5, 2, 78)));
  EXPECT_FALSE(numbers.find(numbered(5, 3, 79)));
  EXPECT_FALSE(numbers.find(numbered(5, kPackets, 80)));
  EXPECT_FALSE(numbers.find(numbered(6, 0, 80)));
}

TEST(PacketNumbers, TellAllPacketsApart) {
  Numbers numbers(16, kPackets);
  for (const bool publishing : {true, false}) {
    for (std::uint32_t source = 0; source < 16; ++source) {
      for (std::uint32_t sequence = 0; sequence < kPackets; ++sequence) {
        const auto known = numbered(source, sequence, source * 100 + sequence);
        if (publishing) {
          numbers.publish(source, known);
        } else {
          const auto number = numbers.find(known);
          ASSERT_TRUE(number) << source << ' ' << sequence;
          ASSERT_TRUE(network::equal(numbers[number.value_or(0)], known));
        }
      }
    }
  }
}

// The chunks are as many as the packets in all queues need, in whichever queues they wait.
TEST(NumberPool, GivesChunksAgainThatCameBack) {
  using Packet = network::Packet<Config<NumberedStorage>>;
  const Numbers numbers(16, kPackets);
  constexpr std::size_t kChunks = 3;
  NumberPool<Packet> pool(numbers, kChunks);
  for (unsigned round = 0; round < 1000; ++round) {
    std::vector<bool> out(kChunks);
    std::vector<std::uint32_t> chunks;
    for (std::size_t i = 0; i < kChunks; ++i) chunks.push_back(pool.take());
    for (const std::uint32_t chunk : chunks) {
      ASSERT_LT(chunk, kChunks);
      ASSERT_FALSE(out[chunk]);
      out[chunk] = true;
    }
    for (const std::uint32_t chunk : chunks) pool.give(chunk);
  }
}

// A memory that counts its outstanding bytes.
class CountedMemory : public std::pmr::memory_resource {
 public:
  std::size_t out() const { return out_; }
  std::size_t most() const { return most_; }
  ~CountedMemory() override {
    for (const auto& [block, bytes] : blocks_) ::operator delete(block, std::align_val_t(64));
  }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    EXPECT_LE(alignment, 64u);
    out_ += bytes;
    most_ = std::max(most_, out_);
    void* const block = ::operator new(bytes, std::align_val_t(64));
    blocks_[block] = bytes;
    return block;
  }
  void do_deallocate(void* block, std::size_t bytes, std::size_t) override {
    EXPECT_EQ(blocks_.at(block), bytes);
    out_ -= bytes;
    blocks_.erase(block);
    ::operator delete(block, std::align_val_t(64));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::map<void*, std::size_t> blocks_;
  std::size_t out_ = 0;
  std::size_t most_ = 0;
};

struct Word {
  std::uint64_t a;
  std::uint32_t b;
};

TEST(GrowingRing, TakesNoMemoryBeforeTheFirstWord) {
  CountedMemory memory;
  const RingMemory rings{&memory, 1024};
  GrowingRing<Word> ring;
  ring.attach(rings);
  EXPECT_EQ(ring.size(), 1024u);
  EXPECT_EQ(memory.out(), 0u);
}

TEST(GrowingRing, IsARingWhateverItHolds) {
  auto random = test_support::seeded_random();
  for (const std::uint32_t size : {4u, 8u, 256u}) {
    CountedMemory memory;
    const RingMemory rings{&memory, size};
    GrowingRing<Word> ring;
    ring.attach(rings);
    std::deque<std::uint64_t> model;
    std::uint32_t first = 0xFFFFFFF0u;  // indices wrap
    for (std::uint32_t step = 0; step < 20000; ++step) {
      const bool filling = step / 500 % 2 == 0;
      const bool push = model.size() < size && random() % 4 < (filling ? 3u : 1u);
      const bool pop = !model.empty() && random() % 4 < (filling ? 1u : 3u);
      const auto count = static_cast<std::uint32_t>(model.size());
      if (!model.empty()) ASSERT_EQ(ring.read(first).a, model.front());
      if (push) {
        ring.push(first, count, {step, step});
        model.push_back(step);
      }
      if (pop) {
        ++first;
        model.pop_front();
      }
      for (std::uint32_t i = 0; i < model.size(); ++i) ASSERT_EQ(ring.read(first + i).a, model[i]);
    }
    EXPECT_LE(memory.out(), size * sizeof(Word) + 64) << "what it has outgrown is given back";
  }
}

TEST(GrowingRing, IsAsLargeAsWhatItHolds) {
  CountedMemory memory;
  const RingMemory rings{&memory, 1 << 20};
  GrowingRing<Word> ring;
  ring.attach(rings);
  for (std::uint32_t step = 0; step < 100000; ++step) {  // never more than three words
    const std::uint32_t first = step < 2 ? 0 : step - 2;
    ring.push(first, step - first, {step, 0});
  }
  EXPECT_LE(memory.most(), 4 * sizeof(Word) + 64);
}

}  // namespace
}  // namespace testbench
