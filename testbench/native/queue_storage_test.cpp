// SPDX-License-Identifier: Apache-2.0
// Queues whose depth is chosen at run time, in either storage, against a plain model.
#include <gtest/gtest.h>

#include <deque>

#include "test_support/seed.hpp"
#include "testbench/native/node_storage.hpp"
#include "testbench/native/numbered_storage.hpp"

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

// Queues of one memory fill and empty in turns. A few packets have been published. The others have
// unknown numbers, sequences that no packet should have, or known numbers with other contents. All
// must come out as they went in.
TYPED_TEST(QueueStorage, GivesWhatItTookInThatOrder) {
  using Config = TypeParam;
  using Packet = network::Packet<Config>;
  using Storage = typename Config::template Storage<Packet>;
  auto random = test_support::seeded_random();
  constexpr std::size_t kQueues = 5;
  for (const std::size_t depth : {4u, 8u, 64u}) {
    const MeshSetting setting = setting_of_depth(depth);
    typename Storage::Common common(setting, 1u << kDim);
    for (std::uint32_t source = 0; source < 8; ++source) common.publish(source, packet<Config>(source, 3, source));
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
      const Packet next = random() % 2 == 0 ? packet<Config>(source, 3, source)
                                            : packet<Config>(source, random() % 2 * 60000 + 3, random());
      queue.tick(pop, push, next);
      if (push) model.push_back(next);
      if (pop) model.pop_front();
    }
  }
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

}  // namespace
}  // namespace testbench
