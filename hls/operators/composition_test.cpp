// SPDX-License-Identifier: Apache-2.0
// Compositions against the definitions of MPI and NCCL, on lanes and pairs by the host's arithmetic.
#include "hls/operators/composition.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "hls/operators/operator_sets.hpp"
#include "hls/operators/test_operands.hpp"
#include "test_support/seed.hpp"

namespace operators::test {
namespace {

// Combines words of several ranks, one after the other.
std::uint64_t reduced(std::uint32_t operation, const std::vector<std::uint64_t>& words) {
  const hls::Bits<8> hardware(hardware_operation(operation));
  hls::Bits<64> total(prepared(operation, words[0]));
  for (std::size_t i = 1; i < words.size(); ++i) {
    total = Numbers::combine(hardware, total, hls::Bits<64>(prepared(operation, words[i])));
  }
  return finished(operation, total, static_cast<std::uint32_t>(words.size()));
}

TEST(Composition, NamesAreReadAgain) {
  for (std::uint32_t i = 0; i < 16; ++i) {
    if (i >= kFunctions && !is_composition(i)) continue;
    EXPECT_EQ(operation_named(operation_name(i)), i);
  }
  EXPECT_EQ(operation_name(number(Composition::kLogicalAnd, Type::kInt8)), "logical-and");
  EXPECT_EQ(operation_named("avg"), std::nullopt);
}

TEST(Composition, TakesTypesAsMpiDoes) {
  for (const Type type : kAllTypes) {
    for (const Function function : kAllFunctions) {
      EXPECT_EQ(takes(number(function, type), type), Numbers::has(number(function, type), 64));
    }
    EXPECT_TRUE(takes(number(Composition::kAverage, type), type));
    EXPECT_EQ(takes(number(Composition::kLogicalXor, type), type), !is_float(type));
    EXPECT_EQ(takes(number(Composition::kMaxloc, type), type), lane_width(type) < 64);
  }
}

TEST(Average, IsTheNearestOfFloats) {
  Operands operands(test_support::seed());
  for (const Type type : kFloatTypes) {
    const Format format = format_of(type);
    const std::uint32_t operation = number(Composition::kAverage, type);
    std::vector<std::uint64_t> words = special_floats(type);
    for (unsigned i = 0; i < 3000; ++i) words.push_back(operands.next_floats(type) & low_bits(lane_width(type)));
    for (const std::uint64_t word : words) {
      for (const std::uint32_t ranks : {1u, 2u, 3u, 7u, 8u, 10u, 1024u, 65535u, 1u << 20}) {
        const double sum = value_of(format, word);
        if (std::isnan(sum)) continue;
        // A quotient in double, rounded once more, is the nearest short float (Figueroa 1995).
        const double quotient = sum / ranks;
        const std::uint64_t want =
            type == Type::kFloat64 ? std::bit_cast<std::uint64_t>(quotient) : nearest(format, quotient);
        ASSERT_EQ(finished(operation, word, ranks) & low_bits(lane_width(type)), want)
            << name(type) << std::hex << " 0x" << word << " / " << ranks;
      }
    }
  }
}
TEST(Average, OfIntegersGoesTowardsZero) {
  EXPECT_EQ(reduced(number(Composition::kAverage, Type::kInt8), {0x01'fd, 0x04'fc, 0x02'fc}), 0x02'fdu);
  EXPECT_EQ(reduced(number(Composition::kAverage, Type::kUint64), {10, 11, 14}), 11u);
  EXPECT_EQ(reduced(number(Composition::kAverage, Type::kInt32), {0x80000000}), 0x80000000u);
  Operands operands(test_support::seed());
  for (unsigned i = 0; i < 1000; ++i) {
    const std::uint64_t word = operands.next();
    for (const std::uint32_t ranks : {1u, 3u, 16u, 1000003u}) {
      ASSERT_EQ(finished(number(Composition::kAverage, Type::kInt64), word, ranks),
                static_cast<std::uint64_t>(static_cast<std::int64_t>(word) / ranks));
      ASSERT_EQ(finished(number(Composition::kAverage, Type::kUint64), word, ranks), word / ranks);
    }
  }
}

TEST(Logical, IsOneForWhatIsNotZero) {
  const auto of = [](Composition composition, Type type, std::uint64_t a, std::uint64_t b) {
    return reduced(number(composition, type), {a, b});
  };
  EXPECT_EQ(of(Composition::kLogicalAnd, Type::kInt16, 0x0001'8000'0000'0100, 0x0002'0000'0000'0001),
            0x0001'0000'0000'0001u);
  EXPECT_EQ(of(Composition::kLogicalOr, Type::kInt32, 0x00000000'80000000, 0x00000000'00000000), 0x00000000'00000001u);
  EXPECT_EQ(of(Composition::kLogicalXor, Type::kUint8, 0x00'00'12'34, 0x00'56'00'78), 0x00'01'01'00u);
  EXPECT_EQ(of(Composition::kLogicalAnd, Type::kUint64, 1u << 20, 1), 1u);
}

std::uint64_t pair(std::uint32_t value, std::int32_t index) {
  return std::uint64_t{static_cast<std::uint32_t>(index)} << 32 | value;
}
std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

TEST(Pairs, OfEqualValuesTakeTheLowerIndex) {
  const std::vector<std::uint64_t> pairs = {pair(7, 3), pair(2, 5), pair(2, -4), pair(7, 1)};
  EXPECT_EQ(reduced(number(Composition::kMinloc, Type::kInt32), pairs), pair(2, -4));
  EXPECT_EQ(reduced(number(Composition::kMaxloc, Type::kInt32), pairs), pair(7, 1));
  EXPECT_EQ(reduced(number(Composition::kMinloc, Type::kInt32), {pair(~0u, 1), pair(1, 0)}), pair(~0u, 1));
  EXPECT_EQ(reduced(number(Composition::kMinloc, Type::kUint32), {pair(~0u, 1), pair(1, 0)}), pair(1, 0));
  EXPECT_EQ(reduced(number(Composition::kMaxloc, Type::kInt16), {pair(0xffff8000, 1), pair(0x12340001, 0)}), pair(1, 0))
      << "what lies between a short value and its index does not count";
}
TEST(Pairs, OfFloats) {
  const std::uint32_t lowest = number(Composition::kMinloc, Type::kFloat32);
  const std::uint32_t highest = number(Composition::kMaxloc, Type::kFloat32);
  EXPECT_EQ(reduced(lowest, {pair(bits_of(1.5F), 2), pair(bits_of(-INFINITY), 3)}), pair(bits_of(-INFINITY), 3));
  EXPECT_EQ(reduced(highest, {pair(bits_of(-1.5F), 2), pair(bits_of(-2.5F), 3)}), pair(bits_of(-1.5F), 2));
  EXPECT_EQ(reduced(lowest, {pair(bits_of(0.0F), 1), pair(bits_of(-0.0F), 2)}), pair(0, 1)) << "zeros are equal";
  for (const std::uint32_t operation : {lowest, highest}) {
    EXPECT_EQ(reduced(operation, {pair(bits_of(INFINITY), 1), pair(0xff812345, 2), pair(bits_of(-INFINITY), 3)}),
              pair(0x7fc00000, 2));
  }
}

// The host compares values and then indices.
TEST(Pairs, AreThoseOfTheHost) {
  Operands operands(test_support::seed());
  for (const Type type : {Type::kBfloat16, Type::kFloat16, Type::kFloat32}) {
    for (unsigned i = 0; i < 20000; ++i) {
      const auto next = [&] {
        return pair(static_cast<std::uint32_t>(operands.next_floats(type) & low_bits(lane_width(type))),
                    static_cast<std::int32_t>(operands.next()));
      };
      const std::uint64_t a = next();
      const std::uint64_t b = i % 4 == 0 ? pair(static_cast<std::uint32_t>(a), static_cast<std::int32_t>(i)) : next();
      const double x = value_of(format_of(type), static_cast<std::uint32_t>(a));
      const double y = value_of(format_of(type), static_cast<std::uint32_t>(b));
      if (std::isnan(x) || std::isnan(y)) continue;
      const bool lower = static_cast<std::int32_t>(a >> 32) <= static_cast<std::int32_t>(b >> 32);
      const auto clean = [](std::uint64_t one, double value) { return value == 0 ? one >> 32 << 32 : one; };
      ASSERT_EQ(reduced(number(Composition::kMinloc, type), {a, b}),
                x < y || (x == y && lower) ? clean(a, x) : clean(b, y));
      ASSERT_EQ(reduced(number(Composition::kMaxloc, type), {b, a}),
                x > y || (x == y && lower) ? clean(a, x) : clean(b, y));
    }
  }
}

}  // namespace
}  // namespace operators::test
