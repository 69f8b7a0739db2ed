// SPDX-License-Identifier: Apache-2.0
// The parts that find ranks, alone in a cube, against the definition: the number of active nodes
// before a node in the order of a class. Nodes begin in different cycles, and all end in the same
// one, at the part's stated distance behind the last.
#include "hls/broadcast/prefix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "test_support/seed.hpp"

namespace broadcast {
namespace {

template <unsigned Dimension, PrefixChannel Channel, unsigned CountWires = Dimension + 1>
struct OfPart : Serving<router::CubeConfig<Dimension>> {
  static constexpr PrefixChannel kPrefixChannel = Channel;
  static constexpr unsigned kCountWires = CountWires;
};

// Every node's part and its messages.
template <class Config>
class Cube {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;
  using Part = Prefix<Config>;
  using Active = std::vector<std::uint32_t>;  // by node: its classes

  // Node i begins in cycle begins[i], counted from now. Returns the cycle in which all end.
  unsigned run(const std::vector<unsigned>& begins, const Active& active) {
    for (unsigned cycle = 0; cycle < 10'000; ++cycle) {
      const auto heard = told_;
      std::uint32_t ended = 0;
      for (std::uint32_t node = 0; node < kNodes; ++node) {
        typename Part::PrefixCounts from;
        for (unsigned k = 0; k < kPorts; ++k) from[k] = heard[node ^ 1u << k][k];
        const network::NodeAddress<Config> me{Address(node)};
        ended += parts_[node].tick(me, from, told_[node]);
        if (begins[node] == cycle) parts_[node].begin(me, ClassSet<Config>(active[node]), told_[node]);
      }
      if (ended == 0) continue;
      EXPECT_EQ(ended, kNodes) << "not all in the same cycle";
      return cycle;
    }
    ADD_FAILURE() << "it does not end";
    return 0;
  }

  void expect_counts(const Active& active) const {
    for (unsigned c = 0; c < kPorts; ++c) {
      // The nodes in the order of the class: dimension c comes lowest.
      std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
      for (std::uint32_t node = 0; node < kNodes; ++node) {
        std::uint32_t key = 0;
        for (unsigned i = 0; i < kPorts; ++i) key |= (node >> (c + i) % kPorts & 1u) << i;
        order.emplace_back(key, node);
      }
      std::sort(order.begin(), order.end());
      std::uint32_t before = 0;
      for (const auto& [key, node] : order) {
        EXPECT_EQ(parts_[node].rank(c), before) << "node " << node << ", class " << c;
        before += active[node] >> c & 1u;
      }
      for (const Part& part : parts_) EXPECT_EQ(part.total(c), before) << "class " << c;
    }
  }

 private:
  std::vector<Part> parts_ = std::vector<Part>(kNodes);
  std::vector<typename Part::PrefixCounts> told_ = std::vector<typename Part::PrefixCounts>(kNodes);
};

// `cycles`: from the last node's beginning to the common end.
template <class Config>
void expect_ranks(std::mt19937_64& random, unsigned cycles) {
  SCOPED_TRACE(testing::Message() << "d " << kDimension<Config>);
  Cube<Config> cube;
  for (unsigned turn = 0; turn < 40; ++turn) {
    std::vector<std::uint32_t> active;
    std::vector<unsigned> begins;
    for (std::uint32_t node = 0; node < cube.kNodes; ++node) {
      active.push_back(static_cast<std::uint32_t>(random() % cube.kNodes) >> turn % 3);
      begins.push_back(turn % 2 == 0 ? 0 : static_cast<unsigned>(random() % (1 + turn)));
    }
    const unsigned last = *std::max_element(begins.begin(), begins.end());
    EXPECT_EQ(cube.run(begins, active), last + cycles) << "turn " << turn;
    cube.expect_counts(active);
    if (testing::Test::HasFailure()) return;
  }
}

template <unsigned Dimension>
void expect_exchange_counts(std::mt19937_64& random) {
  expect_ranks<OfPart<Dimension, PrefixChannel::kLinks>>(random, Dimension);
  expect_ranks<OfPart<Dimension, PrefixChannel::kWires>>(random, Dimension);
  expect_ranks<OfPart<Dimension, PrefixChannel::kWires, 1>>(random, Dimension * (Dimension + 1));
  constexpr unsigned kHalf = (Dimension + 2) / 2;
  expect_ranks<OfPart<Dimension, PrefixChannel::kWires, kHalf>>(random, Dimension * ((Dimension + kHalf) / kHalf));
}

TEST(Prefix, ExchangeCountsInDSteps) {
  auto random = test_support::seeded_random();
  expect_exchange_counts<1>(random);
  expect_exchange_counts<2>(random);
  expect_exchange_counts<3>(random);
  expect_exchange_counts<4>(random);
  expect_exchange_counts<6>(random);
}

TEST(Prefix, TreeCountsInTwoDSteps) {
  auto random = test_support::seeded_random();
  expect_ranks<OfPart<1, PrefixChannel::kTree>>(random, 2);
  expect_ranks<OfPart<2, PrefixChannel::kTree>>(random, 4);
  expect_ranks<OfPart<3, PrefixChannel::kTree>>(random, 6);
  expect_ranks<OfPart<4, PrefixChannel::kTree>>(random, 8);
  expect_ranks<OfPart<5, PrefixChannel::kTree>>(random, 10);
  expect_ranks<OfPart<8, PrefixChannel::kTree>>(random, 16);
}

}  // namespace
}  // namespace broadcast
