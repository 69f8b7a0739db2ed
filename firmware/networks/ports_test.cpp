#include "firmware/networks/ports.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

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
