#include "firmware/cube/address.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cube {
namespace {

// a_(d-1) .. a_0, as the papers print an address.
std::string text(unsigned d, Address a) {
  std::string bits;
  for (unsigned k = d; k-- > 0;) bits += (a >> k & 1u) != 0 ? '1' : '0';
  return bits;
}

Address value(const std::string& bits) {
  return static_cast<Address>(std::stoul(bits, nullptr, 2));
}

// R(i) = (a_0 a_(n-1) .. a_1).
std::string rotated(std::string bits) {
  bits.insert(bits.begin(), bits.back());
  bits.pop_back();
  return bits;
}

TEST(Address, CountsAndFindsBits) {
  for (std::uint32_t x = 0; x < nodes(kMaxDimension); ++x) {
    unsigned ones = 0, lowest = kMaxDimension, highest = kMaxDimension;
    for (unsigned k = 0; k < kMaxDimension; ++k) {
      if ((x >> k & 1u) == 0) continue;
      ++ones;
      if (lowest == kMaxDimension) lowest = k;
      highest = k;
    }
    ASSERT_EQ(weight(x), ones) << x;
    if (x == 0) continue;
    ASSERT_EQ(lowest_set_bit(x), one_hot(lowest)) << x;
    ASSERT_EQ(highest_set_bit(x), one_hot(highest)) << x;
    ASSERT_EQ(bits_above(kMaxDimension, x), mask(kMaxDimension) - mask(highest + 1)) << x;
  }
  EXPECT_EQ(lowest_set_bit(0), 0u);
  EXPECT_EQ(highest_set_bit(0), 0u);
  EXPECT_EQ(weight(0xFFFFFFFFu), 32u);
  for (unsigned k = 0; k < 32; ++k) EXPECT_EQ(bit_index(one_hot(k)), k);
  for (unsigned d = 1; d <= kMaxDimension; ++d) EXPECT_EQ(bits_above(d, 0), mask(d));
}

TEST(Address, NeighboursAreAtDistanceOne) {
  EXPECT_EQ(hamming_distance(0b1010, 0b0110), 2u);
  for (unsigned k = 0; k < kMaxDimension; ++k) EXPECT_EQ(hamming_distance(0x5A5A, 0x5A5A ^ one_hot(k)), 1u);
}

// Rotation, period, base and minimal rotation of every address, from their definitions on the printed digits.
TEST(Address, RotationsPeriodAndBaseOfEveryAddress) {
  for (unsigned d = 1; d <= 12; ++d) {
    for (Address a = 0; a < nodes(d); ++a) {
      const std::string digits = text(d, a);
      std::string turned = digits;
      unsigned least_j = 0, expected_period = 0;
      Address least = a;
      for (unsigned j = 0; j < d; ++j) {
        ASSERT_EQ(rotate_right(d, a, j), value(turned)) << digits << " by " << j;
        ASSERT_EQ(rotate_left(d, value(turned), j), a) << digits << " by " << j;
        if (value(turned) < least) {
          least = value(turned);
          least_j = j;
        }
        turned = rotated(turned);
        if (expected_period == 0 && turned == digits) expected_period = j + 1;
      }
      ASSERT_EQ(period(d, a), expected_period) << digits;
      ASSERT_EQ(is_cyclic(d, a), expected_period < d) << digits;
      ASSERT_EQ(base(d, a), least_j) << digits;
      ASSERT_EQ(canonical(d, a), least) << digits;
    }
  }
  static_assert(period(6, 0b011011) == 3);  // Johnsson and Ho 1986, section 2
}

TEST(Address, LargestDimensionRotatesBitByBit) {
  constexpr unsigned d = kMaxDimension;
  for (unsigned k = 0; k < d; ++k)
    for (unsigned j = 0; j < d; ++j) {
      EXPECT_EQ(rotate_right(d, one_hot(k), j), one_hot((k + d - j) % d));
      EXPECT_EQ(rotate_left(d, one_hot(k), j), one_hot((k + j) % d));
    }
  EXPECT_EQ(period(d, 0x5555), 2u);
  EXPECT_EQ(period(d, 0x0101), 8u);
  EXPECT_EQ(base(d, 0x4000), 14u);
}

TEST(Address, FirstSetBitInEitherDirection) {
  for (unsigned d = 1; d <= 10; ++d)
    for (Address x = 0; x < nodes(d); ++x)
      for (unsigned port = 0; port < d; ++port) {
        Ports from = 0, right_of = 0;
        for (unsigned step = d; step-- > 0;) {
          const Ports leftwards = one_hot((port + step) % d);
          const Ports rightwards = one_hot((port + d - 1 - step) % d);
          if ((x & leftwards) != 0) from = leftwards;
          if ((x & rightwards) != 0) right_of = rightwards;
        }
        ASSERT_EQ(first_set_bit_from(d, x, port), from) << text(d, x) << " from " << port;
        ASSERT_EQ(first_set_bit_right_of(d, x, port), right_of) << text(d, x) << " right of " << port;
      }
}

}  // namespace
}  // namespace cube
