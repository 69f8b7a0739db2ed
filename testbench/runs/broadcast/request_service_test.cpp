// SPDX-License-Identifier: Apache-2.0
// Reports about two nodes that deliver at known times, and stop at a known one.
#include "testbench/runs/broadcast/request_service.hpp"

#include <gtest/gtest.h>

#include "testbench/plans/dynamic/verification.hpp"
#include "testbench/runs/broadcast/test_meshes.hpp"

namespace testbench {
namespace {

using test::TwoNodes;
using Delays = std::vector<std::uint64_t>;

TEST(RequestService, TellsTheDelaysOfEveryCycle) {
  TwoNodes mesh({.delay = 2});
  RequestService service(mesh, TwoNodes::setting());
  service.clock({0, 1});
  EXPECT_EQ(service.delays(), Delays{});
  service.clock({1});
  EXPECT_EQ(service.delays(), Delays{});
  EXPECT_EQ(service.sources().open(), 3u);
  service.clock({});
  EXPECT_EQ(service.delays(), (Delays{2, 2}));
  service.clock({});
  EXPECT_EQ(service.delays(), Delays{2});
  EXPECT_EQ(service.sources().open(), 0u);
  EXPECT_EQ(service.cycle(), 4u);
}

// Clocks without new requests.
void idle(RequestService& service, std::uint64_t cycles) {
  for (std::uint64_t i = 0; i < cycles; ++i) service.clock({});
}

TEST(RequestService, StandsStillWhereRequestsWaitForVeryLong) {
  TwoNodes mesh({.last = 100, .stopped = 1});
  RequestService service(mesh, TwoNodes::setting());
  idle(service, 30'000);
  EXPECT_FALSE(service.may_stand_still()) << "nobody waits";
  service.clock({0});
  idle(service, RequestService::kManyIdleCycles - 1);
  EXPECT_FALSE(service.may_stand_still());
  idle(service, 1);
  EXPECT_TRUE(service.may_stand_still());
  idle(service, RequestService::kMostIdleCycles - RequestService::kManyIdleCycles - 1);
  EXPECT_FALSE(service.stands_still());
  idle(service, 1);
  EXPECT_TRUE(service.stands_still());
}

TEST(RequestService, OneDeliveryInAWhileIsEnough) {
  TwoNodes mesh({.delay = RequestService::kMostIdleCycles});
  RequestService service(mesh, TwoNodes::setting());
  service.clock({0});
  EXPECT_TRUE(service.drain());
  EXPECT_EQ(service.delays(), Delays{RequestService::kMostIdleCycles});
}

TEST(RequestService, StandsStillForEverInFullQueuesOnly) {
  for (const std::uint64_t stopped : {0u, 1u}) {
    TwoNodes mesh({.last = 100, .stopped = stopped});
    RequestService service(mesh, TwoNodes::setting());
    idle(service, 99);
    service.clock({0});
    EXPECT_FALSE(service.is_deadlocked());
    if (stopped == 0) {
      EXPECT_THROW(service.drain(), VerificationError);
    } else {
      EXPECT_FALSE(service.drain());
      EXPECT_TRUE(service.is_deadlocked());
    }
  }
}

}  // namespace
}  // namespace testbench
