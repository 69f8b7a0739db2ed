// SPDX-License-Identifier: Apache-2.0
// The requests of a node against a list of arrivals: the next request of each reader, which all
// read at their own pace; the cycles in which the queue is full; and the trees, by the generator's
// definition, for any reader at any time.
#include "hls/broadcast/request_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "test_support/seed.hpp"

namespace broadcast {
namespace {

// Few requests, and sequences so narrow that all counts wrap around.
template <unsigned Dimension>
struct Short : Serving<router::CubeConfig<Dimension>> {
  static constexpr unsigned kSequenceWidth = 5;
  static constexpr std::uint32_t kMostRequests = 8;
};
template <unsigned Dimension>
struct ShortPartial : Short<Dimension> {
  static constexpr bool kImmediate = false;
  static constexpr bool kIndirect = false;
};

// Marsaglia, "Xorshift RNGs" (2003): the triple 13, 17, 5.
std::uint32_t behind(std::uint32_t number) {
  number ^= number << 13;
  number ^= number >> 17;
  return number ^ number << 5;
}

TEST(TreeChoice, HasTheNumbersOfThePaper) {
  // The paper gives the seed and the number behind it.
  EXPECT_EQ(behind(2463534242u), 723471715u);
  EXPECT_EQ(behind(723471715u), 2497366906u);
}

// The trees of node `me`, in the order of its requests.
template <unsigned Dimension>
class Trees {
 public:
  explicit Trees(std::uint32_t me) : number_(0x9E3779B1u ^ me << (32 - Dimension) ^ me) {}
  std::pair<unsigned, unsigned> next() {
    // The upper half of the number, as a fraction, chooses one of d trees.
    const auto at_random = static_cast<unsigned>(std::floor((number_ >> 16) / 65536.0 * Dimension));
    number_ = behind(number_);
    return {turn_++ % Dimension, at_random};
  }

 private:
  std::uint32_t number_;
  unsigned turn_ = 0;
};

struct Expected {
  std::uint64_t number;
  std::pair<unsigned, unsigned> tree;
};

// Readers read at random, in stretches in which requests come faster or slower than they are
// served.
template <class Config>
void expect_requests(std::mt19937_64& random, bool has_trees) {
  constexpr unsigned kDims = kDimension<Config>;
  SCOPED_TRACE(testing::Message() << "d " << kDims << ", readers " << kReaders<Config>);
  const auto chance = [&](double probability) { return std::bernoulli_distribution(probability)(random); };
  const auto me = static_cast<std::uint32_t>(random() % Config::Network::kNodes);
  const network::NodeAddress<Config> address{Address(me)};
  RequestQueue<Config> queue;
  Trees<kDims> trees(me);
  std::vector<Expected> come;
  std::array<std::size_t, kReaders<Config>> served{};  // by reader
  unsigned full_cycles = 0;
  double load = 0;
  for (unsigned cycle = 0; cycle < 20'000; ++cycle) {
    if (cycle % 100 == 0) load = chance(0.5) ? 0.9 : 0.3;
    Ports leaves;
    std::size_t least = come.size();
    for (unsigned r = 0; r < kReaders<Config>; ++r) {
      const Request<Config> request = queue.next(r);
      ASSERT_EQ(bool(request.valid), served[r] < come.size()) << "cycle " << cycle << ", reader " << r;
      ASSERT_EQ(queue.waited_for().contains(r), bool(request.valid));
      least = std::min(least, served[r]);
      if (!request.valid) continue;
      const Expected& expected = come[served[r]];
      ASSERT_EQ(request.number, expected.number % 32) << "cycle " << cycle << ", reader " << r;
      if (has_trees) {
        ASSERT_EQ(request.tree.in_turn, expected.tree.first) << "request " << expected.number << ", reader " << r;
        ASSERT_EQ(request.tree.at_random, expected.tree.second) << "request " << expected.number << ", reader " << r;
      }
      leaves.insert(r, chance(0.6));
    }
    const bool full = come.size() - least == Config::kMostRequests;
    ASSERT_EQ(queue.full(), full) << "cycle " << cycle;
    full_cycles += full;
    const bool comes = chance(load);
    queue.tick(address, hls::Bit(comes), network::PortSet<Config>(leaves));
    for (unsigned r = 0; r < kReaders<Config>; ++r) served[r] += leaves.contains(r);
    if (comes && !full) come.push_back({come.size(), trees.next()});
  }
  // The queue was full at times but not always, and the sequences have wrapped around.
  EXPECT_GT(full_cycles, 1000u);
  EXPECT_LT(full_cycles, 19'000u);
  EXPECT_GT(come.size(), 1000u);
}

TEST(RequestQueue, HasTheNextOfEveryReader) {
  auto random = test_support::seeded_random();
  expect_requests<Short<1>>(random, true);
  expect_requests<Short<2>>(random, true);
  expect_requests<Short<3>>(random, true);
  expect_requests<Short<5>>(random, true);
  expect_requests<ShortPartial<3>>(random, false);
}

// Each tree has its share of 3000 requests, within five standard deviations, and no two nodes have
// the same trees.
TEST(TreeChoice, IsAlikeForAllTreesAndAnotherInEveryNode) {
  constexpr unsigned kCount = 5;
  constexpr unsigned kDraws = 3000;
  using Config = Short<kCount>;
  std::vector<std::vector<unsigned>> of_nodes;
  for (std::uint32_t node = 0; node < Config::Network::kNodes; ++node) {
    const network::NodeAddress<Config> me{Address(node)};
    TreeChoice<Config> choice;
    std::vector<unsigned> trees;
    std::array<unsigned, kCount> times{};
    for (unsigned k = 0; k < kDraws; ++k) {
      trees.push_back(choice.at_random(me));
      ++times[trees.back()];
      choice.step(me);
    }
    const double share = double{kDraws} / kCount;
    for (const unsigned n : times) EXPECT_NEAR(n, share, 5 * std::sqrt(share * (kCount - 1) / kCount));
    for (const auto& others : of_nodes) EXPECT_NE(trees, others);
    of_nodes.push_back(trees);
  }
}

}  // namespace
}  // namespace broadcast
