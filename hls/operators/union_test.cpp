#include "hls/operators/union.hpp"

#include <gtest/gtest.h>

#include "hls/operators/floats.hpp"
#include "hls/operators/test_operands.hpp"
#include "test_support/seed.hpp"

namespace operators::test {
namespace {

// A function that no other set has.
struct Product {
  static constexpr std::uint32_t kNumber = 0xf0;
  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8>, hls::Bits<W> left, hls::Bits<W> right) {
    return hls::Bits<W>(left * right);
  }
  static constexpr bool has(std::uint32_t operation, unsigned) { return operation == kNumber; }
};

// Says that it has what others have.
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
      const std::uint64_t left = operands.next_floats(32, 23);
      ASSERT_TRUE((agrees<Three, 64>(function, type, left, operands.next_floats(32, 23))));
    }
  }
  EXPECT_EQ(Three::combine(hls::Bits<8>(Product::kNumber), hls::Bits<64>(6), hls::Bits<64>(7)), 42u);
}

}  // namespace
}  // namespace operators::test
