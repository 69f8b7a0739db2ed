// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/native/host_operators.hpp"

#include <gtest/gtest.h>

#include "hls/operators/test_operands.hpp"
#include "test_support/seed.hpp"

namespace testbench {
namespace {

using operators::test::text_of;

TEST(HostOperators, AreTheHardwares) {
  operators::test::Operands operands(test_support::seeded_random()());
  for (const operators::Type type : operators::test::kAllTypes) {
    for (const operators::Function function : operators::test::kAllFunctions) {
      const std::uint32_t number = operators::number(function, type);
      ASSERT_EQ(HostOperators::has(number, 64), operators::Floats::has(number, 64));
      if (!HostOperators::has(number, 64)) continue;
      for (unsigned i = 0; i < 2000; ++i) {
        const hls::Bits<8> operation(number);
        const hls::Bits<64> left(operands.next());
        const hls::Bits<64> right(operands.near(left));
        ASSERT_EQ(HostOperators::combine(operation, left, right), operators::Floats::combine(operation, left, right))
            << text_of(function, type) << std::hex << ": 0x" << left << " and 0x" << right;
      }
    }
  }
}

// Every pair of special values: zeros, subnormals, neighbours of one, the largest numbers,
// infinities, NaN.
TEST(HostOperators, AreTheHardwaresOfSpecialFloats) {
  const std::uint32_t specials[] = {0,          1,          0x007FFFFF, 0x00800000, 0x3F7FFFFF, 0x3F800000,
                                    0x3F800001, 0x33800000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000,
                                    0x7FFFFFFF, 0x73800000, 0x72FFFFFF, 0x00010000};
  for (const std::uint32_t a : specials) {
    for (const std::uint32_t b : specials) {
      for (unsigned signs = 0; signs < 4; ++signs) {
        const std::uint32_t left = a | (signs & 1u) << 31;
        const std::uint32_t right = b | signs >> 1 << 31;
        const hls::Bits<64> lefts(std::uint64_t{left} << 32 | left);
        const hls::Bits<64> rights(std::uint64_t{right} << 32 | right);
        for (const operators::Type type : {operators::Type::kFloat32, operators::Type::kBfloat16}) {
          for (std::uint32_t function = 0; function < 3; ++function) {
            const hls::Bits<8> operation(operators::number(static_cast<operators::Function>(function), type));
            ASSERT_EQ(HostOperators::combine(operation, lefts, rights),
                      operators::Floats::combine(operation, lefts, rights))
                << text_of(operators::function_of(operation), type) << std::hex << ": 0x" << lefts << " and 0x"
                << rights;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace testbench
