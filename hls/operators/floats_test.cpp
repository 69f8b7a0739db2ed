// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hls/operators/operator_sets.hpp"
#include "hls/operators/test_operands.hpp"
#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"

namespace operators::test {
namespace {

// Sanitizers see one pair in seven: the release build has all (RELEASE_TOO in CMakeLists.txt).
constexpr unsigned kOneIn = test_support::kSanitized ? 7 : 1;

constexpr Function kFloatFunctions[] = {Function::kSum, Function::kMinimum, Function::kMaximum, Function::kProduct};

template <class Set, unsigned W>
void expect_all_pairs(Type type) {
  const std::vector<std::uint64_t> values = special_floats(type);
  const unsigned lane = lane_width(type);
  for (const Function function : kFloatFunctions) {
    if (!Set::has(number(function, type), W)) continue;
    for (std::size_t of_left = 0; of_left < values.size(); of_left += kOneIn) {
      for (std::size_t i = 0; i < values.size(); i += W / lane) {
        std::uint64_t left = 0;
        std::uint64_t right = 0;
        for (unsigned k = 0; k < W / lane; ++k) {
          left |= values[of_left] << (lane * k);
          right |= values[(i + k) % values.size()] << (lane * k);
        }
        ASSERT_TRUE((agrees<Set, W>(function, type, left, right)));
      }
    }
  }
}

template <class Set, unsigned W>
void expect_random(Type type, unsigned pairs) {
  Operands operands(test_support::seed());
  for (const Function function : kFloatFunctions) {
    if (!Set::has(number(function, type), W)) continue;
    for (unsigned i = 0; i < pairs; i += kOneIn) {
      const std::uint64_t left = operands.next_floats(type);
      const std::uint64_t right = i % 2 == 0 ? operands.next_floats(type) : operands.near(left);
      ASSERT_TRUE((agrees<Set, W>(function, type, left, right)));
    }
  }
}

TEST(Float32, AllPairsOfSpecialValues) {
  expect_all_pairs<Floats, 64>(Type::kFloat32);
}
TEST(Float32, RandomPairs) {
  expect_random<Floats, 64>(Type::kFloat32, 10000);
}
TEST(Float32, WithoutBfloat16) {
  expect_random<FloatsOf<Type::kFloat32>, 64>(Type::kFloat32, 3000);
  expect_random<FloatsOf<Type::kFloat32>, 32>(Type::kFloat32, 3000);
}

TEST(Bfloat16, AllPairsOfSpecialValues) {
  expect_all_pairs<Floats, 64>(Type::kBfloat16);
}
TEST(Bfloat16, RandomPairs) {
  expect_random<Floats, 64>(Type::kBfloat16, 10000);
  expect_random<Floats, 48>(Type::kBfloat16, 3000);
  expect_random<Floats, 32>(Type::kBfloat16, 3000);
  expect_random<Floats, 16>(Type::kBfloat16, 3000);
}
TEST(Bfloat16, WithoutFloat32) {
  expect_random<FloatsOf<Type::kBfloat16>, 64>(Type::kBfloat16, 3000);
  expect_random<FloatsOf<Type::kBfloat16>, 16>(Type::kBfloat16, 3000);
}

TEST(Numbers, AllPairsOfSpecialValues) {
  for (const Type type : kFloatTypes) expect_all_pairs<Numbers, 64>(type);
}
TEST(Numbers, RandomPairs) {
  for (const Type type : kFloatTypes) expect_random<Numbers, 64>(type, 20000);
  for (const Type type : {Type::kBfloat16, Type::kFloat16}) expect_random<Numbers, 48>(type, 3000);
}
TEST(Numbers, OfOneType) {
  expect_random<FloatsOf<Type::kFloat16>, 64>(Type::kFloat16, 3000);
  expect_random<FloatsOf<Type::kFloat64>, 64>(Type::kFloat64, 3000);
  expect_random<NumbersOf<Type::kFloat32>, 32>(Type::kFloat32, 3000);
  expect_random<NumbersOf<Type::kBfloat16>, 16>(Type::kBfloat16, 3000);
  expect_random<NumbersOf<Type::kFloat16>, 16>(Type::kFloat16, 3000);
}

// Four operands a word, all of the left ones: an operand with every other one.
TEST(Float16, EveryNumberWithSome) {
  Operands operands(test_support::seed());
  for (const Function function : kFloatFunctions) {
    for (std::uint64_t a = 0; a < 1u << 16; a += kOneIn) {
      ASSERT_TRUE((agrees<Numbers, 64>(function, Type::kFloat16, 0x0001000100010001u * a,
                                       operands.next_floats(Type::kFloat16))));
    }
  }
}

// The operands are a tie or one bit off a tie, at any position of that bit and for any shift.
TEST(Floats, NoBitBelowATieIsLost) {
  for (const Type type : kFloatTypes) {
    const unsigned fraction = format_of(type).fraction;
    const auto bias = static_cast<std::uint64_t>(format_of(type).bias);
    for (std::uint64_t distance = 1; distance <= fraction + 3; ++distance) {
      for (unsigned bit = 0; bit < fraction; ++bit) {
        const std::uint64_t tie = (std::uint64_t{1} << (distance - 1)) & low_bits(fraction);
        const std::uint64_t small = (bias - distance) << fraction | tie | std::uint64_t{1} << bit;
        for (const std::uint64_t sign : {0u, 1u}) {
          const std::uint64_t one = sign << (lane_width(type) - 1) | bias << fraction;
          ASSERT_TRUE((agrees<Numbers, 64>(Function::kSum, type, one, small)));
          ASSERT_TRUE((agrees<Numbers, 64>(Function::kSum, type, one | 5, small)));
        }
      }
    }
  }
}

std::uint64_t combined(Function function, Type type, std::uint64_t left, std::uint64_t right) {
  return Numbers::combine(hls::Bits<8>(number(function, type)), hls::Bits<64>(left), hls::Bits<64>(right));
}

// The values are the standard's, because the host might round in another mode.
TEST(Float32, IsThatOfTheStandard) {
  constexpr Type kType = Type::kFloat32;
  EXPECT_EQ(combined(Function::kSum, kType, 0x3f800000'80000000, 0x33800000'80000000), 0x3f800000'80000000)
      << "1 + 2^-24 is a tie and goes to even; -0 + -0 is -0";
  EXPECT_EQ(combined(Function::kSum, kType, 0x3f800001'80000000, 0x33800000'00000000), 0x3f800002'00000000)
      << "the other tie; -0 + 0 is 0";
  EXPECT_EQ(combined(Function::kSum, kType, 0x7f7fffff'3f800000, 0x73000000'bf800000), 0x7f800000'00000000)
      << "half a unit above the greatest number is infinite; 1 - 1 is 0";
  EXPECT_EQ(combined(Function::kSum, kType, 0x007fffff'00800000, 0x00000001'80000001), 0x00800000'007fffff)
      << "into and out of the subnormal numbers";
  EXPECT_EQ(combined(Function::kSum, kType, 0x7f800000'ff800001, 0xff800000'00000000), 0x7fc00000'7fc00000)
      << "infinities of two signs, a signalling NaN";
  EXPECT_EQ(combined(Function::kMinimum, kType, 0x80000000'7f800000, 0x00000000'ff800000), 0x80000000'ff800000);
  EXPECT_EQ(combined(Function::kMaximum, kType, 0x80000000'ffc12345, 0x00000000'3f800000), 0x00000000'7fc00000);
}
TEST(Bfloat16, IsThatOfTheStandard) {
  EXPECT_EQ(combined(Function::kSum, Type::kBfloat16, 0x3f80'3f81'7f7f'ff80, 0x3b80'3b80'7b00'7f80),
            0x3f80'3f82'7f80'7fc0)
      << "two ties, beyond the greatest number, infinities of two signs";
  EXPECT_EQ(combined(Function::kMinimum, Type::kBfloat16, 0x7f81'8000'0001'bf80, 0x0000'0000'8001'bf81),
            0x7fc0'8000'8001'bf81);
}

TEST(Float16, IsThatOfTheStandard) {
  EXPECT_EQ(combined(Function::kSum, Type::kFloat16, 0x3c00'3c01'7bff'fc00, 0x1000'1000'4c00'7c00),
            0x3c00'3c02'7c00'7e00)
      << "two ties, half a unit above the greatest number, infinities of two signs";
  EXPECT_EQ(combined(Function::kProduct, Type::kFloat16, 0x0001'0400'7bff'fc00, 0x3800'b7ff'4000'0000),
            0x0000'8200'7c00'7e00)
      << "half of the least number is a tie, just below half of the least normal one, infinite, no number";
}
TEST(Float64, IsThatOfTheStandard) {
  constexpr Type kType = Type::kFloat64;
  EXPECT_EQ(combined(Function::kSum, kType, 0x3ff0000000000001, 0x3ca0000000000000), 0x3ff0000000000002u) << "a tie";
  EXPECT_EQ(combined(Function::kProduct, kType, 0x3ff0000000000001, 0x3ff0000000000001), 0x3ff0000000000002u);
  EXPECT_EQ(combined(Function::kProduct, kType, 0x000fffffffffffff, 0xc000000000000000), 0x801ffffffffffffeu);
  EXPECT_EQ(combined(Function::kMinimum, kType, 0x7ff0000000000001, 0), 0x7ff8000000000000u);
}

TEST(Floats, LanesDoNotLeak) {
  Operands operands(test_support::seed());
  for (const Type type : kFloatTypes) {
    if (type == Type::kFloat64) continue;  // one lane
    const unsigned lane = lane_width(type);
    for (const Function function : kFloatFunctions) {
      for (unsigned i = 0; i < 500; ++i) {
        const std::uint64_t left = operands.next_floats(type);
        const std::uint64_t right = operands.next_floats(type);
        const std::uint64_t changed = low_bits(lane) << operands.next() % (64 / lane) * lane;
        const std::uint64_t other = left ^ (operands.next() & changed);
        const std::uint64_t change = combined(function, type, left, right) ^ combined(function, type, other, right);
        ASSERT_EQ(change & ~changed, 0u) << text_of(function, type);
      }
    }
  }
}

TEST(Numbers, MultiplyIntegers) {
  Operands operands(test_support::seed());
  for (const Type type : kAllTypes) {
    if (is_float(type)) continue;
    for (unsigned i = 0; i < 500; ++i) {
      const std::uint64_t left = operands.next();
      ASSERT_TRUE((agrees<Numbers, 64>(Function::kProduct, type, left, operands.next())));
      ASSERT_TRUE((agrees<NumbersOf<>, 64>(Function::kProduct, type, left, operands.near(left))));
      if (lane_width(type) <= 16) {
        ASSERT_TRUE((agrees<Numbers, 48>(Function::kProduct, type, left, operands.next())));
      }
    }
  }
}

TEST(Floats, HaveWhatIntegersHave) {
  Operands operands(test_support::seed());
  for (const Type type : kAllTypes) {
    for (const Function function : kAllFunctions) {
      if (!Integers::has(number(function, type), 64)) continue;
      EXPECT_TRUE(Floats::has(number(function, type), 64));
      for (unsigned i = 0; i < 300; ++i) {
        const std::uint64_t left = operands.next();
        ASSERT_TRUE((agrees<Floats, 64>(function, type, left, operands.near(left))));
        ASSERT_TRUE((agrees<Floats, 40>(Function::kSum, Type::kInt8, left, operands.near(left))));
      }
    }
  }
}

TEST(Floats, HaveSumMinimumAndMaximumOfFloats) {
  for (const Function function : kAllFunctions) {
    const bool arithmetic = function <= Function::kMaximum;
    const std::uint32_t wide = number(function, Type::kFloat32);
    const std::uint32_t narrow = number(function, Type::kBfloat16);
    for (unsigned width = 1; width <= 64; ++width) {
      EXPECT_EQ(Floats::has(wide, width), arithmetic && width % 32 == 0) << width;
      EXPECT_EQ(Floats::has(narrow, width), arithmetic && width % 16 == 0) << width;
    }
    EXPECT_FALSE(FloatsOf<Type::kBfloat16>::has(wide, 64));
    EXPECT_FALSE(FloatsOf<Type::kFloat32>::has(narrow, 64));
    EXPECT_EQ(FloatsOf<Type::kBfloat16>::has(narrow, 64), arithmetic);
  }
  EXPECT_FALSE(Floats::has(0xa0, 64)) << "a type that it lacks";
  EXPECT_FALSE(Floats::has(0x86, 64)) << "a function that it lacks";
}

TEST(Numbers, HaveAllButBitwiseFloats) {
  for (const Type type : kAllTypes) {
    for (const Function function : kAllFunctions) {
      const bool bitwise = function >= Function::kAnd && function <= Function::kXor;
      EXPECT_EQ(Numbers::has(number(function, type), 64), !bitwise || !is_float(type)) << text_of(function, type);
      EXPECT_EQ(NumbersOf<>::has(number(function, type), 64), !is_float(type)) << text_of(function, type);
    }
  }
  EXPECT_FALSE(Numbers::has(0xc0, 64)) << "no such type";
  EXPECT_FALSE(Numbers::has(0x87, 64)) << "no such function";
  EXPECT_FALSE(Numbers::has(number(Function::kSum, Type::kFloat64), 32));
}

}  // namespace
}  // namespace operators::test
