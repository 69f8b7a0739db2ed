// SPDX-License-Identifier: Apache-2.0
#include "rtl_sim/model_rest.hpp"

#include <gtest/gtest.h>

namespace {

using rtl_sim::ModelBytes;
using rtl_sim::ModelRest;

// Counts down to zero.
struct Timer {
  unsigned left = 0;

  void clock(unsigned load) {
    if (load != 0) {
      left = load;
    } else if (left != 0) {
      --left;
    }
  }
};

struct Clocked {
  Timer timer;
  ModelRest rest;
  ModelBytes before;
  unsigned last = ~0u;
  unsigned edges = 0;

  void edge(unsigned load) {
    rest.edge(timer, load == last, before, [&] {
      timer.clock(load);
      ++edges;
    });
    last = load;
  }
};

TEST(ModelRest, ChangesNothingButTheEdges) {
  Clocked clocked;
  Timer timer;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    // Loads come at growing distances, so that there are rests of all lengths, and short and long
    // countdowns.
    const unsigned load = cycle % (cycle / 100 + 2) == 0 ? cycle % 37 : 0;
    timer.clock(load);
    clocked.edge(load);
    ASSERT_EQ(clocked.timer.left, timer.left) << "cycle " << cycle;
  }
  EXPECT_LT(clocked.edges, 16000u);
}

TEST(ModelRest, AModelWithoutWorkIsLeftAlone) {
  Clocked clocked;
  for (unsigned cycle = 0; cycle < 10000; ++cycle) clocked.edge(0);
  EXPECT_LE(clocked.edges, 4u);
}

TEST(ModelRest, AModelThatChangesIsClockedInEveryCycle) {
  Clocked clocked;
  clocked.edge(10000);
  for (unsigned cycle = 0; cycle < 9000; ++cycle) clocked.edge(0);
  EXPECT_EQ(clocked.edges, 9001u);
  EXPECT_EQ(clocked.timer.left, 1000u);
}

TEST(ModelRest, NewInputsWakeIt) {
  Clocked clocked;
  for (unsigned cycle = 0; cycle < 100; ++cycle) clocked.edge(0);
  clocked.edge(5);
  EXPECT_EQ(clocked.timer.left, 5u);
  clocked.edge(0);
  EXPECT_EQ(clocked.timer.left, 4u);
}

}  // namespace
