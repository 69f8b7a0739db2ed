#include "hls/operators/integers.hpp"

#include <gtest/gtest.h>

#include "hls/operators/test_operands.hpp"
#include "test_support/seed.hpp"

namespace operators::test {
namespace {

TEST(Integers, AllPairsOfBytes) {
  for (const Type type : {Type::kUint8, Type::kInt8}) {
    for (const Function function : kAllFunctions) {
      for (std::uint64_t a = 0; a < 256; ++a) {
        for (std::uint64_t b = 0; b < 256; b += 8) {
          // Eight values beside one value eight times, which changes lanes with every call.
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

// Where no lane fits there is still something to compile.
static_assert(Integers::combine(hls::Bits<8>(0), hls::Bits<5>(3), hls::Bits<5>(4)) == 0);
static_assert(Integers::combine(hls::Bits<8>(0), hls::Bits<16>(0x01ff), hls::Bits<16>(0x0101)) == 0x0200);

}  // namespace
}  // namespace operators::test
