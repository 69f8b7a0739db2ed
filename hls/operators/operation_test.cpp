#include "hls/operators/operation.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hls/operators/test_operands.hpp"

namespace operators::test {
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
  EXPECT_EQ(numbers.size(), 60u);
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
  EXPECT_EQ(type_named("float64"), std::nullopt);
}

TEST(Operation, LanesAreAsWideAsTheNameSays) {
  const unsigned widths[] = {8, 16, 32, 64, 8, 16, 32, 64, 32, 16};
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

}  // namespace
}  // namespace operators::test
