#include "hls/operators/pipelined_floats.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "hls/operators/test_operands.hpp"
#include "test_support/seed.hpp"

namespace operators::test {
namespace {

// Another operation and other operands in every tick; each result as many ticks later as there are
// stages.
template <unsigned Stages, unsigned W>
void expect_delay() {
  SCOPED_TRACE(Stages);
  Operands operands(test_support::seed());
  PipelinedFloats<Stages, W> floats;
  std::deque<std::uint64_t> due(Stages);
  for (unsigned i = 0; i < 3000; ++i) {
    const Type type = kAllTypes[operands.next() % kTypes];
    const Function function = kAllFunctions[operands.next() % kFunctions];
    if (!Floats::has(number(function, type), W)) continue;
    const unsigned fraction = type == Type::kFloat32 ? 23 : 7;
    const std::uint64_t left = operands.next_floats(fraction + 9, fraction) & low_bits(W);
    const std::uint64_t right = operands.next_floats(fraction + 9, fraction) & low_bits(W);
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
TEST(PipelinedFloats, OfOtherPayloads) {
  expect_delay<2, 32>();
  expect_delay<3, 16>();
  expect_delay<1, 8>();
}

}  // namespace
}  // namespace operators::test
