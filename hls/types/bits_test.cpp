// SPDX-License-Identifier: Apache-2.0
#include "hls/types/bits.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace hls::test {
namespace {

constexpr std::uint64_t kPattern = 0x9E3779B97F4A7C15u;

// Bits<W> keeps the low W bits of some numbers.
struct Kept {
  std::uint64_t most, nothing, everything, after_the_most, before_nothing, pattern;
};

void expect_kept(unsigned width, const Kept& kept) {
  SCOPED_TRACE(width);
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  EXPECT_EQ(kept.most, mask);
  EXPECT_EQ(kept.nothing, 0u);
  EXPECT_EQ(kept.everything, mask);
  EXPECT_EQ(kept.after_the_most, 0u) << "it wraps";
  EXPECT_EQ(kept.before_nothing, mask);
  EXPECT_EQ(kept.pattern, kPattern & mask);
}

template <unsigned W>
void expect_width() {
  using Word = Bits<W>;
  expect_kept(W, {Word::kMax, Word(), Word(~std::uint64_t{0}), Word(std::uint64_t{Word::kMax} + 1),
                  Word(std::uint64_t{0} - 1), Word(kPattern)});
}

template <std::size_t... Index>
void expect_every_width(std::index_sequence<Index...>) {
  (expect_width<Index + 1>(), ...);
}

TEST(Bits, KeepsItsLowBitsAtEveryWidth) {
  expect_every_width(std::make_index_sequence<64>());
}

TEST(Bits, IndexWidthNumbersThatManyThings) {
  EXPECT_EQ(index_width(1), 1u);
  EXPECT_EQ(index_width(2), 1u);
  EXPECT_EQ(index_width(3), 2u);
  EXPECT_EQ(index_width(4), 2u);
  EXPECT_EQ(index_width(5), 3u);
  EXPECT_EQ(index_width(std::uint64_t{1} << 32), 32u);
}

static_assert(Bits<4>(Bits<4>(15) + 1) == 0);

}  // namespace
}  // namespace hls::test
