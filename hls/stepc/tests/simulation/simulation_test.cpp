// SPDX-License-Identifier: Apache-2.0
// Tests two tops in one simulation, and a reset in mid-run.
#include <gtest/gtest.h>

#include <random>

#include "Vtwo_tops.h"
#include "data_top_rtl.hpp"
#include "hls/stepc/lockstep/lockstep.hpp"
#include "hls/stepc/tests/tops/data.cpp"

namespace {

template <class Model>
void clock(Model& model) {
  model.clk = 0;
  model.eval();
  model.clk = 1;
  model.eval();
}

TEST(TwoTops, BehaveAlike) {
  Vtwo_tops model;
  model.rst = 1;
  clock(model);
  model.rst = 0;
  stepc::RandomInputs random(1);
  unsigned packets = 0;
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    ASSERT_EQ(model.packet_a, model.packet_b) << "cycle " << cycle;
    ASSERT_EQ(model.valid_a, model.valid_b) << "cycle " << cycle;
    ASSERT_EQ(model.full_a, model.full_b) << "cycle " << cycle;
    packets += model.valid_a;
    model.valid = static_cast<CData>(random.next(1));
    model.ready = static_cast<CData>(random.next(1));
    model.packet = random.next(37);
    clock(model);
  }
  EXPECT_GT(packets, 500u);
}

STEPC_LOCKSTEP(data_top);

// Reset gives control registers their values and does not touch data. After it, the C++ continues
// with the data that the RTL holds.
TEST(DataRegisters, OutliveAReset) {
  using Harness = data_top_lockstep;
  Harness::Model model;
  State state{};
  In in{};
  Out out{};
  stepc::Mismatch mismatch;
  stepc::RandomInputs random(2);
  const auto reset = [&] {
    model.rst = 1;
    clock(model);
    model.rst = 0;
    state = State{};
    out = Out{};
  };
  const auto agree = [&] {
    return Harness::compare(model, state, mismatch) && Harness::compare_out(model, out, mismatch);
  };
  const auto run = [&](unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      ASSERT_TRUE(agree()) << mismatch.name << " in cycle " << cycle;
      Harness::randomise(random, in);
      Harness::drive(model, in);
      step(state, in, out);
      clock(model);
    }
  };
  Harness::drive(model, in);
  reset();
  Harness::take_data(model, state, out);
  run(1000);

  // A data register keeps its value if nothing loads it in the cycle of the reset.
  in = In{};
  in.payload.word = hls::Bits<20>(0x54321);
  in.valid = hls::Bit(1);
  Harness::drive(model, in);
  clock(model);
  in = In{};
  Harness::drive(model, in);
  clock(model);
  reset();
  EXPECT_FALSE(agree());  // State{} is not what the RTL holds ...
  Harness::take_data(model, state, out);
  EXPECT_TRUE(agree()) << mismatch.name;  // ... but for data
  EXPECT_EQ(model.rootp->data_top__DOT__stages_0__DOT__payload_word, 0x54321u);
  EXPECT_EQ(model.rootp->data_top__DOT__stages_0__DOT__control_hops, 9u);
  run(1000);
}

}  // namespace
