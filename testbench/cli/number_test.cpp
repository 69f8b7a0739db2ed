#include "testbench/cli/number.hpp"

#include <gtest/gtest.h>

#include "testbench/cli/nearest.hpp"
#include "testbench/cli/usage_error.hpp"

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

TEST(Number, IsDecimal) {
  EXPECT_EQ(Number("010").within("--x", 0, 20), 10);
  EXPECT_EQ(Number("-3").within("--x", -5, 20), -3);
  for (const char* text :
       {"", "0x5", "1e3", "5.0", "+5", " 5", "5 ", "--5", "99999999999999999999", "abc", "21", "-6"}) {
    EXPECT_EQ(refusal([&] { Number(text).within("--x", -5, 20, " here"); }),
              std::string("--x ") + text + ": must be -5..20 here");
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
  for (const char* text : {"8..2", "0..3", "1..13", "2..x", "..", "2..", "2..3..4", "2...3"}) {
    EXPECT_EQ(refusal([&] { range(text); }), std::string("--dims ") + text + ": must be A..B with 1 <= A <= B <= 12");
  }
  EXPECT_EQ(refusal([&] { range("13"); }), "--dims 13: must be 1..12");
}

TEST(Decimal, HasNoOtherForms) {
  EXPECT_EQ(decimal_within("--stall", "0.25", 0, 0.99), 0.25);
  EXPECT_EQ(decimal_within("--stall", "25e-2", 0, 0.99), 0.25);
  for (const char* text : {"nan", "inf", "-nan", "-0.1", "0x1p-2", "1.0", ".", "", "0.5x", "0,5"}) {
    EXPECT_NE(refusal([&] { decimal_within("--stall", text, 0, 0.99); }), "") << text;
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
