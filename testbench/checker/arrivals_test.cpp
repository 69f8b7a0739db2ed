#include "testbench/checker/arrivals.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

// At random, against a map by place and port.
TEST(Arrivals, AreWhatCameThroughEachPortSinceTheLastTime) {
  constexpr std::uint64_t kPlaces = 5;
  constexpr unsigned kPorts = 4;
  auto random = test_support::seeded_random();
  Arrivals arrivals(kPlaces, kPlaces * kPorts);
  std::vector<std::map<unsigned, std::uint64_t>> model(kPlaces);  // cycles
  for (std::uint64_t cycle = 1; cycle <= 2000; ++cycle) {
    const std::uint64_t place = random() % kPlaces;
    const auto port = static_cast<unsigned>(random() % kPorts);
    if (random() % 6 == 0) {
      arrivals.clear(place);
      model[place].clear();
    } else if (!model[place].contains(port)) {
      const bool is_first = model[place].empty();
      arrivals.add(place, {{cycle, NodeSum::of(port)}, cycle, port});
      model[place][port] = cycle;
      if (is_first) EXPECT_EQ(arrivals.first(place).cycle, cycle);
    }
    for (std::uint64_t i = 0; i < kPlaces; ++i) {
      ASSERT_EQ(arrivals.any(i), !model[i].empty());
      const Arrivals::ByPort found = arrivals.by_port(i);
      for (unsigned k = 0; k < kPorts; ++k) {
        ASSERT_EQ(arrivals.has(i, k), model[i].contains(k));
        ASSERT_EQ(found[k] != nullptr, model[i].contains(k));
        if (found[k] == nullptr) continue;
        EXPECT_EQ(found[k]->cycle, model[i][k]);
        EXPECT_EQ(found[k]->value.word, model[i][k]);
        EXPECT_EQ(found[k]->value.nodes, NodeSum::of(k));
        EXPECT_EQ(found[k]->port, k);
      }
    }
  }
}

// Forgotten arrivals make room: with no more than were asked for nothing is moved.
TEST(Arrivals, NeedNoMoreMemoryThanTheMostAtATime) {
  constexpr unsigned kMost = 4;
  Arrivals arrivals(2, kMost);
  arrivals.add(0, {{7, NodeSum()}, 1, 0});
  const Arrival* const held = &arrivals.first(0);
  for (std::uint64_t round = 0; round < 100; ++round) {
    for (unsigned port = 1; port < kMost; ++port) arrivals.add(1, {{round, NodeSum()}, round, port});
    arrivals.clear(1);
  }
  EXPECT_EQ(&arrivals.first(0), held);
  EXPECT_EQ(arrivals.first(0).value.word, 7u);
}

TEST(Arrivals, TakeFourBytesAPlaceAnd32EachAtATime) {
  EXPECT_EQ(Arrivals::memory_bytes(100, 10), 100u * 4 + 10 * 32);
  EXPECT_EQ(Arrivals::memory_bytes(std::uint64_t{1} << 30, 0), std::uint64_t{1} << 32);
  EXPECT_EQ(Arrivals::memory_bytes(1, kSaturated), kSaturated);
  EXPECT_THROW(Arrivals(1, ~std::uint32_t{0}), std::bad_alloc)
      << "numbers of arrivals have 32 bits, and one is nothing";
}

}  // namespace
}  // namespace testbench
