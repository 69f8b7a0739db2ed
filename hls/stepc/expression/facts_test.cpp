// SPDX-License-Identifier: Apache-2.0
// Tests the ranges of expressions that follow from conditions.
#include "hls/stepc/expression/facts.hpp"

#include <gtest/gtest.h>

#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

class FactsOf : public testing::Test {
 protected:
  Expr number(unsigned width, std::uint64_t value) { return build_.constant(width, value); }
  std::pair<std::int64_t, std::int64_t> range(const Facts& facts, Expr x) {
    const llvm::ConstantRange range = facts.range_of(x);
    return {range.getSignedMin().getSExtValue(), range.getSignedMax().getSExtValue()};
  }
  using Range = std::pair<std::int64_t, std::int64_t>;

  Builder build_;
  Expr x_ = build_.symbol(0, 64);
  Expr c_ = build_.symbol(1, 1);
};

TEST_F(FactsOf, NothingIsTheWholeRange) {
  EXPECT_TRUE(Facts().range_of(x_).isFullSet());
  EXPECT_EQ(range(Facts(), build_.zero_extend(build_.symbol(2, 3), 64)), Range(0, 7));
}

TEST_F(FactsOf, AComparisonBoundsBothSidesAndWhatTheyAreMadeOf) {
  Facts facts;
  facts.add(build_.less(build_.add(x_, number(64, ~0ull)), number(64, 7)), true);
  EXPECT_EQ(range(facts, x_), Range(1, 7));
  EXPECT_EQ(range(facts, build_.add(x_, number(64, 10))), Range(11, 17));
  Facts inner(&facts);
  inner.add(build_.signed_less(x_, number(64, 3)), true);
  EXPECT_EQ(range(inner, x_), Range(1, 2));
  EXPECT_EQ(range(facts, x_), Range(1, 7));
}

// `x < 8` says that all but the lowest three bits are zero.
TEST_F(FactsOf, HighBitsBoundTheirWord) {
  Facts facts;
  facts.add(build_.less(x_, number(64, 8)), true);
  EXPECT_EQ(range(facts, x_), Range(0, 7));
}

// The index of 16 * x without its low zeros keeps its sign.
TEST_F(FactsOf, LowBitsKeepTheSign) {
  Facts facts;
  facts.add(build_.less(build_.add(x_, number(64, 2)), number(64, 3)), true);
  EXPECT_EQ(range(facts, build_.sign_extend(build_.truncate(x_, 60), 64)), Range(-2, 0));
}

TEST_F(FactsOf, AConjunctionHoldsInAllItsParts) {
  Facts facts;
  facts.add(
      build_.bit_not(build_.bit_or(build_.signed_less(x_, number(64, ~1ull)), build_.signed_less(number(64, 0), x_))),
      true);
  EXPECT_EQ(range(facts, x_), Range(-2, 0));
}

TEST_F(FactsOf, AChoiceIsOnlyTakenWhereItsConditionHolds) {
  const Expr is_small = build_.less(x_, number(64, 5));
  EXPECT_EQ(range(Facts(), build_.mux(is_small, x_, number(64, 9))), Range(0, 9));
  Facts facts;
  facts.add(is_small, true);
  EXPECT_EQ(range(facts, build_.mux(is_small, x_, number(64, 9))), Range(0, 4));
}

// In `min(byte, 3)` the upper bits of the byte are zero, wherever in a word the byte lies.
TEST_F(FactsOf, BitsOfAWordBoundOtherBitsOfIt) {
  const Expr byte = build_.extract(x_, 16, 8);
  Facts facts;
  facts.add(build_.equal(build_.extract(x_, 18, 6), number(6, 0)), true);
  EXPECT_EQ(range(facts, build_.zero_extend(byte, 64)), Range(0, 3));
  EXPECT_EQ(range(facts, build_.zero_extend(build_.extract(x_, 16, 9), 64)), Range(0, 511));
  Facts around;
  around.add(build_.less(build_.extract(x_, 8, 24), number(24, 0x500)), true);
  EXPECT_EQ(range(around, build_.zero_extend(byte, 64)), Range(0, 4));
  EXPECT_EQ(range(around, build_.zero_extend(build_.extract(x_, 8, 8), 64)), Range(0, 255));
}

// max(0, min(x, 6)) is x where x < 0 and 6 < x are false, in whatever order that is said.
TEST_F(FactsOf, ADecidedConditionTellsWhatAChoiceIs) {
  const Expr is_large = build_.signed_less(number(64, 6), x_);
  const Expr least = build_.mux(is_large, number(64, 6), x_);
  const Expr is_negative = build_.signed_less(least, number(64, 0));
  for (const bool large_first : {false, true}) {
    Facts facts;
    facts.add(large_first ? is_large : is_negative, false);
    facts.add(large_first ? is_negative : is_large, false);
    EXPECT_EQ(range(facts, x_), Range(0, 6));
  }
  Facts facts;
  facts.add(build_.less(build_.mux(c_, x_, number(64, 2)), number(64, 5)), true);
  EXPECT_TRUE(facts.range_of(x_).isFullSet());
  Facts inner(&facts);
  inner.add(c_, true);
  EXPECT_EQ(range(inner, x_), Range(0, 4));
}

TEST_F(FactsOf, ContradictionsAreTold) {
  Facts facts;
  facts.add_equal(x_, llvm::APInt(64, 3), true);
  EXPECT_FALSE(facts.impossible());
  facts.add_equal(x_, llvm::APInt(64, 3), false);
  EXPECT_TRUE(facts.impossible());
  EXPECT_TRUE(Facts(&facts).impossible());
}

}  // namespace
}  // namespace stepc
