#include "testbench/host/workers.hpp"

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

// Who has waited for long sleeps, and is woken.
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
