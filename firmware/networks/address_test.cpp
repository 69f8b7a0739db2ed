// SPDX-License-Identifier: Apache-2.0
// Bits of a word one by one, and sets of ports against std::set.
#include "firmware/networks/address.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "firmware/networks/bits.hpp"

namespace bits {
namespace {

TEST(Bits, CountedAndFoundOneByOne) {
  constexpr unsigned kWidth = 16;
  for (std::uint32_t x = 0; x < 1u << kWidth; ++x) {
    unsigned ones = 0, first = kWidth, last = kWidth;
    for (unsigned k = 0; k < kWidth; ++k) {
      if ((x >> k & 1u) == 0) continue;
      ++ones;
      if (first == kWidth) first = k;
      last = k;
    }
    ASSERT_EQ(count(x), ones) << x;
    if (x == 0) continue;
    ASSERT_EQ(lowest(x), 1u << first) << x;
    ASSERT_EQ(highest(x), 1u << last) << x;
    ASSERT_EQ(up_to_highest(x), (2u << last) - 1) << x;
  }
  EXPECT_EQ(lowest(0), 0u);
  EXPECT_EQ(highest(0), 0u);
  EXPECT_EQ(up_to_highest(0), 0u);
  EXPECT_EQ(count(0xFFFFFFFFu), 32u);
  for (unsigned k = 0; k < 32; ++k) EXPECT_EQ(index(std::uint32_t{1} << k), k);
}

TEST(Bits, NextOfSameCountVisitsEveryWordOfACount) {
  for (unsigned width = 1; width <= 12; ++width) {
    std::uint32_t visited = 0;
    for (unsigned ones = 1; ones <= width; ++ones) {
      for (std::uint32_t x = (1u << ones) - 1, last = 0; x < 1u << width; last = x, x = next_of_same_count(x)) {
        ASSERT_GT(x, last);
        ASSERT_EQ(static_cast<unsigned>(__builtin_popcount(x)), ones);
        ++visited;
      }
    }
    ASSERT_EQ(visited, (1u << width) - 1);
  }
}

}  // namespace
}  // namespace bits

namespace network {
namespace {

// A set of ports against a std::set of numbers.
std::set<unsigned> members(Ports set) {
  std::set<unsigned> found;
  for (unsigned port = 0; port < 32; ++port) {
    if (set.contains(port)) found.insert(port);
  }
  return found;
}

TEST(Ports, AreSets) {
  for (std::uint32_t a = 0; a < 64; ++a) {
    const Ports set(a);
    const std::set<unsigned> model = members(set);
    EXPECT_EQ(set.size(), model.size());
    EXPECT_EQ(set.empty(), model.empty());
    std::set<unsigned> visited;
    for (const unsigned port : set) {
      EXPECT_TRUE(visited.empty() || port > *visited.rbegin());
      visited.insert(port);
    }
    EXPECT_EQ(visited, model);
    EXPECT_EQ(members(set.lowest()), model.empty() ? model : std::set{*model.begin()});
    EXPECT_EQ(members(set.highest()), model.empty() ? model : std::set{*model.rbegin()});
    for (std::uint32_t b = 0; b < 64; ++b) {
      const std::set<unsigned> other = members(Ports(b));
      std::set<unsigned> both, either, first_alone;
      std::set_intersection(model.begin(), model.end(), other.begin(), other.end(), std::inserter(both, both.end()));
      std::set_union(model.begin(), model.end(), other.begin(), other.end(), std::inserter(either, either.end()));
      std::set_difference(model.begin(), model.end(), other.begin(), other.end(),
                          std::inserter(first_alone, first_alone.end()));
      ASSERT_EQ(members(set & Ports(b)), both);
      ASSERT_EQ(members(set | Ports(b)), either);
      ASSERT_EQ(members(set - Ports(b)), first_alone);
      ASSERT_EQ(set == Ports(b), model == other);
    }
  }
}

TEST(Ports, AreMadeOfOneOfTheFirstAndByInsertion) {
  EXPECT_EQ(members(Ports::first(3)), (std::set<unsigned>{0, 1, 2}));
  EXPECT_EQ(Ports::first(kMaxPorts).size(), kMaxPorts);
  for (unsigned port = 0; port < kMaxPorts; ++port) {
    EXPECT_EQ(members(Ports::one(port)), std::set{port});
    EXPECT_EQ(Ports::one(port).port(), port);
  }
  Ports set;
  set.insert(4);
  set.insert(7, false);
  set.insert(0, true);
  EXPECT_EQ(members(set), (std::set<unsigned>{0, 4}));
}

}  // namespace
}  // namespace network
