// SPDX-License-Identifier: Apache-2.0
// The judges of a divided run beside one judge: the same words, the same cycle and the same number of
// packets for the same damage. Packets that combine: divided_combining_test.cpp.
#include "testbench/runs/verdict/divided_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <random>
#include <tuple>

#include "test_support/rows.hpp"
#include "test_support/sizes.hpp"
#include "test_support/thread_ranks.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace testbench::test {
namespace {

using test_support::first_row;
using test_support::ranks_at_random;
using test_support::run_as_ranks;

struct Judged {
  std::optional<std::string> fault;
  std::uint64_t cycles;
  std::uint64_t transmissions;
  bool operator==(const Judged&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Judged& judged) {
  return out << judged.fault.value_or("right") << ", " << judged.cycles << " cycles, " << judged.transmissions;
}

using Portions = std::vector<LinkEvents>;

Judged by_one(const Task& task, const Portions& portions) {
  LinkChecker checker(task);
  for (const LinkEvents& events : portions) checker.observe(events);
  return {checker.finish(), checker.last_cycle(), checker.transmissions()};
}

Judged by_ranks(const Task& task, const Portions& portions, unsigned count) {
  Judged found{};
  run_as_ranks(count, [&](Ranks& ranks) {
    const auto nodes = static_cast<std::uint32_t>(end_count(task));
    Division division{ranks, NodeShare(ranks_at_random(nodes, count, portions.size()), ranks.rank())};
    NodeMemory memory(task, PayloadHash(1), &division.share);
    DividedJudge judge(task, memory, {}, {}, division);
    for (const LinkEvents& events : portions) {
      LinkEvents mine;
      for (const LinkEvent& event : events) {
        if (division.share.has(event.node)) mine.push_back(event);
      }
      judge.observe(mine);
    }
    RunReport report;
    judge.report(report);
    if (ranks.rank() == 0) found = {report.fault, report.cycles, report.transmissions};
  });
  return found;
}

// Random damage to right runs: the words, the cycle and the number of packets are those of one judge.
TEST(DividedJudge, FindsTheFirstFaultOfTheRun) {
  std::mt19937 random(7);
  unsigned faults = 0;
  const unsigned rounds = test_support::soak_or(150u, 40u);
  for (const auto& [collective, ports] :
       {std::pair(collectives::Collective::kAlltoall, collectives::PortModel::kAll),
        std::pair(collectives::Collective::kAllgather, collectives::PortModel::kOne),
        std::pair(collectives::Collective::kBroadcast, collectives::PortModel::kAll),
        std::pair(collectives::Collective::kScatter, collectives::PortModel::kOne),
        std::pair(collectives::Collective::kAllgather, collectives::PortModel::kHalf),
        std::pair(collectives::Collective::kAlltoall, collectives::PortModel::kOne)}) {
    const Experiment experiment(first_row(collective, 5, ports));
    LinkEvents right;
    RunHooks hooks;
    hooks.events = [&](std::span<const LinkEvent> events) { right.insert(right.end(), events.begin(), events.end()); };
    testbench::Run(experiment).execute(hooks);
    for (unsigned round = 0; round < rounds; ++round) {
      LinkEvents events = right;
      for (unsigned damages = 0; damages < 2; ++damages) {
        LinkEvent& event = events[random() % events.size()];
        switch (random() % 7) {
          case 0:
            event.port = random() % 4;
            break;
          case 1:
            event.sequence = random() % 7;
            break;
          case 2:
            event.source = random() % 9;
            break;
          case 3:
            event.destination = static_cast<std::int32_t>(random() % 10) - 1;
            break;
          case 4:
            event.node = random() % 8;
            break;
          case 5:
            events.push_back(event);
            events.back().cycle += 1 + random() % 3;
            break;
          default:
            events.erase(events.begin() + static_cast<std::ptrdiff_t>(&event - events.data()));
        }
      }
      std::ranges::sort(events, {}, [](const LinkEvent& event) {
        return std::tuple(event.cycle, event.node, event.port, event.source, event.destination, event.sequence);
      });
      Portions portions(1);
      for (std::size_t i = 0; i < events.size(); ++i) {
        const bool cycle_ends = i != 0 && events[i - 1].cycle != events[i].cycle;
        if (cycle_ends && random() % 4 == 0) portions.emplace_back();
        portions.back().push_back(events[i]);
      }
      const Judged one = by_one(experiment.task(), portions);
      faults += one.fault ? 1 : 0;
      EXPECT_EQ(by_ranks(experiment.task(), portions, 2 + round % 3), one) << name_of(collective);
    }
  }
  EXPECT_GT(faults, 3 * rounds);
}

// Packets that are lost, altered, doubled, or delivered where they have no place.
TEST(DividedJudge, FindsTheFaultsOfAllMemories) {
  const Task task = Experiment(first_row(collectives::Collective::kAlltoall, 2)).task();
  const PayloadHash payload(1);
  std::mt19937 random(5);
  for (unsigned round = 0; round < 20; ++round) {
    const std::uint32_t damages = round % 5;
    NodeMemory whole(task, payload);
    struct Delivery {
      std::uint32_t node, source, sequence;
      std::uint64_t word;
    };
    std::vector<Delivery> deliveries;
    for (std::uint32_t i = 0; i < 8 * 8 * 2; ++i) {
      const std::uint32_t node = i / 16;
      const std::uint32_t source = i / 2 % 8;
      if (node != source)
        deliveries.push_back({node, source, i % 2, whole.fetch(Address(source), Address(node), i % 2)});
    }
    for (std::uint32_t damage = 0; damage < damages; ++damage) {
      const std::size_t at = random() % deliveries.size();
      switch (round / 5) {
        case 0:
          deliveries.erase(deliveries.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 1:
          deliveries[at].word ^= 64;
          break;
        case 2:
          deliveries.push_back(deliveries[at]);
          break;
        default:
          deliveries.push_back({deliveries[at].node, deliveries[at].source, 7, 0});
      }
    }
    const auto deliver = [&](NodeMemory& memory, const std::function<bool(std::uint32_t)>& has) {
      for (const Delivery& each : deliveries) {
        if (has(each.node)) memory.deliver(Address(each.node), Address(each.source), each.sequence, each.word);
      }
    };
    deliver(whole, [](std::uint32_t) { return true; });
    std::optional<std::string> found;
    run_as_ranks(3, [&](Ranks& ranks) {
      Division division{ranks, NodeShare(ranks_at_random(8, 3, round), ranks.rank())};
      NodeMemory memory(task, payload, &division.share);
      deliver(memory, [&](std::uint32_t node) { return division.share.has(node); });
      const std::optional<std::string> fault = DividedJudge(task, memory, {}, {}, division).memory_fault();
      if (ranks.rank() == 0) found = fault;
    });
    EXPECT_EQ(found, whole.find_fault());
    EXPECT_EQ(found.has_value(), damages != 0) << round;
  }
}

}  // namespace
}  // namespace testbench::test
