// SPDX-License-Identifier: Apache-2.0
// Operators with registers between their steps give the same bits as those without, only later.
#include "hls/operators/operand_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "hls/operators/operator_sets.hpp"
#include "hls/operators/pipelined_floats.hpp"
#include "hls/operators/test_operands.hpp"
#include "test_support/seed.hpp"

namespace operators {
namespace test {
namespace {

// The chain's expected result.
template <class Set, unsigned W, std::size_t Count>
std::uint64_t in_order(hls::Bits<8> operation, const Terms<hls::Bits<W>, W, Count>& terms) {
  hls::Bits<W> made = terms.made;
  bool any = !terms.none;
  for (std::size_t i = 0; i < Count; ++i) {
    if ((terms.operands.present >> i & 1u) == 0) continue;
    made = any ? Set::combine(operation, made, terms.operands.words[i]) : terms.operands.words[i];
    any = true;
  }
  return made;
}

// Each tick has other terms. Each result comes as many ticks later as there are registers, equal to
// the set's bit by bit.
template <class Set, unsigned W, std::size_t Count, unsigned Registers>
void expect_delay(Function function, Type type) {
  SCOPED_TRACE(text_of(function, type) + ", " + std::to_string(Count) + " operands, " + std::to_string(Registers) +
               " registers");
  test::Operands random(test_support::seed());
  OperandChain<Set, W, Count, Registers> chain;
  std::deque<std::uint64_t> due(Registers);
  const hls::Bits<8> operation(number(function, type));
  const Type shape = is_float(type) ? type : Type::kBfloat16;
  const auto next = [&] { return hls::Bits<W>(random.next_floats(shape) & low_bits(W)); };
  for (unsigned i = 0; i < 400; ++i) {
    Terms<hls::Bits<W>, W, Count> terms;
    terms.made = next();
    terms.none = hls::Bit(random.next() % 3 == 0);
    for (hls::Bits<W>& word : terms.operands.words) word = next();
    terms.operands.present = hls::Bits<Count>(random.next() >> 7);
    due.push_back(in_order<Set>(operation, terms));
    const std::uint64_t result = chain.tick(operation, terms);
    if (i >= Registers) {
      ASSERT_EQ(result, due.front()) << "tick " << i;
    }
    due.pop_front();
  }
}

template <class Set, unsigned W, std::size_t Count, unsigned... Registers>
void expect_delays(std::integer_sequence<unsigned, Registers...>, Function function, Type type) {
  (expect_delay<Set, W, Count, Registers>(function, type), ...);
}

// The registers also outnumber the steps.
TEST(OperandChain, GivesWhatTheSetDoesAfterItsRegisters) {
  constexpr auto kRegisters = std::make_integer_sequence<unsigned, 10>();
  for (const Function function : {Function::kSum, Function::kMinimum}) {
    expect_delays<Floats, 64, 1>(kRegisters, function, Type::kFloat32);
    expect_delays<Floats, 64, 2>(kRegisters, function, Type::kFloat32);
  }
  expect_delays<Floats, 32, 3>(kRegisters, Function::kSum, Type::kBfloat16);
  expect_delays<Floats, 32, 2>(kRegisters, Function::kXor, Type::kUint8);
  expect_delays<Numbers, 64, 2>(kRegisters, Function::kProduct, Type::kFloat64);
  expect_delays<Numbers, 64, 2>(kRegisters, Function::kProduct, Type::kInt16);
  expect_delays<Numbers, 64, 2>(kRegisters, Function::kSum, Type::kFloat16);
  expect_delays<Integers, 16, 3>(kRegisters, Function::kSum, Type::kUint16);
}
TEST(OperandChain, OfManyOperands) {
  expect_delay<Floats, 64, 6, 24>(Function::kSum, Type::kFloat32);
  expect_delay<Floats, 64, 6, 5>(Function::kSum, Type::kFloat32);
}

// The first register is in front of the first step, and no register stands behind the last.
TEST(OperandChain, DealsStepsOutEvenly) {
  for (unsigned registers = 1; registers <= 30; ++registers) {
    constexpr std::size_t kSteps = 12;
    unsigned dealt = 0;
    unsigned longest = 0;
    unsigned since = 0;
    for (std::size_t step = 0; step < kSteps; ++step) {
      const unsigned before = registers_before(step, kSteps, registers);
      if (before != 0) since = 0;
      dealt += before;
      longest = std::max(longest, ++since);
    }
    EXPECT_GE(registers_before(0, kSteps, registers), 1u);
    EXPECT_EQ(dealt, registers);
    EXPECT_EQ(longest, (kSteps + registers - 1) / registers);
  }
}

// Each tick has another operation and other operands. Each result comes as many ticks later as
// there are stages.
template <unsigned Stages, unsigned W, class Set = Floats>
void expect_delay() {
  SCOPED_TRACE(Stages);
  Operands operands(test_support::seed());
  PipelinedFloats<Stages, W, Set> floats;
  std::deque<std::uint64_t> due(Stages);
  for (unsigned i = 0; i < 3000; ++i) {
    const Type type = kAllTypes[operands.next() % kTypes];
    const Function function = kAllFunctions[operands.next() % kFunctions];
    if (!Set::has(number(function, type), W)) continue;
    const Type shape = is_float(type) ? type : Type::kBfloat16;
    const std::uint64_t left = operands.next_floats(shape) & low_bits(W);
    const std::uint64_t right = operands.next_floats(shape) & low_bits(W);
    due.push_back(expected(function, type, W, left, right));
    const std::uint64_t result =
        floats.tick(hls::Bits<8>(number(function, type)), hls::Bits<W>(left), hls::Bits<W>(right));
    if (i >= 100) {
      ASSERT_EQ(result, due.front()) << "tick " << i;
    }
    due.pop_front();
  }
}

TEST(PipelinedFloats, GivesEachResultAfterItsStages) {
  expect_delay<0, 64>();
  expect_delay<1, 64>();
  expect_delay<2, 64>();
  expect_delay<3, 64>();
}
TEST(PipelinedFloats, OfProducts) {
  expect_delay<1, 64, Numbers>();
  expect_delay<3, 64, Numbers>();
  expect_delay<2, 48, Numbers>();
}
TEST(PipelinedFloats, OfOtherPayloads) {
  expect_delay<2, 32>();
  expect_delay<3, 16>();
  expect_delay<1, 8>();
}

}  // namespace
}  // namespace test
}  // namespace operators
