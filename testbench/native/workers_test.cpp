#include "testbench/native/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
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
