// SPDX-License-Identifier: Apache-2.0
// Random damage to right runs that combine: the judges must report every one.
#include <gtest/gtest.h>

#include <vector>

#include "test_support/seed.hpp"
#include "testbench/judge/checker/combining_mutations.hpp"

namespace testbench {
namespace {

using namespace combining_mutations;

TEST(CombinedMutation, EveryDamageIsReported) {
  const std::uint64_t seed = test_support::seed();
  Random random(seed);
  std::vector<unsigned> applied(kMutations.size(), 0);
  for (const auto& [task, whole] : small_combining_cases(3)) {
    const CombiningRun right = CombiningReference(task, seed).run(whole);
    for (std::size_t m = 0; m < kMutations.size(); ++m) {
      for (int round = 0; round < 8; ++round) {
        CombiningRun run = right;
        if (!kMutations[m].apply(task, run, random)) continue;
        ++applied[m];
        ASSERT_TRUE(verdict(task, run, round % 2 == 0 ? 4 : ~std::size_t{0}).has_value())
            << describe_combining(task, whole) << ": " << kMutations[m].name;
      }
    }
  }
  for (std::size_t m = 0; m < kMutations.size(); ++m) EXPECT_GT(applied[m], 50U) << kMutations[m].name;
}

}  // namespace
}  // namespace testbench
