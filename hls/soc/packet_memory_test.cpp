// SPDX-License-Identifier: Apache-2.0
// The memories of packets beside a map: collective after collective, so that the few numbers begin again
// many times, with packets over every port to every place.
#include "hls/soc/packet_memory.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <utility>

#include "hls/operators/operator_sets.hpp"
#include "test_support/seed.hpp"

namespace soc {
namespace {

struct Config : System<router::Combining<router::CubeConfig<2>, operators::Integers>> {
  static constexpr std::uint32_t kPackets = 16;
  static constexpr unsigned kTagBits = 2;
};
struct ConfigOfChains : Config {
  static constexpr unsigned kTagBits = 3;
  static constexpr bool kEpochs = true;
};
constexpr unsigned kStreams = router::kStreams<Config>;

// The place of a packet, from the words of the memory map.
std::uint32_t place_of(const DmaSetting& dma, std::uint32_t node, std::uint32_t sequence) {
  std::uint32_t rank = 0;
  if (dma.group == 1) rank = node & 1;
  if (dma.group == 2) rank = node >> 1;
  if (dma.group == 3) rank = node;
  return (dma.receive + rank * dma.receive_stride + 8 * sequence) / 8 % Config::kPackets;
}

// In a chain packets of the next collective come early, and are told by their epoch.
template <class Config>
class ReceiveMemoryOf : public testing::Test {};
using Configs = testing::Types<Config, ConfigOfChains>;
TYPED_TEST_SUITE(ReceiveMemoryOf, Configs);

TYPED_TEST(ReceiveMemoryOf, HasThePacketsOfThisCollectiveAlone) {
  using Config = TypeParam;
  using Asked = std::array<router::Fetch<Config>, kStreams>;
  using Taken = std::array<router::Flit<Config>, 2>;
  constexpr std::uint32_t kMe = 2;
  std::mt19937_64 random = test_support::seeded_random();
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  const auto memory = std::make_unique<ReceiveMemory<Config>>();
  struct Come {
    std::map<std::uint32_t, std::uint64_t> packets;  // by place
    std::map<std::uint32_t, std::uint64_t> results;  // by sequence
    std::set<std::pair<std::uint32_t, std::uint32_t>> sent;
  };
  DmaSetting dma;
  Come next;  // what has come early
  bool epoch = false;
  bool follows = false;
  unsigned early = 0;
  const auto tick = [&](std::uint32_t core, const Asked& asked, const Taken& taken, bool joins, bool starts) {
    memory->tick(kMe, core, asked, taken, dma, hls::Bit(joins), hls::Bit(starts));
  };
  for (int collective = 0; collective < 200; ++collective) {
    if (!follows) {
      dma.group = Word(below(4));
      dma.receive = Word(8 * below(4));
      dma.receive_stride = Word(8 * below(4));
      while (!memory->ready()) tick(0, {}, {}, false, false);
      tick(0, {}, {}, true, false);
      epoch = false;
      while (!memory->ready()) tick(0, {}, {}, false, false);
    }
    tick(0, {}, {}, false, true);
    epoch = !epoch;
    follows = router::kHasEpochs<Config> && !memory->is_late() && below(3) != 0;
    Come now = std::exchange(next, {});
    for (int cycle = 0; cycle < 30; ++cycle) {
      Taken taken{};
      for (auto& flit : taken) {
        const std::uint32_t source = below(4), sequence = below(6);
        const std::uint32_t place = place_of(dma, source, sequence);
        // Own results are of this collective.
        const bool is_early = follows && source != kMe && below(2) == 0;
        Come& of = is_early ? next : now;
        if (below(3) == 0 || of.packets.contains(place) || !of.sent.emplace(source, sequence).second) continue;
        const std::uint64_t payload = random();
        flit.valid = hls::Bit(1);
        flit.packet.payload = router::Payload<Config>(payload);
        flit.packet.header.source = network::NodeAddress<Config>(network::Address(source));
        flit.packet.header.sequence = router::SequenceNumber<Config>(sequence);
        if constexpr (router::kHasEpochs<Config>) flit.packet.header.epoch = hls::Bit(epoch != is_early);
        of.packets[place] = payload;
        if (source == kMe) of.results[sequence] = payload;
        early += is_early ? 1 : 0;
      }
      Asked asked{};
      for (auto& fetch : asked) fetch.header.sequence = router::SequenceNumber<Config>(below(6));
      tick(0, asked, taken, false, false);
      for (unsigned port = 0; port < 2; ++port) {
        const std::uint32_t sequence = asked[port].header.sequence;
        EXPECT_EQ(memory->result(port), now.results.contains(sequence) ? now.results[sequence] : 0)
            << "collective " << collective << ", cycle " << cycle << ", sequence " << sequence;
      }
    }
    for (std::uint32_t place = 0; place < Config::kPackets; ++place) {
      tick(place, {}, {}, false, false);
      EXPECT_EQ(memory->packet(), now.packets.contains(place) ? now.packets[place] : 0)
          << "collective " << collective << ", place " << place;
    }
  }
  EXPECT_EQ(early != 0, router::kHasEpochs<Config>);
}

TEST(SendMemory, HasEveryWordInEveryCopy) {
  std::mt19937_64 random = test_support::seeded_random();
  SendMemory<Config> memory;
  std::array<std::uint64_t, Config::kPackets> packets{};
  for (std::uint32_t word = 0; word < 2 * Config::kPackets; ++word) memory.write(word, 0);
  for (int round = 0; round < 500; ++round) {
    const std::uint32_t word = static_cast<std::uint32_t>(random() % (2 * Config::kPackets));
    const auto value = static_cast<std::uint32_t>(random());
    memory.write(word, value);
    std::uint64_t& packet = packets[word / 2];
    packet = word % 2 == 0 ? (packet >> 32 << 32 | value) : ((packet & 0xffffffff) | std::uint64_t{value} << 32);
    for (unsigned stream = 0; stream < kStreams; ++stream) {
      const auto place = static_cast<std::uint32_t>(random() % Config::kPackets);
      memory.request(stream, place);
      EXPECT_EQ(memory.payload(stream), packets[place]);
    }
  }
}

}  // namespace
}  // namespace soc
