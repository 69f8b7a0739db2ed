// SPDX-License-Identifier: Apache-2.0
// The barrier on cubes and subcubes whose nodes join at any time, again and again, with wires that are
// fast or slow.
#include "hls/soc/barrier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

#include "test_support/seed.hpp"

namespace soc {
namespace {

constexpr unsigned kBarrierPorts = 4;
constexpr std::uint32_t kBarrierNodes = 1u << kBarrierPorts;

template <unsigned MostLatency = 0>
class BarrierCube {
 public:
  using BarrierOf = Barrier<kBarrierPorts, MostLatency>;
  using Wires = typename BarrierOf::Wires;

  // `delay`: cycles of a wire, by node and port, besides the register that drives it. `latency`: the same of all, for
  // nodes with a timer.
  explicit BarrierCube(std::vector<unsigned> delay, unsigned latency = 0)
      : delay_(std::move(delay)),
        latency_(latency),
        barriers_(kBarrierNodes),
        outs_(kBarrierNodes),
        past_(kBarrierNodes),
        busy_(kBarrierNodes) {}

  // One cycle. Returns the nodes that continue.
  std::uint32_t cycle(std::uint32_t joins, std::uint32_t group) {
    std::vector<Wires> ins(kBarrierNodes);
    for (std::uint32_t n = 0; n < kBarrierNodes; ++n) past_[n].push_back(outs_[n]);
    for (std::uint32_t n = 0; n < kBarrierNodes; ++n) {
      std::uint32_t in = 0;
      for (unsigned port = 0; port < kBarrierPorts; ++port) {
        const std::vector<std::uint32_t>& levels = past_[n ^ 1u << port];
        const unsigned delay = delay_[n * kBarrierPorts + port];
        if (now_ >= delay) in |= levels[now_ - delay] & 1u << port;
      }
      ins[n] = Wires(in);
    }
    // All registers change at once: the wires of this cycle are taken above.
    std::uint32_t go = 0;
    for (std::uint32_t n = 0; n < kBarrierNodes; ++n) {
      const hls::Bit join((joins >> n & 1) != 0);
      if (join) busy_[n] = true;
      if (barriers_[n].tick(join, Wires(group), ins[n], outs_[n], latency_)) {
        go |= 1u << n;
        busy_[n] = false;
      }
    }
    ++now_;
    return go;
  }
  bool busy(std::uint32_t node) const { return busy_[node]; }

 private:
  std::vector<unsigned> delay_;
  unsigned latency_;
  std::vector<BarrierOf> barriers_;
  std::vector<Wires> outs_;
  std::vector<std::vector<std::uint32_t>> past_;  // levels by node and cycle
  std::vector<bool> busy_;
  std::size_t now_ = 0;
};

// The subcube of a node.
std::uint32_t subcube(std::uint32_t node, std::uint32_t group) {
  std::uint32_t members = 0;
  for (std::uint32_t other = 0; other < kBarrierNodes; ++other) {
    if (((node ^ other) & ~group) == 0) members |= 1u << other;
  }
  return members;
}

class AnyGroup : public testing::TestWithParam<std::uint32_t> {};

// Nodes join up to 20 cycles one after another, and sometimes as soon as they can. Wires take `latency` cycles.
template <unsigned MostLatency>
void expect_together(std::uint32_t group, unsigned latency) {
  SCOPED_TRACE(testing::Message() << "L " << latency);
  std::mt19937_64 random = test_support::seeded_random();
  BarrierCube<MostLatency> cube(std::vector<unsigned>(kBarrierNodes * kBarrierPorts, latency), latency);
  std::vector<std::uint64_t> rests(kBarrierNodes, 0);
  std::vector<std::uint64_t> joined(kBarrierNodes, 0);
  std::vector<unsigned> rounds(kBarrierNodes, 0);
  for (std::uint64_t now = 1; now < 3000; ++now) {
    std::uint32_t joins = 0;
    for (std::uint32_t n = 0; n < kBarrierNodes; ++n) {
      if (cube.busy(n) || now < rests[n]) continue;
      joins |= 1u << n;
      joined[n] = now;
      ++rounds[n];
    }
    const std::uint32_t go = cube.cycle(joins, group);
    for (std::uint32_t n = 0; n < kBarrierNodes; ++n) {
      if ((go >> n & 1) == 0) continue;
      const std::uint32_t members = subcube(n, group);
      ASSERT_EQ(go & members, members) << "node " << n << " continues alone in cycle " << now;
      std::uint64_t last = 0;
      for (std::uint32_t other = 0; other < kBarrierNodes; ++other) {
        if ((members >> other & 1) == 0) continue;
        ASSERT_EQ(rounds[other], rounds[n]) << "nodes " << n << " and " << other;
        last = std::max(last, joined[other]);
      }
      EXPECT_EQ(now - last, static_cast<unsigned>(std::popcount(group)) * (1 + latency))
          << "cycles from the last one to join";
      rests[n] = now + (random() % 2 != 0 ? 1 + random() % 20 : 1);
    }
  }
  for (std::uint32_t n = 0; n < kBarrierNodes; ++n) EXPECT_GT(rounds[n], 20u) << "node " << n;
}

TEST_P(AnyGroup, GoesOnTogetherAfterTheLast) {
  expect_together<0>(GetParam(), 0);
}
TEST_P(AnyGroup, GoesOnTogetherOverWiresThatTakeCycles) {
  for (const unsigned latency : {0u, 1u, 4u, 16u}) expect_together<16>(GetParam(), latency);
}
INSTANTIATE_TEST_SUITE_P(Barrier, AnyGroup, testing::Values(0, 1, 0b1000, 0b0101, 0b1110, 0b1111));

// With slow wires nodes continue at different times, but none before the last has joined, and none is lost.
TEST(Barrier, WaitsForAllOverSlowWires) {
  std::mt19937_64 random = test_support::seeded_random();
  for (int round = 0; round < 20; ++round) {
    std::vector<unsigned> delays(kBarrierNodes * kBarrierPorts);
    for (unsigned& delay : delays) delay = static_cast<unsigned>(random() % 9);
    BarrierCube<> cube(delays);
    std::vector<unsigned> joined(kBarrierNodes, 0);
    std::vector<unsigned> passed(kBarrierNodes, 0);
    for (std::uint64_t now = 0; now < 2000; ++now) {
      std::uint32_t joins = 0;
      for (std::uint32_t n = 0; n < kBarrierNodes; ++n) {
        if (cube.busy(n) || random() % 4 == 0) continue;
        joins |= 1u << n;
        ++joined[n];
      }
      const std::uint32_t go = cube.cycle(joins, kBarrierNodes - 1);
      for (std::uint32_t n = 0; n < kBarrierNodes; ++n) {
        if ((go >> n & 1) == 0) continue;
        ++passed[n];
        for (std::uint32_t other = 0; other < kBarrierNodes; ++other) ASSERT_GE(joined[other], passed[n]);
      }
    }
    EXPECT_GT(*std::ranges::min_element(passed), 20u);
  }
}

}  // namespace
}  // namespace soc
