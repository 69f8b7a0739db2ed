// SPDX-License-Identifier: Apache-2.0
// Tests conditions that exclude one another.
#include "hls/stepc/expression/exclusive.hpp"

#include <gtest/gtest.h>

#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

class Exclusive : public testing::Test {
 protected:
  Expr bit(Expr x, unsigned position) { return build_.extract(x, position, 1); }

  Builder build_;
  Expr word_ = build_.symbol(0, 4);
  Expr other_ = build_.symbol(1, 4);
  Expr enable_ = build_.symbol(2, 1);
};

// A round-robin grant is the lowest 1 of the bits above a mask, or else of all bits.
TEST_F(Exclusive, AreTheBitsOfAGrant) {
  const Expr above = build_.bit_and(word_, build_.bit_not(other_));
  const Expr chosen = build_.mux(build_.equal(above, build_.constant(4, 0)), word_, above);
  const Expr first = build_.bit_and(enable_, bit(chosen, 0));
  const Expr second = build_.bit_and(bit(chosen, 1), build_.bit_and(enable_, build_.bit_not(bit(chosen, 0))));
  EXPECT_TRUE(are_exclusive(first, second));
  EXPECT_FALSE(are_exclusive(first, bit(chosen, 1)));
  EXPECT_FALSE(are_exclusive(first, first));
}

TEST_F(Exclusive, AreComparisonsWithDifferentNumbers) {
  const auto is = [&](std::uint64_t number) { return build_.equal(word_, build_.constant(4, number)); };
  EXPECT_TRUE(are_exclusive(is(3), is(5)));
  EXPECT_FALSE(are_exclusive(is(3), bit(word_, 0)));
  EXPECT_TRUE(are_exclusive(is(4), bit(build_.concat({enable_, word_}), 1)));
}

// The result of arithmetic is taken as unknown, but the same in both conditions.
TEST_F(Exclusive, TakeArithmeticForAnything) {
  const Expr sum = build_.add(word_, other_);
  EXPECT_TRUE(are_exclusive(bit(sum, 0), build_.bit_not(bit(sum, 0))));
  EXPECT_FALSE(are_exclusive(build_.less(word_, other_), build_.less(other_, word_)));
}

TEST_F(Exclusive, AreNotSeenWhereThereAreTooManyBits) {
  const Expr zero = build_.constant(19, 0);
  const Expr wide = build_.symbol(3, 19);
  EXPECT_FALSE(are_exclusive(build_.equal(wide, zero), build_.bit_not(build_.equal(wide, zero))));
}

}  // namespace
}  // namespace stepc
