// SPDX-License-Identifier: Apache-2.0
// The numbering of the multinode broadcast against the paper's list, written out.
#include "firmware/networks/necklaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cube {
namespace {

// All rotations of t, by shifting one bit at a time to the left; the first is t.
std::vector<Address> left_rotations(unsigned d, Address t) {
  std::vector<Address> orbit;
  do {
    orbit.push_back(t);
    const std::uint32_t twice = t.number() * 2;
    t = Address(twice < nodes(d) ? twice : twice - nodes(d) + 1);
  } while (t != orbit.front());
  return orbit;
}

// The minimal elements of all rotation classes of non-zero addresses, sorted by weight, then by
// value.
std::vector<Address> sorted_classes(unsigned d) {
  std::vector<Address> classes;
  std::vector<bool> seen(nodes(d), false);
  for (const Address t : network::other_addresses(nodes(d))) {
    if (seen[t.number()]) continue;
    classes.push_back(t);
    for (const Address element : left_rotations(d, t)) seen[element.number()] = true;
  }
  std::sort(classes.begin(), classes.end(),
            [](Address a, Address b) { return weight(a) != weight(b) ? weight(a) < weight(b) : a < b; });
  return classes;
}

TEST(Necklace, ClassesComeByWeightThenByMinimalRotation) {
  for (unsigned d = 1; d <= 16u; ++d) {
    Address c = first_class();
    unsigned last_weight = 0;
    for (const Address expected : sorted_classes(d)) {
      ASSERT_EQ(c, expected) << "d " << d;
      // R_k1, the class of the address whose k rightmost bits are 1, comes first of its weight.
      if (weight(c) != last_weight) ASSERT_EQ(c, last_address(weight(c))) << "d " << d;
      last_weight = weight(c);
      c = next_class(d, c);
    }
    ASSERT_EQ(c, Address(0)) << "d " << d;
  }
}

TEST(Necklace, CountsOfNecklacesOfLength) {
  // OEIS A000031 less the class of 0.
  const unsigned expected[] = {1, 2, 3, 5, 7, 13, 19, 35, 59, 107, 187, 351, 631, 1181, 2191, 4115};
  for (unsigned d = 1; d <= 16u; ++d) {
    unsigned classes = 0;
    for (Address c = first_class(); c != Address(0); c = next_class(d, c)) ++classes;
    EXPECT_EQ(classes, expected[d - 1]) << "d " << d;
  }
}

// The list of Bertsekas et al. section 2 written out element by element: m(t) counts modulo d along
// the list, in every class each element is the left rotation of the one before it, and the required
// bits are 1 and 0.
TEST(Necklace, LinkTypesCountAlongTheListOfThePaper) {
  for (unsigned d = 1; d <= 16u; ++d) {
    std::uint32_t place = 1;
    for (const Address representative : sorted_classes(d)) {
      const std::vector<Address> orbit = left_rotations(d, representative);
      const unsigned first = (place - 1) % d;
      ASSERT_EQ(first_link_type(d, representative), first) << "d " << d << " class " << representative.number();
      for (std::size_t i = 0; i < orbit.size(); ++i) {
        const Address t = orbit[(first + i) % orbit.size()];
        const unsigned m = (place - 1) % d;
        ASSERT_EQ(link_type(d, t), m) << "d " << d << " t " << t.number();
        ASSERT_TRUE(has_bit(t, m)) << "d " << d << " t " << t.number();
        if (representative == last_address(weight(t)) && t != last_address(d))
          ASSERT_FALSE(has_bit(t, (m + d - 1) % d)) << "d " << d << " t " << t.number();
        ++place;
      }
    }
    ASSERT_EQ(place, nodes(d)) << "d " << d;
  }
}

TEST(Necklace, NumbersAreThePlacesInTheList) {
  for (unsigned d = 1; d <= 10; ++d) {
    const Address nobody(nodes(d));
    std::vector<Address> list(nodes(d), nobody);
    for (const Address t : network::addresses(nodes(d))) {
      ASSERT_LT(number(d, t), nodes(d));
      ASSERT_EQ(list[number(d, t)], nobody) << "two addresses have one number, d " << d << " t " << t.number();
      list[number(d, t)] = t;
    }
    ASSERT_EQ(list.front(), Address(0));
    ASSERT_EQ(list.back(), last_address(d));
    for (std::uint32_t n = 1; n + 1 < nodes(d); ++n) {
      if (n > 1) ASSERT_GE(weight(list[n]), weight(list[n - 1]));
      ASSERT_EQ(link_type(d, list[n]), (n - 1) % d);
      if (canonical(d, list[n]) == canonical(d, list[n + 1])) ASSERT_EQ(left_rotations(d, list[n])[1], list[n + 1]);
    }
  }
}

// Where the last address falls decides the larger subtrees of the balanced tree: m(11..1) = (2^d -
// 2) mod d.
TEST(Necklace, LinkTypeOfTheLastAddress) {
  for (unsigned d = 1; d <= 16u; ++d) EXPECT_EQ(link_type(d, last_address(d)), (nodes(d) - 2) % d) << "d " << d;
}

}  // namespace
}  // namespace cube
