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
      ASSERT_EQ(HostOperators::has(number, 64), operators::Numbers::has(number, 64));
      if (!HostOperators::has(number, 64)) continue;
      for (unsigned i = 0; i < 4000; ++i) {
        const hls::Bits<8> operation(number);
        const bool floats = operators::is_float(type) && i % 2 == 0;
        const hls::Bits<64> left(floats ? operands.next_floats(type) : operands.next());
        const hls::Bits<64> right(floats ? operands.next_floats(type) : operands.near(left));
        ASSERT_EQ(HostOperators::combine(operation, left, right), operators::Numbers::combine(operation, left, right))
            << text_of(function, type) << std::hex << ": 0x" << left << " and 0x" << right;
      }
    }
  }
}

// Every pair of special values: zeros, subnormals, neighbours of one, the largest numbers,
// infinities, NaN.
TEST(HostOperators, AreTheHardwaresOfSpecialFloats) {
  for (const operators::Type type : operators::test::kFloatTypes) {
    const unsigned lane = operators::lane_width(type);
    const std::vector<std::uint64_t> specials = operators::test::special_floats(type);
    for (const operators::Function function : operators::test::kAllFunctions) {
      const hls::Bits<8> operation(operators::number(function, type));
      if (!HostOperators::has(operation, 64)) continue;
      for (const std::uint64_t a : specials) {
        for (std::size_t i = 0; i < specials.size(); i += 64 / lane) {
          std::uint64_t left = 0;
          std::uint64_t right = 0;
          for (unsigned low = 0; low < 64; low += lane) {
            left |= a << low;
            right |= specials[(i + low / lane) % specials.size()] << low;
          }
          ASSERT_EQ(HostOperators::combine(operation, hls::Bits<64>(left), hls::Bits<64>(right)),
                    operators::Numbers::combine(operation, hls::Bits<64>(left), hls::Bits<64>(right)))
              << text_of(function, type) << std::hex << ": 0x" << left << " and 0x" << right;
        }
      }
    }
  }
}

}  // namespace
}  // namespace testbench
