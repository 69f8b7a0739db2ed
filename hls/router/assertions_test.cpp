// SPDX-License-Identifier: Apache-2.0
// The parts' assertions about their users, natively. hls/tops/assertions_test.cpp has them in the
// RTL.
#undef CUBECAST_ASSERTIONS
#define CUBECAST_ASSERTIONS 1
#include <gtest/gtest.h>

#include "hls/router/node.hpp"

namespace router::test {
namespace {

// A configuration that only this file has, so that no other instance of the parts has assertions.
struct Asserting : CubeConfig<3> {
  static constexpr std::size_t kQueueDepth = 4;
};
constexpr std::size_t kDepth = Asserting::kQueueDepth;

template <class Action>
std::string failure_of(Action action) {
  try {
    action();
  } catch (const hls::AssertionFailed& failed) {
    return failed.what();
  }
  return "none";
}

TEST(Assertions, APushIntoAFullQueueIsReported) {
  CrosspointQueue<Asserting> queue;
  for (std::size_t i = 0; i < kDepth; ++i) {
    EXPECT_EQ(failure_of([&] { queue.tick(false, true, {}); }), "none") << i;
  }
  EXPECT_EQ(failure_of([&] { queue.tick(false, false, {}); }), "none");
  const std::string failure = failure_of([&] { queue.tick(false, true, {}); });
  EXPECT_NE(failure.find("hls/router/packet_queue.hpp:"), std::string::npos) << failure;
  EXPECT_TRUE(failure.ends_with(": a push into a full queue")) << failure;
}

TEST(Assertions, APopOfAnEmptyQueueIsReported) {
  CrosspointQueue<Asserting> queue;
  EXPECT_TRUE(failure_of([&] { queue.tick(true, false, {}); }).ends_with(": a pop of an empty queue"));
  EXPECT_TRUE(failure_of([&] { queue.tick(true, true, {}); }).ends_with(": a pop of an empty queue"));
}

// A neighbour that ignores go: its packets run into a port that may not send.
TEST(Assertions, ANeighbourThatDoesNotStopIsReported) {
  OutputPort<Asserting> port;
  std::array<Link<Asserting>, OutputPort<Asserting>::kPorts> links;
  Flit<Asserting> link;
  const auto arrive = [&] {
    port.tick(PortNumber<Asserting>(1), hls::Bit(0), OutputPort<Asserting>::Crosspoints(0b01), links, hls::Bit(0), {},
              {}, hls::Bit(0), {}, {}, link);
  };
  for (std::size_t i = 0; i < kDepth; ++i) EXPECT_EQ(failure_of(arrive), "none") << i;
  EXPECT_TRUE(failure_of(arrive).ends_with(": a push into a full queue"));
}

TEST(Assertions, APacketThatWasNotOfferedCannotBeTaken) {
  Injector<Asserting> injector;
  Fetch<Asserting> fetch;
  const std::string failure = failure_of(
      [&] { injector.tick(PortNumber<Asserting>(0), hls::Bit(0), hls::Bit(0), hls::Bit(1), {}, {}, fetch); });
  EXPECT_TRUE(failure.ends_with(": a packet is taken that was not offered")) << failure;
}

}  // namespace
}  // namespace router::test
