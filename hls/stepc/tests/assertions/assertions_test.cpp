// SPDX-License-Identifier: Apache-2.0
// Verilator reports assertions (--assert) at run time.
#include <gtest/gtest.h>

#include <array>

#include "sound_rtl.hpp"
#include "violated_rtl.hpp"

namespace {

template <class Model>
void clock(Model& model) {
  model.clk = 0;
  model.eval();
  model.clk = 1;
  model.eval();
}

template <class Model>
void reset(Model& model) {
  model.rst = 1;
  clock(model);
  model.rst = 0;
}

class Assertions : public testing::Test {
 protected:
  Assertions() { Verilated::threadContextp()->fatalOnError(false); }

  // Returns the text that `cycles` cycles of pushes print.
  template <class Model>
  std::string output_of_pushes(unsigned cycles) {
    Model model;
    reset(model);
    model.push = 1;
    testing::internal::CaptureStdout();
    for (unsigned i = 0; i < cycles; ++i) clock(model);
    return testing::internal::GetCapturedStdout();
  }
};

TEST_F(Assertions, TellTextPlaceAndInstance) {
  EXPECT_EQ(output_of_pushes<violated_rtl::Model>(4), "");
  const std::string output = output_of_pushes<violated_rtl::Model>(5);
  EXPECT_NE(output.find("queue.cpp:24: a push into a \"full\" queue, 100 % wrong"), std::string::npos) << output;
  EXPECT_NE(output.find("TOP.violated.queue"), std::string::npos) << output;
}

TEST_F(Assertions, AreQuietWhereTheyHold) {
  EXPECT_EQ(output_of_pushes<sound_rtl::Model>(20), "");
}

TEST_F(Assertions, AreNotCheckedDuringReset) {
  violated_rtl::Model model;
  reset(model);
  model.push = 1;
  for (unsigned i = 0; i < 4; ++i) clock(model);
  model.rst = 1;  // the queue is full and pushed
  testing::internal::CaptureStdout();
  for (unsigned i = 0; i < 3; ++i) clock(model);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST_F(Assertions, AreNotCheckedWhereThePartRests) {
  violated_rtl::Model model;
  reset(model);
  model.word = 5;
  model.push = 1;
  for (unsigned i = 0; i < 4; ++i) clock(model);
  model.push = 0;  // no tick, though the queue is full
  testing::internal::CaptureStdout();
  clock(model);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
