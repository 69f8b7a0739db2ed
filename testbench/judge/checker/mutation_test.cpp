// SPDX-License-Identifier: Apache-2.0
// Random damage to right runs: the checker must report every one.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/judge/checker/link_checker.hpp"
#include "testbench/judge/checker/reference_schedule.hpp"

namespace testbench {
namespace {

using Events = std::vector<LinkEvent>;
using Random = std::mt19937_64;

std::uint32_t one_below(std::uint32_t limit, Random& random) {
  return std::uniform_int_distribution<std::uint32_t>(0, limit - 1)(random);
}

// A value in 0 .. limit-1 other than `old`; `limit` itself where there is none, which is out of
// range.
std::uint32_t other_than(std::uint32_t old, std::uint32_t limit, Random& random) {
  return limit < 2 ? limit : (old + 1 + one_below(limit - 1, random)) % limit;
}

void sort_by_cycle(Events& events) {
  std::ranges::sort(events, {}, &LinkEvent::cycle);
}

// One way to damage a run. False: this event does not lend itself to it.
struct LinkMutation {
  const char* name;
  std::function<bool(const Task&, Events&, std::size_t, Random&)> apply;
};

const std::vector<LinkMutation> kLinkMutations = {
    {"drop",
     [](const Task&, Events& events, std::size_t at, Random&) {
       events.erase(events.begin() + static_cast<std::ptrdiff_t>(at));
       return true;
     }},
    {"duplicate in the same cycle",
     [](const Task&, Events& events, std::size_t at, Random&) {
       const LinkEvent twice = events[at];
       events.insert(events.begin() + static_cast<std::ptrdiff_t>(at), twice);
       return true;
     }},
    {"duplicate later",
     [](const Task&, Events& events, std::size_t at, Random& random) {
       LinkEvent twice = events[at];
       twice.cycle += 1 + one_below(5, random);
       events.push_back(twice);
       sort_by_cycle(events);
       return true;
     }},
    {"retime to its arrival or earlier",
     [](const Task&, Events& events, std::size_t at, Random& random) {
       LinkEvent& event = events[at];
       if (event.node == event.source) return false;
       const auto arrival = std::ranges::find_if(events, [&](const LinkEvent& other) {
         return (other.node ^ (1U << other.port)) == event.node && other.source == event.source &&
                other.destination == event.destination && other.sequence == event.sequence;
       });
       event.cycle = 1 + one_below(static_cast<std::uint32_t>(arrival->cycle), random);
       sort_by_cycle(events);
       return true;
     }},
    {"retime onto another packet of its link",
     [](const Task&, Events& events, std::size_t at, Random&) {
       LinkEvent& event = events[at];
       const auto other = std::ranges::find_if(events, [&](const LinkEvent& candidate) {
         return candidate.node == event.node && candidate.port == event.port && candidate.cycle > event.cycle;
       });
       if (other == events.end()) return false;
       event.cycle = other->cycle;
       sort_by_cycle(events);
       return true;
     }},
    {"retime onto another send of a node that is not all-port",
     [](const Task& task, Events& events, std::size_t at, Random&) {
       LinkEvent& event = events[at];
       if (task.ports == PortModel::kAll) return false;
       const auto other = std::ranges::find_if(events, [&](const LinkEvent& candidate) {
         return candidate.node == event.node && candidate.cycle > event.cycle;
       });
       if (other == events.end()) return false;
       event.cycle = other->cycle;
       sort_by_cycle(events);
       return true;
     }},
    {"out of order",
     [](const Task&, Events& events, std::size_t at, Random&) {
       if (events[at].cycle == events.back().cycle) return false;
       std::swap(events[at], events.back());
       return true;
     }},
    {"another port",
     [](const Task& task, Events& events, std::size_t at, Random& random) {
       events[at].port = other_than(events[at].port, task.dim, random);
       return true;
     }},
    {"another node",
     [](const Task& task, Events& events, std::size_t at, Random& random) {
       events[at].node = other_than(events[at].node, static_cast<std::uint32_t>(end_count(task)), random);
       return true;
     }},
    {"another source",
     [](const Task& task, Events& events, std::size_t at, Random& random) {
       events[at].source = other_than(events[at].source, static_cast<std::uint32_t>(end_count(task)), random);
       return true;
     }},
    {"another destination",
     [](const Task& task, Events& events, std::size_t at, Random& random) {
       const auto old = static_cast<std::uint32_t>(std::max(events[at].destination, 0));
       const std::uint32_t changed = other_than(old, static_cast<std::uint32_t>(end_count(task)), random);
       events[at].destination = static_cast<std::int32_t>(changed);
       return true;
     }},
    {"another sequence number",
     [](const Task& task, Events& events, std::size_t at, Random& random) {
       events[at].sequence = other_than(events[at].sequence, task.packets, random);
       return true;
     }},
};

TEST(LinkMutation, EveryDamageIsReported) {
  const std::uint64_t seed = test_support::seed();
  Random random(seed);
  std::vector<unsigned> applied(kLinkMutations.size(), 0);
  for (const Task& task : small_tasks(4)) {
    const Events right = dense_schedule(task, seed);
    for (std::size_t m = 0; m < kLinkMutations.size(); ++m) {
      for (int round = 0; round < 8; ++round) {
        Events events = right;
        const std::size_t at = one_below(static_cast<std::uint32_t>(events.size()), random);
        if (!kLinkMutations[m].apply(task, events, at, random)) continue;
        ++applied[m];
        LinkChecker checker(task);
        checker.observe(events);
        ASSERT_TRUE(checker.finish().has_value())
            << describe(task) << ": " << kLinkMutations[m].name << ", event " << at;
      }
    }
  }
  for (std::size_t m = 0; m < kLinkMutations.size(); ++m) EXPECT_GT(applied[m], 100U) << kLinkMutations[m].name;
}

// Packets are dealt out in blocks of 64: a cube in which every judge has some. The first of several
// faults is named.
TEST(LinkMutation, IsTheSameFaultToAnyNumberOfThreads) {
  const std::uint64_t seed = test_support::seed();
  Random random(seed);
  unsigned found = 0;
  const unsigned rounds = test_support::soak_or(40u, 12u);
  for (const PortModel ports : kPortModels) {
    for (const Collective collective : {Collective::kAllgather, Collective::kAlltoall}) {
      const Task task{collective, collective == Collective::kAlltoall ? 4U : 5U, ports, 7, 0};
      const Events right = dense_schedule(task, seed);
      for (unsigned round = 0; round < rounds; ++round) {
        Events events = right;
        for (int damage = 0; damage < 3; ++damage) {
          const LinkMutation& mutation =
              kLinkMutations[one_below(static_cast<std::uint32_t>(kLinkMutations.size()), random)];
          mutation.apply(task, events, one_below(static_cast<std::uint32_t>(events.size()), random), random);
        }
        LinkChecker alone(task);
        alone.observe(events);
        LinkChecker shared(task, 3);
        const std::span<const LinkEvent> all(events);
        shared.observe(all.first(all.size() / 2));
        shared.observe(all.subspan(all.size() / 2));
        ASSERT_EQ(shared.finish(), alone.finish()) << describe(task);
        ASSERT_EQ(shared.transmissions(), alone.transmissions()) << describe(task);
        ASSERT_EQ(shared.last_cycle(), alone.last_cycle()) << describe(task);
        if (alone.finish()) ++found;
      }
    }
  }
  EXPECT_GT(found, 5 * rounds);
}

}  // namespace
}  // namespace testbench
