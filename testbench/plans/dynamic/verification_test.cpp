// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/verification.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const VerificationError& error) {
    return error.what();
  }
  return "none";
}

// All of a request but its delivery to the last node.
void deliver_but_last(Verification& verification, std::uint32_t nodes, std::uint32_t source, std::uint64_t number) {
  for (std::uint32_t node = 0; node + 1 < nodes; ++node) {
    if (node != source) EXPECT_EQ(verification.deliver(node, source, number, true, 100), std::nullopt);
  }
}

TEST(Verification, TellsTheDelayOfTheLastNode) {
  Verification verification(4);
  verification.begin(2, 0, 10);
  EXPECT_EQ(verification.deliver(3, 2, 0, true, 11), std::nullopt);
  EXPECT_EQ(verification.deliver(0, 2, 0, true, 11), std::nullopt);
  EXPECT_EQ(verification.open(), 1u);
  EXPECT_EQ(verification.deliver(1, 2, 0, true, 17), 7u);
  EXPECT_EQ(verification.open(), 0u);
  EXPECT_EQ(verification.completed(), 1u);
  EXPECT_EQ(verification.deliveries(), 3u);
  EXPECT_NO_THROW(verification.finish());
  EXPECT_FALSE(verification.oldest());
}

TEST(Verification, NamesEveryDamage) {
  Verification verification(4);
  verification.begin(2, 0, 10);
  verification.begin(2, 1, 10);
  verification.begin(2, 2, 30);
  deliver_but_last(verification, 4, 2, 0);
  deliver_but_last(verification, 4, 2, 1);
  EXPECT_EQ(verification.deliver(3, 2, 1, true, 50), 40u) << "before the older one";
  const auto delivered = [&](std::uint32_t node, std::uint32_t source, std::uint64_t number, bool payload_ok = true,
                             std::uint64_t cycle = 60) {
    return error_of([&] { verification.deliver(node, source, number, payload_ok, cycle); });
  };
  EXPECT_EQ(delivered(0, 2, 0), "node 0, source 2, request 0, cycle 60: delivered twice");
  EXPECT_EQ(delivered(3, 2, 0, false), "node 3, source 2, request 0, cycle 60: wrong payload");
  EXPECT_EQ(delivered(2, 2, 0), "node 2, source 2, request 0, cycle 60: delivered to its own source");
  EXPECT_EQ(delivered(3, 2, 1), "node 3, source 2, request 1, cycle 60: delivered again, after all nodes had it");
  EXPECT_EQ(delivered(3, 2, 3), "node 3, source 2, request 3, cycle 60: delivered, but no such request has arrived");
  EXPECT_EQ(delivered(3, 1, 0), "node 3, source 1, request 0, cycle 60: delivered, but no such request has arrived");
  EXPECT_EQ(delivered(4, 2, 0), "node 4, source 2, request 0, cycle 60: there is no such node, nodes are 0..3");
  EXPECT_EQ(delivered(0, 4, 0), "node 0, source 4, request 0, cycle 60: there is no such node, nodes are 0..3");
  EXPECT_EQ(delivered(0, 2, 2, true, 29),
            "node 0, source 2, request 2, cycle 29: delivered before its arrival in cycle 30");
  EXPECT_EQ(verification.deliver(3, 2, 0, true, 61), 51u) << "what was refused has changed nothing";
  EXPECT_EQ(delivered(3, 2, 0), "node 3, source 2, request 0, cycle 60: delivered again, after all nodes had it");
}

TEST(Verification, NamesArrivalsOutOfTurn) {
  Verification verification(4);
  const auto begun = [&](std::uint32_t source, std::uint64_t number) {
    return error_of([&] { verification.begin(source, number, 5); });
  };
  EXPECT_EQ(begun(1, 1), "source 1, request 1, cycle 5: arrives out of turn, request 0 is next");
  EXPECT_EQ(begun(4, 0), "source 4, request 0, cycle 5: there is no such node, nodes are 0..3");
  EXPECT_EQ(begun(1, 0), "none");
  EXPECT_EQ(begun(1, 0), "source 1, request 0, cycle 5: arrives out of turn, request 1 is next");
  EXPECT_THROW(Verification(1), std::invalid_argument);
}

TEST(Verification, NamesWhatIsLost) {
  Verification verification(100);
  verification.begin(7, 0, 20);
  verification.begin(3, 0, 10);
  verification.begin(3, 1, 15);
  for (std::uint32_t node = 0; node < 100; ++node) {
    if (node != 3 && node != 70 && node != 80) verification.deliver(node, 3, 0, true, 30);
    if (node != 3) verification.deliver(node, 3, 1, true, 30);
  }
  const OpenRequest oldest = verification.oldest().value();
  EXPECT_EQ(oldest.source, 3u);
  EXPECT_EQ(oldest.number, 0u);
  EXPECT_EQ(oldest.arrived, 10u);
  EXPECT_EQ(oldest.missing, 2u);
  EXPECT_EQ(oldest.first_missing, 70u);
  EXPECT_EQ(
      error_of([&] { verification.finish(); }),
      "node 70, source 3, request 0, cycle 10: never delivered; nodes that lack it: 2; requests that are open: 2");
  verification.deliver(70, 3, 0, true, 31);
  verification.deliver(80, 3, 0, true, 31);
  EXPECT_EQ(verification.oldest()->source, 7u);
  EXPECT_EQ(verification.oldest()->first_missing, 0u);
}

// Memory is bounded even then: by a limit, where others of the source continue for ever. Requests
// before the lost one are none of them.
TEST(Verification, EndsWhereARequestIsLost) {
  constexpr std::uint64_t kBefore = 1000;
  Verification verification(2);
  for (std::uint64_t number = 0; number < kBefore; ++number) {
    verification.begin(0, number, 3);
    verification.deliver(1, 0, number, true, 3);
  }
  verification.begin(0, kBefore, 3);
  std::uint64_t number = kBefore + 1;
  const std::string error = error_of([&] {
    for (;; ++number) {
      verification.begin(0, number, number);
      verification.deliver(1, 0, number, true, number);
    }
  });
  EXPECT_EQ(number, kBefore + Verification::kMostOfSource);
  EXPECT_EQ(error,
            "source 0, request 1049576, cycle 1049576: request 1000 of cycle 3 is open still: lost? Nodes that "
            "lack it: 1, the first is 1");
}

// Any order of all deliveries of requests that overlap: each request's delay is that of its last.
TEST(Verification, TakesAnyOrder) {
  auto random = test_support::seeded_random();
  for (const std::uint32_t nodes : {2u, 3u, 33u, 63u, 64u, 65u, 100u, 127u, 128u, 129u}) {
    for (int trial = 0; trial < 5; ++trial) {
      Verification verification(nodes);
      struct Delivery {
        std::uint32_t node, source;
        std::uint64_t number;
      };
      std::vector<Delivery> deliveries;
      std::map<std::uint32_t, std::uint64_t> next;
      for (int request = 0; request < 20; ++request) {
        const auto source = static_cast<std::uint32_t>(random() % std::min(nodes, 3u));
        const std::uint64_t number = next[source]++;
        verification.begin(source, number, number);
        for (std::uint32_t node = 0; node < nodes; ++node) {
          if (node != source) deliveries.push_back({node, source, number});
        }
      }
      std::shuffle(deliveries.begin(), deliveries.end(), random);
      std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> left;
      for (const Delivery& delivery : deliveries) ++left[{delivery.source, delivery.number}];
      for (std::uint64_t cycle = 1000; const Delivery& delivery : deliveries) {
        const auto delay = verification.deliver(delivery.node, delivery.source, delivery.number, true, ++cycle);
        const bool is_last = --left[{delivery.source, delivery.number}] == 0;
        ASSERT_EQ(delay, is_last ? std::optional(cycle - delivery.number) : std::nullopt);
      }
      EXPECT_NO_THROW(verification.finish());
    }
  }
}

// A bit for each node and 4 bytes, and not much more, for each of 64 requests.
TEST(Verification, KnowsItsMemory) {
  constexpr std::uint32_t kNodes = 6400;
  constexpr std::uint64_t kLeast = kNodes / 8 + 4;
  Verification verification(kNodes);
  const std::uint64_t before = verification.memory_bytes();
  for (std::uint64_t number = 0; number < 64; ++number) verification.begin(7, number, number);
  EXPECT_GE(verification.memory_bytes() - before, 64 * kLeast);
  EXPECT_LE(verification.memory_bytes() - before, 2 * 64 * kLeast);
}

// 10^7 deliveries of requests of which 64 are open at any time, the oldest or any other of them
// next.
TEST(Verification, NeedsNoMoreMemoryForEver) {
  constexpr std::uint32_t kNodes = 256;
  auto random = test_support::seeded_random();
  Verification verification(kNodes);
  struct Request {
    std::uint32_t source;
    std::uint64_t number;
    std::uint32_t delivered = 0;
  };
  std::vector<std::uint64_t> next(kNodes);
  std::vector<Request> open;
  std::uint64_t early_memory = 0;
  for (std::uint64_t cycle = 0; verification.deliveries() < 10'000'000; ++cycle) {
    while (open.size() < 64) {
      const auto source = static_cast<std::uint32_t>(random() % kNodes);
      open.push_back({source, next[source]});
      verification.begin(source, next[source]++, cycle);
    }
    const std::uint64_t choice = random();
    Request& request = open[choice % 64];
    const auto burst = static_cast<std::uint32_t>(choice >> 32) % 200;
    for (std::uint32_t i = 0; i < burst && request.delivered < kNodes - 1; ++i) {
      verification.deliver((request.source + ++request.delivered) % kNodes, request.source, request.number, true,
                           cycle);
    }
    if (request.delivered == kNodes - 1) {
      request = open.back();
      open.pop_back();
    }
    if (verification.deliveries() < 1'000'000) early_memory = verification.memory_bytes();
  }
  EXPECT_LE(verification.memory_bytes(), early_memory + 2048) << "a ring that is longer now and then";
  EXPECT_LT(early_memory, 30'000u);
  EXPECT_LE(verification.open(), 64u);
}

}  // namespace
}  // namespace testbench
