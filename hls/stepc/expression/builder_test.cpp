// SPDX-License-Identifier: Apache-2.0
// Compares random expressions, as Builder simplifies them, with the definition of each operation.
#include "hls/stepc/expression/builder.hpp"

#include <gtest/gtest.h>

#include <random>

#include "hls/stepc/expression/facts.hpp"
#include "hls/stepc/test_support/evaluator.hpp"
#include "test_support/seed.hpp"

namespace {

using llvm::APInt;
using stepc::Builder;
using stepc::Expr;
using stepc::Op;

constexpr std::size_t kSamples = 6;  // assignments of the symbols on which values are compared

using Values = std::vector<APInt>;  // by sample

APInt shifted(const APInt& x, const APInt& by, Op op) {
  const auto amount = static_cast<unsigned>(by.getLimitedValue(x.getBitWidth()));
  if (op == Op::kShiftLeft) return x.shl(amount);
  return op == Op::kShiftRight ? x.lshr(amount) : x.ashr(amount);
}

struct Sampled {
  Expr expression;
  Values values;
};

class RandomExpressions {
 public:
  explicit RandomExpressions(std::uint64_t seed) : random_(seed) {
    for (const unsigned width : {1u, 1u, 1u, 4u, 5u, 8u, 13u, 32u, 64u, 70u}) {
      Values values;
      for (std::size_t i = 0; i < kSamples; ++i) values.push_back(number(width));
      pool_.push_back({build_.symbol(static_cast<unsigned>(symbols_.size()), width), values});
      symbols_.push_back(values);
    }
  }

  // Makes an expression from earlier expressions, and remembers it.
  const Sampled& make() {
    pool_.push_back(random_expression());
    return pool_.back();
  }

  // Makes a comparison of earlier expressions, often with a constant.
  Sampled comparison() {
    const Sampled a = any();
    const unsigned width = a.expression->width;
    return comparison(a, below(2) == 0 ? constant(width) : resized(any(), width, below(2) == 0));
  }

  const std::vector<Sampled>& all() const { return pool_; }

  APInt evaluate(Expr x, std::size_t sample) {
    return stepc::test::Evaluator([&](Expr symbol) { return symbols_[symbol->tag][sample]; })(x);
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  APInt number(unsigned width) {
    const APInt wide(128, {random_(), random_()});
    if (below(3) == 0) return APInt(width, below(3)).zextOrTrunc(width);
    return below(4) == 0 ? APInt::getAllOnes(width) : wide.trunc(width);
  }

  const Sampled& any() {
    return below(3) == 0 ? pool_[below(pool_.size())]
                         : pool_[pool_.size() - 1 - below(std::min<std::size_t>(12, pool_.size()))];
  }

  // Returns an expression with its value for each sample, by `define`.
  template <class Define>
  Sampled with(Expr expression, const Define& define) {
    Sampled result{expression, {}};
    for (std::size_t i = 0; i < kSamples; ++i) result.values.push_back(define(i));
    return result;
  }

  Sampled constant(unsigned width) {
    const APInt value = number(width);
    return {build_.constant(value), Values(kSamples, value)};
  }

  Sampled resized(const Sampled& x, unsigned width, bool is_signed) {
    const Expr e = x.expression;
    Sampled result{width <= e->width ? build_.truncate(e, width)
                   : is_signed       ? build_.sign_extend(e, width)
                                     : build_.zero_extend(e, width),
                   {}};
    for (const APInt& value : x.values) {
      result.values.push_back(is_signed ? value.sextOrTrunc(width) : value.zextOrTrunc(width));
    }
    return result;
  }

  Sampled bit_of(const Sampled& x) {
    const auto low = static_cast<unsigned>(below(x.expression->width));
    return with(build_.extract(x.expression, low, 1), [&](std::size_t i) { return x.values[i].extractBits(1, low); });
  }

  Sampled comparison(const Sampled& a, const Sampled& b) {
    const auto bit = [](bool value) { return APInt(1, value ? 1 : 0); };
    switch (below(3)) {
      case 0:
        return with(build_.equal(a.expression, b.expression),
                    [&](std::size_t i) { return bit(a.values[i] == b.values[i]); });
      case 1:
        return with(build_.less(a.expression, b.expression),
                    [&](std::size_t i) { return bit(a.values[i].ult(b.values[i])); });
      default:
        return with(build_.signed_less(a.expression, b.expression),
                    [&](std::size_t i) { return bit(a.values[i].slt(b.values[i])); });
    }
  }

  Sampled random_expression() {
    const Sampled a = any();
    const unsigned width = a.expression->width;
    const Sampled b = below(4) == 0 ? constant(width) : resized(any(), width, below(2) == 0);
    const Expr x = a.expression;
    const Expr y = b.expression;
    switch (below(22)) {
      case 0:
        return with(build_.add(x, y), [&](std::size_t i) { return a.values[i] + b.values[i]; });
      case 1:
        return with(build_.subtract(x, y), [&](std::size_t i) { return a.values[i] - b.values[i]; });
      case 2:
        return with(build_.multiply(x, y), [&](std::size_t i) { return a.values[i] * b.values[i]; });
      case 3:
        return with(build_.bit_and(x, y), [&](std::size_t i) { return a.values[i] & b.values[i]; });
      case 4:
        return with(build_.bit_or(x, y), [&](std::size_t i) { return a.values[i] | b.values[i]; });
      case 5:
        return with(build_.bit_xor(x, y), [&](std::size_t i) { return a.values[i] ^ b.values[i]; });
      case 6:
        return with(build_.bit_not(x), [&](std::size_t i) { return ~a.values[i]; });
      case 7:
        return with(build_.shift_left(x, y),
                    [&](std::size_t i) { return shifted(a.values[i], b.values[i], Op::kShiftLeft); });
      case 8:
        return with(build_.shift_right(x, y),
                    [&](std::size_t i) { return shifted(a.values[i], b.values[i], Op::kShiftRight); });
      case 9:
        return with(build_.signed_shift_right(x, y),
                    [&](std::size_t i) { return shifted(a.values[i], b.values[i], Op::kSignedShiftRight); });
      case 10:
      case 11:
      case 12:
        return comparison(a, b);
      case 13:
      case 14: {
        const Sampled c = bit_of(any());
        return with(build_.mux(c.expression, x, y),
                    [&](std::size_t i) { return c.values[i].isOne() ? a.values[i] : b.values[i]; });
      }
      case 15: {
        const unsigned low = static_cast<unsigned>(below(width));
        const unsigned count = 1 + static_cast<unsigned>(below(width - low));
        return with(build_.extract(x, low, count), [&](std::size_t i) { return a.values[i].extractBits(count, low); });
      }
      case 16:
        if (2 * width > 128) return constant(5);
        return with(build_.concat({x, y}), [&](std::size_t i) { return b.values[i].concat(a.values[i]); });
      case 17:
        return resized(a, 1 + static_cast<unsigned>(below(80)), below(2) == 0);
      case 18: {
        const Sampled c = resized(any(), width, false);
        const Sampled n = resized(any(), 2, false);
        return with(build_.index(n.expression, {x, y, c.expression}), [&](std::size_t i) {
          const std::uint64_t at = n.values[i].getZExtValue();
          return at == 0 ? a.values[i] : at == 1 ? b.values[i] : c.values[i];
        });
      }
      case 19:
        return with(build_.count_leading_zeros(x),
                    [&](std::size_t i) { return APInt(64, a.values[i].countl_zero()).zextOrTrunc(width); });
      case 20:
        return with(build_.count_trailing_zeros(x),
                    [&](std::size_t i) { return APInt(64, a.values[i].countr_zero()).zextOrTrunc(width); });
      default:
        return with(build_.count_ones(x),
                    [&](std::size_t i) { return APInt(64, a.values[i].popcount()).zextOrTrunc(width); });
    }
  }

  std::mt19937_64 random_;
  Builder build_;
  std::vector<Values> symbols_;
  std::vector<Sampled> pool_;
};

TEST(Expressions, KeepTheirValuesWhenSimplified) {
  const std::uint64_t first = test_support::seed();
  for (std::uint64_t seed = first; seed < first + 150; ++seed) {
    RandomExpressions expressions(seed);
    for (int i = 0; i < 120; ++i) {
      const auto& made = expressions.make();
      for (std::size_t sample = 0; sample < kSamples; ++sample) {
        const APInt value = expressions.evaluate(made.expression, sample);
        ASSERT_EQ(made.expression->width, made.values[sample].getBitWidth()) << "seed " << seed << ", expression " << i;
        ASSERT_EQ(value, made.values[sample]) << "seed " << seed << ", expression " << i;
        ASSERT_TRUE(made.expression->known.Zero.isSubsetOf(~value)) << "seed " << seed << ", expression " << i;
        ASSERT_TRUE(made.expression->known.One.isSubsetOf(value)) << "seed " << seed << ", expression " << i;
      }
    }
  }
}

// A conclusion from conditions holds for every assignment that meets the conditions.
TEST(Expressions, LieInTheRangesThatFollowFromFacts) {
  const std::uint64_t first = test_support::seed();
  for (std::uint64_t seed = first; seed < first + 100; ++seed) {
    RandomExpressions expressions(seed);
    for (int i = 0; i < 60; ++i) expressions.make();
    std::vector<Sampled> conditions;
    for (int i = 0; i < 5; ++i) conditions.push_back(expressions.comparison());
    for (std::size_t sample = 0; sample < kSamples; ++sample) {
      stepc::Facts facts;
      for (const Sampled& condition : conditions) facts.add(condition.expression, condition.values[sample].isOne());
      EXPECT_FALSE(facts.impossible()) << "seed " << seed;
      for (const Sampled& x : expressions.all()) {
        ASSERT_TRUE(facts.range_of(x.expression).contains(x.values[sample])) << "seed " << seed;
      }
    }
  }
}

TEST(Expressions, EqualExpressionsAreTheSameNode) {
  Builder build;
  const Expr a = build.symbol(0, 8);
  const Expr b = build.symbol(1, 8);
  EXPECT_EQ(build.add(a, b), build.add(b, a));
  EXPECT_EQ(build.bit_not(build.bit_not(a)), a);
  EXPECT_EQ(build.mux(build.equal(a, b), a, a), a);
}

TEST(Expressions, FieldsComeBackOutOfWideWords) {
  Builder build;
  const Expr a = build.symbol(0, 5);
  const Expr b = build.symbol(1, 11);
  const Expr word =
      build.bit_or(build.zero_extend(a, 64), build.shift_left(build.zero_extend(b, 64), build.constant(64, 5)));
  EXPECT_EQ(build.extract(word, 0, 5), a);
  EXPECT_EQ(build.extract(word, 5, 11), b);
}

// `if (condition) set |= bit << 2` chooses one bit.
TEST(Expressions, JoinedWordsChooseThePiecesThatDiffer) {
  Builder build;
  const Expr condition = build.symbol(0, 1), set = build.symbol(1, 4), bit = build.symbol(2, 1);
  const Expr more = build.bit_or(set, build.concat({build.constant(2, 0), bit, build.constant(1, 0)}));
  const Expr chosen = build.mux(condition, more, set);
  EXPECT_EQ(build.extract(chosen, 0, 2), build.extract(set, 0, 2));
  EXPECT_EQ(build.extract(chosen, 3, 1), build.extract(set, 3, 1));
  const Expr third = build.extract(set, 2, 1);
  EXPECT_EQ(build.extract(chosen, 2, 1), build.mux(condition, build.bit_or(third, bit), third));
}

TEST(Expressions, ArithmeticIsAsWideAsItsOperands) {
  Builder build;
  const Expr count = build.symbol(0, 4);
  const Expr wide = build.add(build.zero_extend(count, 32), build.constant(32, 1));
  EXPECT_EQ(build.truncate(wide, 4), build.add(count, build.constant(4, 1)));
  EXPECT_EQ(build.truncate(wide, 5)->width, 5u);
}

// The upper 32 bits of a 64-bit amount only decide whether anything is left.
TEST(Expressions, ShiftByAmountsThatEveryToolReads) {
  Builder build;
  const Expr x = build.symbol(0, 8), wide = build.symbol(1, 64), few = build.symbol(2, 5);
  const Expr is_small = build.equal(build.extract(wide, 32, 32), build.constant(32, 0));
  const Expr low = build.truncate(wide, 32);
  const Expr nothing = build.constant(8, 0);
  const Expr sign = build.sign_extend(build.extract(x, 7, 1), 8);
  EXPECT_EQ(build.shift_left(x, wide), build.mux(is_small, build.shift_left(x, low), nothing));
  EXPECT_EQ(build.shift_right(x, wide), build.mux(is_small, build.shift_right(x, low), nothing));
  EXPECT_EQ(build.signed_shift_right(x, wide), build.mux(is_small, build.signed_shift_right(x, low), sign));
  EXPECT_EQ(build.shift_left(x, build.zero_extend(few, 64)), build.shift_left(x, few));
  const Expr by_three = build.concat({build.constant(32, 3), few});
  EXPECT_EQ(build.shift_left(x, by_three),
            build.mux(build.equal(few, build.constant(5, 0)), build.shift_left(x, build.constant(2, 3)), nothing));
}

TEST(Expressions, OfWhatFailedHaveFailedUnlessItDoesNotMatter) {
  Builder build;
  const Expr a = build.symbol(0, 8);
  const Expr failed = build.failed(8);
  EXPECT_TRUE(build.add(a, failed)->failed);
  EXPECT_TRUE(build.extract(build.mux(build.symbol(1, 1), a, failed), 2, 3)->failed);
  EXPECT_TRUE(build.mux(build.failed(1), a, build.constant(8, 3))->failed);
  EXPECT_FALSE(build.bit_and(build.constant(8, 0), failed)->failed);
  EXPECT_FALSE(build.add(a, build.constant(8, 1))->failed);
}

TEST(Expressions, BelongToTheirBuilder) {
  Builder build;
  Builder other;
  const Expr a = build.symbol(0, 8);
  const Expr b = other.symbol(0, 8);
  EXPECT_TRUE(build.owns(a));
  EXPECT_FALSE(build.owns(b));
  EXPECT_EQ(build.size(), 1u);
}

}  // namespace
