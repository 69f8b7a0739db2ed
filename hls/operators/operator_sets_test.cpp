// SPDX-License-Identifier: Apache-2.0
// Numbers of operations, integers against the host's arithmetic, and unions of sets.
#include "hls/operators/operator_sets.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hls/operators/operation.hpp"
#include "hls/operators/test_operands.hpp"
#include "test_support/seed.hpp"

namespace operators {
namespace test {
namespace {

TEST(Operation, HasItsFunctionInTheLowBitsAndItsTypeAbove) {
  EXPECT_EQ(number(Function::kSum, Type::kUint8), 0x00u);
  EXPECT_EQ(number(Function::kXor, Type::kInt64), 0x75u);
  EXPECT_EQ(number(Function::kMaximum, Type::kBfloat16), 0x92u);
}

TEST(Operation, NumberTellsFunctionAndType) {
  std::set<std::uint32_t> numbers;
  for (const Function function : kAllFunctions) {
    for (const Type type : kAllTypes) {
      const std::uint32_t operation = number(function, type);
      EXPECT_EQ(function_of(operation), function);
      EXPECT_EQ(type_of(operation), type);
      EXPECT_TRUE(is_known(operation));
      EXPECT_LT(operation, 1u << kOperationWidth);
      numbers.insert(operation);
    }
  }
  EXPECT_EQ(numbers.size(), 84u);
  for (std::uint32_t operation = 0; operation < 1u << kOperationWidth; ++operation) {
    EXPECT_EQ(is_known(operation), numbers.count(operation) == 1) << operation;
  }
  EXPECT_FALSE(is_known(0x100)) << "more than 8 bits";
}

TEST(Operation, NamesAreReadAgain) {
  for (const Function function : kAllFunctions) EXPECT_EQ(function_named(name(function)), function);
  for (const Type type : kAllTypes) EXPECT_EQ(type_named(name(type)), type);
  EXPECT_EQ(name(Function::kMinimum), "min");
  EXPECT_EQ(name(Type::kBfloat16), "bfloat16");
  EXPECT_EQ(function_named("minimum"), std::nullopt);
  EXPECT_EQ(function_named(""), std::nullopt);
  EXPECT_EQ(type_named("Uint8"), std::nullopt);
  EXPECT_EQ(type_named("float128"), std::nullopt);
}

TEST(Operation, LanesAreAsWideAsTheNameSays) {
  const unsigned widths[] = {8, 16, 32, 64, 8, 16, 32, 64, 32, 16, 16, 64};
  for (std::uint32_t i = 0; i < kTypes; ++i) EXPECT_EQ(lane_width(kAllTypes[i]), widths[i]) << name(kAllTypes[i]);
}

TEST(Operation, LanesFitWhereTheyFillThePayload) {
  EXPECT_TRUE(lanes_fit(Type::kUint8, 24));
  EXPECT_FALSE(lanes_fit(Type::kUint16, 24));
  EXPECT_FALSE(lanes_fit(Type::kUint8, 12));
  EXPECT_FALSE(lanes_fit(Type::kUint8, 4));
  EXPECT_FALSE(lanes_fit(Type::kFloat32, 16));
  EXPECT_FALSE(lanes_fit(Type::kUint8, 0));
}

TEST(Integers, AllPairsOfBytes) {
  for (const Type type : {Type::kUint8, Type::kInt8}) {
    for (const Function function : kAllFunctions) {
      if (!Integers::has(number(function, type), 64)) continue;
      for (std::uint64_t a = 0; a < 256; ++a) {
        for (std::uint64_t b = 0; b < 256; b += 8) {
          // The operands are eight values, and one value eight times, which changes lanes with
          // every call.
          const std::uint64_t left = 0x0101010101010101u * a;
          const std::uint64_t right = 0x0706050403020100u + 0x0101010101010101u * b;
          ASSERT_TRUE((agrees<Integers, 64>(function, type, left, right)));
        }
      }
    }
  }
}

template <unsigned W>
void expect_every_operation(Operands& operands) {
  for (const Type type : kAllTypes) {
    for (const Function function : kAllFunctions) {
      if (!Integers::has(number(function, type), W)) continue;
      for (unsigned i = 0; i < 1000; ++i) {
        const std::uint64_t left = operands.next();
        ASSERT_TRUE((agrees<Integers, W>(function, type, left, operands.near(left))));
      }
    }
  }
}

TEST(Integers, RandomLanesOfEveryWidth) {
  Operands operands(test_support::seed());
  expect_every_operation<64>(operands);
  expect_every_operation<56>(operands);
  expect_every_operation<48>(operands);
  expect_every_operation<32>(operands);
  expect_every_operation<24>(operands);
  expect_every_operation<16>(operands);
  expect_every_operation<8>(operands);
}

TEST(Integers, LanesDoNotLeak) {
  Operands operands(test_support::seed());
  for (const Type type : kAllTypes) {
    if (is_float(type)) continue;
    const unsigned lane = lane_width(type);
    for (const Function function : kAllFunctions) {
      const hls::Bits<8> operation(number(function, type));
      if (!Integers::has(operation, 64)) continue;
      for (unsigned i = 0; i < 200; ++i) {
        const hls::Bits<64> left(operands.next());
        const hls::Bits<64> right(operands.near(left));
        const std::uint64_t before = Integers::combine(operation, left, right);
        const std::uint64_t changed = low_bits(lane) << operands.next() % (64 / lane) * lane;
        const std::uint64_t after =
            Integers::combine(operation, hls::Bits<64>(left ^ (operands.next() & changed)), right);
        ASSERT_EQ((before ^ after) & ~changed, 0u) << text_of(function, type);
      }
    }
  }
}

TEST(Integers, HasEveryFunctionOfIntegersWhoseLanesFit) {
  for (std::uint32_t operation = 0; operation < 256; ++operation) {
    for (unsigned width = 1; width <= 64; ++width) {
      const bool known = (operation & 15) < 6 && operation >> 4 < 8;
      EXPECT_EQ(Integers::has(operation, width), known && width % (8u << (operation >> 4) % 4) == 0)
          << operation << " of " << width << " bits";
    }
  }
  EXPECT_FALSE(Integers::has(0x100, 64));
}

// A set still compiles for a payload that no lane fits.
static_assert(Integers::combine(hls::Bits<8>(0), hls::Bits<5>(3), hls::Bits<5>(4)) == 0);
static_assert(Integers::combine(hls::Bits<8>(0), hls::Bits<16>(0x01ff), hls::Bits<16>(0x0101)) == 0x0200);

// This function is in no other set.
struct Product {
  static constexpr std::uint32_t kNumber = 0xf0;
  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8>, hls::Bits<W> left, hls::Bits<W> right) {
    return hls::Bits<W>(left * right);
  }
  static constexpr bool has(std::uint32_t operation, unsigned) { return operation == kNumber; }
};

// This set claims the operations of Floats.
struct Nothing {
  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8>, hls::Bits<W>, hls::Bits<W>) {
    return hls::Bits<W>();
  }
  static constexpr bool has(std::uint32_t operation, unsigned width) { return Floats::has(operation, width); }
};

TEST(Union, HasTheOperationsOfAllItsSets) {
  using Both = Union<Integers, Product>;
  for (std::uint32_t operation = 0; operation < 256; ++operation) {
    EXPECT_EQ(Both::has(operation, 64), operation == Product::kNumber || Integers::has(operation, 64)) << operation;
  }
}

TEST(Union, DoesEachByTheFirstSetThatHasIt) {
  using Three = Union<Product, Floats, Nothing>;
  Operands operands(test_support::seed());
  for (const Type type : kAllTypes) {
    for (const Function function : kAllFunctions) {
      if (!Three::has(number(function, type), 64)) continue;
      const std::uint64_t left = operands.next_floats(Type::kFloat32);
      ASSERT_TRUE((agrees<Three, 64>(function, type, left, operands.next_floats(Type::kFloat32))));
    }
  }
  EXPECT_EQ(Three::combine(hls::Bits<8>(Product::kNumber), hls::Bits<64>(6), hls::Bits<64>(7)), 42u);
}

}  // namespace
}  // namespace test
}  // namespace operators
