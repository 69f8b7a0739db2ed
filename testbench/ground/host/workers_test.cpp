// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/host/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>

namespace testbench {
namespace {

TEST(Workers, EachDoesItsPartOfEveryJob) {
  for (const unsigned count : {1u, 2u, 5u}) {
    Workers workers(count);
    EXPECT_EQ(workers.count(), count);
    std::vector<unsigned> done(count);
    for (unsigned job = 1; job <= 200; ++job) {
      workers.run([&](unsigned worker) { ++done[worker]; });
      for (const unsigned times : done) ASSERT_EQ(times, job);
    }
  }
}

TEST(Workers, AreSharedByThoseWhoHaveAsManyAtATime) {
  const auto two = Workers::shared(2);
  EXPECT_EQ(Workers::shared(2), two);
  EXPECT_NE(Workers::shared(3), two);
  EXPECT_EQ(Workers::shared(3)->count(), 3u);
}

// Jobs of several callers do not mix.
TEST(Workers, DoOneJobAtATime) {
  Workers workers(2);
  std::atomic<unsigned> at_work = 0;
  std::atomic<bool> mixed = false;
  const auto call = [&](unsigned own) {
    for (unsigned i = 0; i < 500; ++i) {
      workers.run([&](unsigned) {
        at_work += own;
        if (at_work % own != 0 || at_work > 2 * own) mixed = true;
        at_work -= own;
      });
    }
  };
  {
    const std::jthread other([&] { call(1000); });
    call(1001);
  }
  EXPECT_FALSE(mixed);
}

// A thread that has waited for long sleeps, and must be woken.
TEST(Workers, WaitForASlowOne) {
  Workers workers(2);
  for (const unsigned slow : {0u, 1u, 0u}) {
    std::atomic<unsigned> done = 0;
    workers.run([&](unsigned worker) {
      if (worker == slow) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      ++done;
    });
    EXPECT_EQ(done, 2u);
  }
}

TEST(Workers, AFailureIsTheCallersAndEndsNothingElse) {
  for (const unsigned failing : {0u, 2u}) {
    Workers workers(3);
    std::atomic<unsigned> done = 0;
    const auto job = [&](unsigned worker) {
      if (worker == failing) throw std::runtime_error("failed");
      ++done;
    };
    EXPECT_THROW(workers.run(job), std::runtime_error);
    EXPECT_EQ(done, 2u);
    workers.run([&](unsigned) { ++done; });
    EXPECT_EQ(done, 5u);
  }
}

}  // namespace
}  // namespace testbench
