// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/words.hpp"

#include <gtest/gtest.h>

namespace testbench::test {
namespace {

template <class Use>
std::string refusal(Use use) {
  try {
    use();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Number, IsInDigitsWithoutLeadingZeros) {
  EXPECT_EQ(Number("0").within("--x", 0, 20), 0);
  EXPECT_EQ(Number("10").within("--x", 0, 20), 10);
  EXPECT_EQ(Number("-3").within("--x", -5, 20), -3);
  const auto refused = [](const char* text) { return refusal([&] { Number(text).within("--x", -5, 20, " here"); }); };
  for (const char* text : {"99999999999999999999", "-99999999999999999999", "21", "-6"}) {
    EXPECT_EQ(refused(text), std::string("--x ") + text + ": must be -5..20 here");
  }
  for (const char* text : {"", "-", "010", "00", "-03", "0x5", "1e3", "5.0", "+5", " 5", "5 ", "--5", "abc", "5_0"}) {
    EXPECT_EQ(refused(text), std::string("--x ") + text + ": must be -5..20 here, in digits without leading zeros");
  }
}

TEST(NumberRange, GoesUp) {
  const auto range = [](const std::string& text) {
    NumberRange made(text);
    made.require_within("--dims", 1, 12);
    return std::pair(made.first(), made.last());
  };
  EXPECT_EQ(range("2..8"), std::pair(std::int64_t{2}, std::int64_t{8}));
  EXPECT_EQ(range("5"), std::pair(std::int64_t{5}, std::int64_t{5}));
  const std::string must = ": must be A..B with 1 <= A <= B <= 12";
  for (const char* text : {"8..2", "0..3", "1..13"}) {
    EXPECT_EQ(refusal([&] { range(text); }), std::string("--dims ") + text + must);
  }
  for (const char* text : {"2..x", "..", "2..", "2..3..4", "2...3", "02..8", "2..08", "2..+8"}) {
    EXPECT_EQ(refusal([&] { range(text); }),
              std::string("--dims ") + text + must + ", in digits without leading zeros");
  }
  EXPECT_EQ(refusal([&] { range("13"); }), "--dims 13: must be 1..12");
  EXPECT_EQ(refusal([&] { range("03"); }), "--dims 03: must be 1..12, in digits without leading zeros");
}

// RFC 8259, section 6.
TEST(Decimal, IsANumberOfJson) {
  for (const char* text : {"0.25", "25e-2", "2.5E-1", "0.25e0", "0.0025e+2", "0.250"}) {
    EXPECT_EQ(decimal_within("--stall", text, 0, 0.99), 0.25) << text;
  }
  const auto refused = [](const char* text) {
    return refusal([&] { decimal_within("--stall", text, 0, 0.99, " here"); });
  };
  for (const char* text : {"-0.1", "1.0", "1e999", "7"}) {
    EXPECT_EQ(refused(text), std::string("--stall ") + text + ": must be 0..0.99 here");
  }
  for (const char* text : {"nan", "inf", "-nan", "0x1p-2", ".", "", ".5", "0.", "0.e1", "00.5", "01e-2", "+0.5", "0.5x",
                           "0,5", "1e", " 0.5"}) {
    EXPECT_EQ(refused(text), std::string("--stall ") + text +
                                 ": must be 0..0.99 here, in digits without leading zeros, like 0.25 or 25e-2");
  }
}

TEST(DidYouMean, TheNearest) {
  const std::vector<std::string> options = {"--dim", "--packets", "--json", "--root"};
  EXPECT_EQ(did_you_mean("--pakcets", options), "; did you mean --packets?");
  EXPECT_EQ(did_you_mean("-d", options), "; did you mean --dim?");
  EXPECT_EQ(did_you_mean("--JSON", options), "; did you mean --json?");
  EXPECT_EQ(did_you_mean("--foo", options), "");
  EXPECT_EQ(did_you_mean("", options), "");
}

}  // namespace
}  // namespace testbench::test
