// Requests at random, of every scheme: what comes is judged, and the mean delay is what the theorem says.
#include "testbench/broadcast/dynamic_run.hpp"

#include <gtest/gtest.h>

#include "testbench/dynamic/theorem.hpp"
#include "testbench/dynamic/verification.hpp"

namespace testbench {
namespace {

using broadcast::Scheme;

DynamicResult run(unsigned dimension, Scheme scheme, double load, std::uint64_t cycles, double stall = 0,
                  const PrefixSetting& prefix = {}) {
  BroadcastSetting setting;
  setting.dimension = dimension;
  setting.scheme = scheme;
  setting.queue_depth = std::size_t{4} << dimension;
  setting.simulation.stall_probability = stall;
  setting.prefix = prefix;
  DynamicSetting dynamic;
  dynamic.arrivals.rate = rate_at(dimension, load, packets_of_request(scheme, dimension));
  dynamic.most_cycles = cycles;
  const auto mesh = make_native_servers(setting);
  return run_dynamic(*mesh, setting, dynamic);
}

TEST(DynamicRun, EverySchemeServesWhatComes) {
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    SCOPED_TRACE(scheme.name);
    for (const unsigned dimension : {1u, 2u, 3u, 5u}) {
      SCOPED_TRACE(dimension);
      const DynamicResult result = run(dimension, scheme.scheme, 0.05, 20'000);
      EXPECT_GT(result.completed, 100u);
      EXPECT_NE(result.backlog.verdict, Stability::kUnstable);
      EXPECT_GE(result.delays.mean(), dimension);
    }
  }
}

// The machine is faster than what the theorem is told of it, and with little load a request waits for half a period of
// nobody and is served in one.
TEST(DynamicRun, DelayIsNoMoreThanTheTheoremSays) {
  for (const double load : {0.1, 0.3, 0.4}) {
    const PmnbTime time = pmnb_time(PmnbAlgorithm::kII, 4, 1);
    const double most = mean_delay(time, 16, rate_at(4, load, 4)).high;
    EXPECT_LE(run(4, Scheme::kPmnb2, load, 40'000).delays.mean(), most) << load;
  }
  // Exchanges of d = 4 cycles follow one another: a cycle into the node, and 0 to 3 until the next one begins. Then that
  // exchange, a register, d hops, and the ejector.
  const double light = run(4, Scheme::kPmnb1, 0.001, 100'000).delays.mean();
  EXPECT_NEAR(light, (1 + 1.5) + 4 + 1 + 4 + 1, 0.3);
}

// A mesh one of whose deliveries nobody hears of.
class Losing final : public BroadcastMesh {
 public:
  Losing(const BroadcastSetting& setting, std::size_t lost) : mesh_(make_native_servers(setting)), left_(lost) {}

  void write(Address node, std::uint32_t address, std::uint32_t value) override { mesh_->write(node, address, value); }
  bool shares_tables() const override { return mesh_->shares_tables(); }
  unsigned sequence_width() const override { return mesh_->sequence_width(); }
  void clock(bool start, const std::vector<Address>& requests) override {
    mesh_->clock(start, requests);
    delivered_ = mesh_->delivered();
    if (left_ < delivered_.size()) {
      delivered_.erase(delivered_.begin() + static_cast<std::ptrdiff_t>(left_));
      left_ = ~std::size_t{0};
    } else if (left_ != ~std::size_t{0}) {
      left_ -= delivered_.size();
    }
  }
  bool is_full(Address node) const override { return mesh_->is_full(node); }
  std::uint64_t offered(Address node) const override { return mesh_->offered(node); }
  const std::vector<BroadcastDelivery>& delivered() const override { return delivered_; }
  BroadcastTraffic traffic() const override { return mesh_->traffic(); }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) const override {
    mesh_->append_link_events(cycle, events);
  }
  std::uint32_t deepest_queue() const override { return mesh_->deepest_queue(); }

 private:
  std::unique_ptr<BroadcastMesh> mesh_;
  std::size_t left_;  // deliveries before the one that is lost
  std::vector<BroadcastDelivery> delivered_;
};

TEST(DynamicRun, OneLostDeliveryIsFound) {
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    SCOPED_TRACE(scheme.name);
    BroadcastSetting setting;
    setting.dimension = 3;
    setting.scheme = scheme.scheme;
    setting.queue_depth = 32;
    DynamicSetting dynamic;
    dynamic.arrivals.rate = rate_at(3, 0.05, packets_of_request(scheme.scheme, 3));
    dynamic.most_cycles = 5'000;
    Losing mesh(setting, 100);
    EXPECT_THROW(run_dynamic(mesh, setting, dynamic), VerificationError);
  }
}

TEST(DynamicRun, StallsLoseNothing) {
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    SCOPED_TRACE(scheme.name);
    EXPECT_GT(run(3, scheme.scheme, 0.1, 10'000, 0.2).completed, 100u);
  }
}

// Trees whose dimensions follow one another in different orders, and queues that are too shallow for what is under way.
TEST(DynamicRun, DeadlockIsSeen) {
  BroadcastSetting setting;
  setting.dimension = 6;
  setting.scheme = Scheme::kIndirect;
  setting.queue_depth = 8;
  DynamicSetting dynamic;
  dynamic.arrivals.rate = rate_at(6, 1.2, 1);
  dynamic.most_cycles = 50'000;
  dynamic.precision = 0;
  const auto mesh = make_native_servers(setting);
  const DynamicResult result = run_dynamic(*mesh, setting, dynamic);
  EXPECT_TRUE(result.deadlocked);
  EXPECT_EQ(result.backlog.verdict, Stability::kUnstable);
}

TEST(DynamicRun, OtherPrefixesServeWhatComes) {
  using broadcast::PrefixChannel;
  for (const Scheme scheme : {Scheme::kPmnb1, Scheme::kPmnb2, Scheme::kPmnb3}) {
    SCOPED_TRACE(static_cast<unsigned>(scheme));
    const double links = run(4, scheme, 0.1, 20'000).delays.mean();
    EXPECT_GT(run(4, scheme, 0.1, 20'000, 0, {PrefixChannel::kTree, 0}).delays.mean(), links);
    EXPECT_GT(run(4, scheme, 0.1, 20'000, 0, {PrefixChannel::kWires, 2}).delays.mean(), links);
    // The first algorithm does not overlap.
    const double overlap = run(4, scheme, 0.1, 20'000, 0, {PrefixChannel::kOverlap, 0}).delays.mean();
    if (scheme == Scheme::kPmnb1) {
      EXPECT_NEAR(overlap, links, links / 10);
    } else {
      EXPECT_LT(overlap, links);
    }
  }
  // More than any wait for the exchange lets pass.
  EXPECT_EQ(run(4, Scheme::kPmnb2, 0.8, 200'000, 0, {PrefixChannel::kWires, 0}).backlog.verdict, Stability::kUnstable);
  EXPECT_NE(run(4, Scheme::kPmnb2, 0.8, 200'000, 0, {PrefixChannel::kOverlap, 0}).backlog.verdict,
            Stability::kUnstable);
}

// A run that ends before that is known is served to the last, which cannot be.
TEST(DynamicRun, DeadlockAtTheEndIsNoWrongDelivery) {
  BroadcastSetting setting;
  setting.dimension = 3;
  setting.scheme = Scheme::kBalanced;
  setting.queue_depth = 8;
  DynamicSetting dynamic;
  dynamic.arrivals.rate = rate_at(3, 1.2, 1);
  dynamic.most_cycles = 3'000;
  const auto mesh = make_native_servers(setting);
  const DynamicResult result = run_dynamic(*mesh, setting, dynamic);
  EXPECT_TRUE(result.deadlocked);
  EXPECT_GT(result.completed, 0u);
}

// Where all nodes are active a period needs no packing, and carries more: 15 packets a node in 21 cycles, a load of 0.714 at
// d = 4. Below that queues grow to dozens of requests in each node, and no further.
TEST(DynamicRun, QueuesThatFillAreNotUnstable) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    BroadcastSetting setting;
    setting.dimension = 4;
    setting.scheme = Scheme::kPmnb2;
    setting.queue_depth = 64;
    DynamicSetting dynamic;
    dynamic.arrivals.rate = rate_at(4, 0.66, 4);
    dynamic.most_cycles = 100'000;
    dynamic.seed = seed;
    dynamic.only_stability = true;
    EXPECT_NE(run_dynamic(*make_native_servers(setting), setting, dynamic).backlog.verdict, Stability::kUnstable);
  }
  EXPECT_EQ(run(4, Scheme::kPmnb2, 0.76, 400'000).backlog.verdict, Stability::kUnstable);
}

TEST(DynamicRun, MoreThanTheLinksCarryIsUnstable) {
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    SCOPED_TRACE(scheme.name);
    EXPECT_EQ(run(4, scheme.scheme, 1.3, 50'000).backlog.verdict, Stability::kUnstable);
  }
}

}  // namespace
}  // namespace testbench
