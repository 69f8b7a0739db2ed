// SPDX-License-Identifier: Apache-2.0
// Addresses against their printed digits, the Gray code against its construction, and subcubes
// against the list of their nodes.
#include "firmware/networks/cube_addresses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cube {
namespace {

// a_(d-1) .. a_0, as the papers print an address.
std::string text(unsigned d, Address a) {
  std::string bits;
  for (unsigned k = d; k-- > 0;) bits += has_bit(a, k) ? '1' : '0';
  return bits;
}

Address value(const std::string& bits) {
  return Address(static_cast<std::uint32_t>(std::stoul(bits, nullptr, 2)));
}

// R(i) = (a_0 a_(n-1) .. a_1).
std::string rotated(std::string bits) {
  bits.insert(bits.begin(), bits.back());
  bits.pop_back();
  return bits;
}

TEST(Address, ZeroesAboveAreTheLeadingOnes) {
  for (unsigned d = 1; d <= 16u; ++d) {
    for (const Address a : network::addresses(nodes(d))) {
      const std::string digits = text(d, a);
      const std::size_t leading = std::min(digits.find('1'), digits.size());
      Ports expected;
      for (unsigned k = d; k > d - leading; --k) expected.insert(k - 1);
      ASSERT_EQ(zeroes_above(d, a), expected) << digits;
    }
  }
}

TEST(Address, NeighboursAreAtDistanceOne) {
  EXPECT_EQ(hamming_distance(Address(0b1010), Address(0b0110)), 2u);
  EXPECT_EQ(difference(Address(0b1010), Address(0b0110)), Ports(0b1100));
  EXPECT_EQ(across(Address(0b1010), Ports(0b1100)), Address(0b0110));
  for (unsigned k = 0; k < 16u; ++k) {
    const Address a(0x5A5A);
    EXPECT_EQ(hamming_distance(a, neighbour(a, k)), 1u);
    EXPECT_EQ(neighbour(neighbour(a, k), k), a);
    EXPECT_EQ(relative(neighbour(a, k), a), Address(1u << k));
  }
}

// Rotation, period, base and minimal rotation of every address, from their definitions on the
// printed digits.
TEST(Address, RotationsPeriodAndBaseOfEveryAddress) {
  for (unsigned d = 1; d <= 12; ++d) {
    for (const Address a : network::addresses(nodes(d))) {
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
  static_assert(period(6, Address(0b011011)) == 3);  // Johnsson and Ho 1986, section 2
}

TEST(Address, LargeDimensionsRotateBitByBit) {
  for (unsigned d = 15; d <= kMaxDimension; ++d)
    for (unsigned k = 0; k < d; ++k)
      for (unsigned j = 0; j < d; ++j) {
        EXPECT_EQ(rotate_right(d, Ports::one(k), j), Ports::one((k + d - j) % d));
        EXPECT_EQ(rotate_left(d, Ports::one(k), j), Ports::one((k + j) % d));
      }
  constexpr unsigned d = 16u;
  EXPECT_EQ(period(d, Address(0x5555)), 2u);
  EXPECT_EQ(period(d, Address(0x0101)), 8u);
  EXPECT_EQ(base(d, Address(0x4000)), 14u);
}

TEST(Address, FirstPortOfASetInEitherDirection) {
  for (unsigned d = 1; d <= 10; ++d)
    for (std::uint32_t mask = 0; mask < nodes(d); ++mask)
      for (unsigned port = 0; port < d; ++port) {
        const Ports set(mask);
        Ports from, right_of;
        for (unsigned step = d; step-- > 0;) {
          const unsigned leftwards = (port + step) % d;
          const unsigned rightwards = (port + d - 1 - step) % d;
          if (set.contains(leftwards)) from = Ports::one(leftwards);
          if (set.contains(rightwards)) right_of = Ports::one(rightwards);
        }
        ASSERT_EQ(first_from(d, set, port), from) << text(d, Address(mask)) << " from " << port;
        ASSERT_EQ(first_right_of(d, set, port), right_of) << text(d, Address(mask)) << " right of " << port;
      }
}

// The reflected code by its construction: G(d) = 0 G(d-1), then 1 G(d-1) backwards.
std::vector<Address> reflected(unsigned d) {
  std::vector<Address> code{Address(0)};
  for (unsigned k = 0; k < d; ++k)
    for (std::size_t i = code.size(); i-- > 0;) code.push_back(neighbour(code[i], k));
  return code;
}

TEST(Gray, IsTheReflectedCode) {
  for (unsigned d = 1; d <= 16u; ++d) {
    const std::vector<Address> code = reflected(d);
    for (std::uint32_t rank = 0; rank < nodes(d); ++rank) {
      ASSERT_EQ(gray(rank), code[rank]) << "d " << d;
      ASSERT_EQ(gray_rank(code[rank]), rank) << "d " << d;
      const Ports next = rank + 1 < nodes(d) ? difference(code[rank], code[rank + 1]) : Ports();
      ASSERT_EQ(gray_transition(d, rank), next) << "d " << d << " rank " << rank;
    }
  }
}

TEST(Gray, ClosesToAHamiltonianCycle) {
  for (unsigned d = 1; d <= 16u; ++d) {
    std::vector<bool> seen(nodes(d), false);
    Address a;
    for (std::uint32_t step = 0; step < nodes(d); ++step) {
      ASSERT_FALSE(seen[a.number()]) << "d " << d << " node " << a.number();
      seen[a.number()] = true;
      const Ports port = gray_cycle_successor(d, a);
      ASSERT_EQ(port.size(), 1u);
      ASSERT_LT(port.port(), d);
      ASSERT_EQ(gray_cycle_predecessor(d, across(a, port)), port) << "d " << d << " node " << a.number();
      a = across(a, port);
    }
    EXPECT_EQ(a, Address(0)) << "d " << d;
  }
}

// Every subcube of cubes up to d = 6 against the list of the nodes that agree with it outside the
// free dimensions.
TEST(Subcube, EnumeratesExactlyItsNodes) {
  for (unsigned d = 1; d <= 6; ++d)
    for (std::uint32_t mask = 0; mask < nodes(d); ++mask)
      for (const Address fixed : network::addresses(nodes(d))) {
        const Ports free(mask);
        const Subcube part{free, fixed};
        std::uint32_t k = 0;
        for (const Address a : network::addresses(nodes(d))) {
          bool agrees = true;
          for (unsigned bit = 0; bit < d; ++bit)
            if (!free.contains(bit) && has_bit(a, bit) != has_bit(fixed, bit)) agrees = false;
          ASSERT_EQ(part.contains(a), agrees);
          if (!agrees) continue;
          ASSERT_EQ(part.node(k), a);
          ASSERT_EQ(part.index(a), k);
          ++k;
        }
        ASSERT_EQ(part.size(), k);
        ASSERT_EQ(nodes(part.dimension()), k);
      }
}

TEST(Subcube, HalvesShareNothingAndMissNothing) {
  constexpr Subcube part{Ports(0b1101), Address(0b0010)};
  for (const unsigned port : {0u, 2u, 3u}) {
    const Subcube zero = part.half(port, 0), one = part.half(port, 1);
    EXPECT_EQ(zero.size() + one.size(), part.size());
    for (const Address a : network::addresses(16)) {
      EXPECT_EQ(zero.contains(a) || one.contains(a), part.contains(a)) << a.number();
      EXPECT_FALSE(zero.contains(a) && one.contains(a)) << a.number();
      if (one.contains(a)) EXPECT_TRUE(has_bit(a, port));
    }
  }
}

TEST(Subcube, WholeCubeOfEveryDimension) {
  for (unsigned d = 1; d <= 16u; ++d) {
    EXPECT_EQ(whole_cube(d).size(), nodes(d));
    EXPECT_EQ(whole_cube(d).node(other_nodes(d)), last_address(d));
    EXPECT_FALSE(whole_cube(d).contains(Address(nodes(d))));
  }
}

}  // namespace
}  // namespace cube
