#include "hls/types/bits.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "hls/types/ram.hpp"

namespace hls::test {
namespace {

template <unsigned W>
void expect_width() {
  const std::uint64_t mask = W == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << W) - 1;
  EXPECT_EQ(Bits<W>::kMax, mask);
  EXPECT_EQ(Bits<W>(), 0u);
  EXPECT_EQ(Bits<W>(~std::uint64_t{0}), mask);
  EXPECT_EQ(Bits<W>(std::uint64_t{Bits<W>(mask)} + 1), 0u) << "wraps at 2^" << W;
  EXPECT_EQ(Bits<W>(std::uint64_t{0} - 1), mask);
  const std::uint64_t pattern = 0x9E3779B97F4A7C15u;
  EXPECT_EQ(Bits<W>(pattern), pattern & mask);
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

TEST(Ram, HoldsWhatWasWrittenOfEitherKind) {
  Ram<Bits<5>, 4> fixed;
  for (std::uint32_t i = 0; i < 4; ++i) fixed.write(i, Bits<5>(i + 30));
  EXPECT_EQ(fixed.size(), 4u);
  Bits<5> storage[8];
  Ram<Bits<5>, kRuntimeDepth> attached;
  attached.attach(storage, 8);
  for (std::uint32_t i = 0; i < 8; ++i) attached.write(i, Bits<5>(2 * i));
  EXPECT_EQ(attached.size(), 8u);
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(fixed.read(i), (i + 30) % 32);
    EXPECT_EQ(attached.read(2 * i), 4 * i);
    EXPECT_EQ(storage[i], 2 * i);
  }
}

}  // namespace
}  // namespace hls::test
