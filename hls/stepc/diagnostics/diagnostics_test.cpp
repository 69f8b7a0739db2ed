// SPDX-License-Identifier: Apache-2.0
// Tests the text of errors: each appears once, in the order of the source.
#include "hls/stepc/diagnostics/diagnostics.hpp"

#include <gtest/gtest.h>

namespace stepc {
namespace {

TEST(Location, SaysFileAndLine) {
  EXPECT_EQ((Location{"fifo.cpp", 12}.text()), "fifo.cpp:12");
  EXPECT_EQ(Location{}.text(), "unknown location");
}

TEST(Diagnostics, StandInTheOrderOfTheSource) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.empty());
  diagnostics.report({{"queue.hpp", 30}, "late"});
  diagnostics.report({{"fifo.cpp", 7}, "of another file"});
  diagnostics.report({{"queue.hpp", 4}, "early"});
  diagnostics.report({{"queue.hpp", 4}, "also early"});
  EXPECT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.text(),
            R"(queue.hpp:4: error: also early
queue.hpp:4: error: early
queue.hpp:30: error: late
fifo.cpp:7: error: of another file
)");
}

TEST(Diagnostics, TellNothingTwice) {
  Diagnostics diagnostics;
  for (int i = 0; i < 3; ++i) diagnostics.report({{"fifo.cpp", 7}, "the same"});
  EXPECT_EQ(diagnostics.count(), 1u);
  EXPECT_EQ(diagnostics.text(), "fifo.cpp:7: error: the same\n");
}

TEST(Diagnostics, TellAReasonOnceIfAsked) {
  Diagnostics diagnostics;
  for (unsigned line = 7; line < 10; ++line) diagnostics.report_once({"fifo.cpp", line}, "the same");
  EXPECT_EQ(diagnostics.text(), "fifo.cpp:7: error: the same\n");
}

TEST(Diagnostics, TellAtMostTwenty) {
  Diagnostics diagnostics;
  for (unsigned line = 1; line <= 20; ++line) diagnostics.report({{"fifo.cpp", line}, "wrong"});
  EXPECT_EQ(diagnostics.text().find("more"), std::string::npos);
  for (unsigned line = 21; line <= 23; ++line) diagnostics.report({{"fifo.cpp", line}, "wrong"});
  const std::string text = diagnostics.text();
  EXPECT_NE(text.find("fifo.cpp:20: error: wrong\nstepc: error: and 3 more\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("fifo.cpp:21"), std::string::npos);
}

}  // namespace
}  // namespace stepc
