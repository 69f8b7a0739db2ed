// SPDX-License-Identifier: Apache-2.0
// Random requests under every scheme: the deliveries are judged, and the mean delay agrees with the
// theorem.
#include "testbench/runs/broadcast/dynamic_run.hpp"

#include <gtest/gtest.h>

#include "test_support/sizes.hpp"
#include "testbench/plans/dynamic/theorem.hpp"
#include "testbench/plans/dynamic/verification.hpp"
#include "testbench/runs/broadcast/test_meshes.hpp"
#include "testbench/runs/broadcast/test_schemes.hpp"

namespace testbench {
namespace {

using broadcast::PrefixChannel;
using broadcast::Scheme;

struct Options {
  std::size_t queue_depth = 0;  // 0: four packets for every node
  double stall = 0;
  PrefixSetting prefix = {};
  std::uint64_t seed = RequestArrivals::kDefaultSeed;
  bool only_stability = false;
  std::optional<std::size_t> lost = std::nullopt;  // the number of the lost delivery, from 0
};

DynamicResult run(unsigned dimension, Scheme scheme, double load, std::uint64_t cycles, const Options& options = {}) {
  BroadcastSetting setting(dimension, scheme);
  setting.queue_depth.chosen = options.queue_depth != 0 ? options.queue_depth : std::size_t{4} << dimension;
  setting.stall_probability = options.stall;
  setting.prefix = options.prefix;
  DynamicSetting dynamic;
  dynamic.arrivals.rate = rate_at(dimension, load, packets_of_request(scheme, dimension));
  dynamic.most_cycles = cycles;
  dynamic.seed = options.seed;
  dynamic.only_stability = options.only_stability;
  std::unique_ptr<BroadcastMesh> mesh = make_native_servers(setting);
  if (options.lost) mesh = std::make_unique<test::LosingMesh>(std::move(mesh), *options.lost);
  return run_dynamic(*mesh, setting, dynamic);
}

Stability verdict_of(unsigned dimension, Scheme scheme, double load, std::uint64_t cycles,
                     const Options& options = {}) {
  return run(dimension, scheme, load, cycles, options).backlog.verdict;
}

class DynamicRunOf : public testing::TestWithParam<broadcast::SchemeName> {
 protected:
  static Scheme scheme() { return GetParam().scheme; }
};

INSTANTIATE_TEST_SUITE_P(Schemes, DynamicRunOf, testing::ValuesIn(broadcast::kSchemes), test::scheme_name);

TEST_P(DynamicRunOf, ServesWhatComes) {
  for (const unsigned dimension : test_support::with_soak<unsigned>({1u, 2u, 3u, 4u}, {5u})) {
    SCOPED_TRACE(dimension);
    const DynamicResult result = run(dimension, scheme(), 0.05, 20'000);
    EXPECT_GT(result.completed, 100u);
    EXPECT_NE(result.backlog.verdict, Stability::kUnstable);
    EXPECT_GE(result.delays.mean(), dimension);
  }
}

TEST_P(DynamicRunOf, FindsOneLostDelivery) {
  EXPECT_THROW(run(3, scheme(), 0.05, 5'000, {.lost = 100}), VerificationError);
}

TEST_P(DynamicRunOf, LosesNothingWhereMemoriesAreSlow) {
  EXPECT_GT(run(3, scheme(), 0.1, 10'000, {.stall = 0.2}).completed, 100u);
}

TEST_P(DynamicRunOf, MoreThanTheLinksCarryIsUnstable) {
  EXPECT_EQ(verdict_of(4, scheme(), 1.3, 50'000), Stability::kUnstable);
}

// The machine is faster than the theorem assumes. With little load a request waits for half a
// period without active nodes, and is served in the next one.
TEST(DynamicRun, DelayIsNoMoreThanTheTheoremSays) {
  for (const double load : {0.1, 0.3, 0.4}) {
    const PmnbTime time = pmnb_time(PmnbAlgorithm::kII, 4, 1);
    const double most = mean_delay(time, 16, rate_at(4, load, 4)).high;
    EXPECT_LE(run(4, Scheme::kPmnb2, load, 40'000).delays.mean(), most) << load;
  }
  // Exchanges of d = 4 cycles follow one another. A request takes a cycle into the node, and waits
  // 0 to 3 cycles for the next exchange. Then come that exchange, a register, d hops, and the
  // ejector.
  const double light = run(4, Scheme::kPmnb1, 0.001, 100'000).delays.mean();
  EXPECT_NEAR(light, (1 + 1.5) + 4 + 1 + 4 + 1, 0.3);
}

// The trees use the dimensions in different orders, and the queues are too shallow for the packets
// under way.
TEST(DynamicRun, DeadlockIsSeen) {
  const DynamicResult result = run(4, Scheme::kIndirect, 1.2, 50'000, {.queue_depth = 8});
  EXPECT_TRUE(result.deadlocked);
  EXPECT_EQ(result.backlog.verdict, Stability::kUnstable);
  EXPECT_LT(result.cycles, 50'000u);
}

// The run ends before the deadlock is known. Serving its requests to the last is impossible.
TEST(DynamicRun, DeadlockAtTheEndIsNoWrongDelivery) {
  const DynamicResult result = run(3, Scheme::kBalanced, 1.2, 3'000, {.queue_depth = 8});
  EXPECT_TRUE(result.deadlocked);
  EXPECT_EQ(result.backlog.verdict, Stability::kUnstable);
  EXPECT_GT(result.completed, 0u);
}

TEST(DynamicRun, OtherPrefixesServeWhatComes) {
  for (const Scheme scheme : test::kPartialSchemes) {
    SCOPED_TRACE(static_cast<unsigned>(scheme));
    const auto delay_of = [&](const PrefixSetting& prefix) {
      return run(4, scheme, 0.1, 20'000, {.prefix = prefix}).delays.mean();
    };
    const double links = delay_of({});
    EXPECT_GT(delay_of({PrefixChannel::kTree, 0}), links);
    EXPECT_GT(delay_of({PrefixChannel::kWires, 2}), links);
    const double overlap = delay_of({PrefixChannel::kOverlap, 0});
    // The first algorithm does not overlap.
    if (scheme == Scheme::kPmnb1) {
      EXPECT_NEAR(overlap, links, links / 10);
    } else {
      EXPECT_LT(overlap, links);
    }
  }
  // This load exceeds the limit of exchanges that do not overlap.
  EXPECT_EQ(verdict_of(4, Scheme::kPmnb2, 0.8, 200'000, {.prefix = {PrefixChannel::kWires, 0}}), Stability::kUnstable);
  EXPECT_NE(verdict_of(4, Scheme::kPmnb2, 0.8, 200'000, {.prefix = {PrefixChannel::kOverlap, 0}}),
            Stability::kUnstable);
}

// A period in which all nodes are active needs no packing, and carries more: 15 packets a node in
// 21 cycles, a load of 0.714 at d = 4. Below that load, queues grow to dozens of requests in each
// node and no further.
TEST(DynamicRun, QueuesThatFillAreNotUnstable) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    EXPECT_NE(verdict_of(4, Scheme::kPmnb2, 0.66, 100'000, {.seed = seed, .only_stability = true}),
              Stability::kUnstable)
        << seed;
  }
  EXPECT_EQ(verdict_of(4, Scheme::kPmnb2, 0.76, 400'000), Stability::kUnstable);
}

using test::TwoNodes;

// `requests` come to node 0 in every cycle except the last `quiet` ones.
DynamicResult measured(const TwoNodes::Behaviour& behaviour, std::uint64_t cycles, unsigned requests,
                       std::uint64_t quiet = 0) {
  TwoNodes mesh(behaviour);
  RequestService service(mesh, TwoNodes::setting());
  DynamicMeasurement measurement(service, /*least_unstable=*/100);
  while (service.cycle() < cycles) {
    service.clock(std::vector<std::uint32_t>(service.cycle() < cycles - quiet ? requests : 0, 0));
    measurement.observe();
  }
  return measurement.result();
}

TEST(DynamicMeasurement, AddsUpWhatIsServed) {
  const DynamicResult result = measured({.delay = 5}, 16'384, 1);
  EXPECT_EQ(result.cycles, 16'384u);
  EXPECT_EQ(result.requests, 16'384u);
  EXPECT_EQ(result.completed, 16'384u - 5);
  EXPECT_EQ(result.deliveries, result.completed);
  EXPECT_EQ(result.delays.count, result.completed);
  EXPECT_EQ(result.delays.mean(), 5);
  EXPECT_EQ(result.sent.counts, result.cycles);
  EXPECT_EQ(result.sent.packing, 2 * result.cycles);
  EXPECT_EQ(result.sent.broadcast, 3 * result.cycles);
  EXPECT_EQ(result.deepest_queue, 7u);
  EXPECT_NEAR(result.throughput(2), 0.5, 0.001);
  EXPECT_EQ(result.backlog.verdict, Stability::kStable);
  EXPECT_EQ(result.backlog.mean, 5);
  EXPECT_EQ(result.longest_queue, 0u);
  EXPECT_FALSE(result.deadlocked);
}

TEST(DynamicMeasurement, SamplesWhatWaits) {
  const DynamicResult result = measured({.last = 0}, 16'384, 1);
  EXPECT_EQ(result.backlog.verdict, Stability::kUnstable) << "nothing is ever served";
  EXPECT_EQ(result.longest_queue, 16'384u) << "in a cycle in which it is sampled";
  EXPECT_FALSE(result.deadlocked) << "not for so long yet";
}

TEST(DynamicMeasurement, OfADeadlockIsUnstable) {
  const DynamicResult result = measured({.last = 100, .stopped = 1}, 30'000, 1, 29'890);
  EXPECT_TRUE(result.deadlocked);
  EXPECT_EQ(result.backlog.verdict, Stability::kUnstable);
}

}  // namespace
}  // namespace testbench
