// SPDX-License-Identifier: Apache-2.0
// The judges of a divided run whose packets combine, beside one judge: of right runs that are damaged,
// the same words, the same cycle and the same number of packets.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "test_support/thread_ranks.hpp"
#include "testbench/judge/checker/combining_mutations.hpp"
#include "testbench/runs/verdict/divided_judge.hpp"
#include "testbench/runs/verdict/test_reports.hpp"

namespace testbench::test {
namespace {

using namespace combining_mutations;

struct Verdict {
  std::string fault;
  std::uint64_t cycles = 0;
  std::uint64_t transmissions = 0;
  bool operator==(const Verdict&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Verdict& verdict) {
  return out << verdict.fault << ", " << verdict.cycles << " cycles, " << verdict.transmissions;
}

// The judge of the nodes that `has` says is given the run in portions. `ends`: the cycles after which
// one ends.
template <class Has>
Verdict played(const Task& task, const CombiningRun& run, const std::vector<std::uint64_t>& ends, RunJudge& judge,
               NodeMemory& memory, Has has) {
  auto event = run.events.begin();
  auto delivery = run.deliveries.begin();
  const auto block = static_cast<std::uint32_t>(sequences(task));
  for (std::size_t i = 0; i <= ends.size(); ++i) {
    const std::uint64_t end = i < ends.size() ? ends[i] : ~std::uint64_t{0};
    for (; delivery != run.deliveries.end() && delivery->cycle <= end; ++delivery) {
      if (!has(delivery->node)) continue;
      const auto index = static_cast<std::uint32_t>(delivery->index);
      judge.set_cycle(delivery->cycle);
      memory.deliver(Address(delivery->node), Address(task.blocks ? index / block : delivery->node), index % block,
                     delivery->word, delivery->stream);
    }
    LinkEvents events;
    for (; event != run.events.end() && event->cycle <= end; ++event) {
      if (has(event->node)) events.push_back(*event);
    }
    judge.observe(events);
  }
  RunReport report;
  judge.report(report);
  const std::optional<std::string> of_memory = judge.memory_fault();
  return {report.fault ? *report.fault : of_memory.value_or("right"), report.cycles, report.transmissions};
}

Verdict by_one_judge(const Task& task, const CombiningRun& run, const std::vector<std::uint64_t>& ends) {
  NodeMemory memory(task, kCombinedPayload);
  WholeJudge judge(task, memory, {});
  return played(task, run, ends, judge, memory, [](std::uint32_t) { return true; });
}

Verdict by_judges(const Task& task, const CombiningRun& run, const std::vector<std::uint64_t>& ends,
                  const std::vector<std::uint16_t>& rank_of, unsigned ranks, unsigned threads) {
  std::vector<Verdict> verdicts(ranks);
  test_support::run_as_ranks(ranks, [&](Ranks& mine) {
    Division division{mine, NodeShare(rank_of, mine.rank())};
    NodeMemory memory(task, kCombinedPayload, &division.share);
    DividedJudge judge(task, memory, {.threads = threads}, {}, division);
    verdicts[mine.rank()] =
        played(task, run, ends, judge, memory, [&](std::uint32_t node) { return division.share.has(node); });
  });
  for (const Verdict& verdict : verdicts) EXPECT_EQ(verdict, verdicts.front()) << "the same at all ranks";
  return verdicts.front();
}

std::vector<std::uint16_t> any_division(std::uint64_t nodes, unsigned ranks, Random& random) {
  const auto all = static_cast<std::uint32_t>(nodes);
  return random() % 2 == 0 ? ranks_by_address(all, ranks) : test_support::ranks_at_random(all, ranks, random());
}

// Cycles in twos, so that packets come when others leave.
void press(CombiningRun& run) {
  for (LinkEvent& event : run.events) event.cycle = (event.cycle + 1) / 2;
  for (Delivery& delivery : run.deliveries) delivery.cycle = (delivery.cycle + 1) / 2;
}

// As a mesh reports them, from cycle 1 on.
void put_in_order_of_a_mesh(CombiningRun& run) {
  const auto first = std::ranges::min_element(run.events, {}, &LinkEvent::cycle);
  const std::uint64_t early = first == run.events.end() ? 0 : first->cycle - 1;
  for (LinkEvent& event : run.events) event.cycle -= early;
  for (Delivery& delivery : run.deliveries) delivery.cycle -= std::min(delivery.cycle, early);
  std::ranges::sort(run.events, is_before);
  std::ranges::sort(run.deliveries, {}, &Delivery::cycle);
}

// A fault without its numbers, to count the kinds that have been found.
std::string kind_of(const std::string& fault) {
  std::string kind = fault.substr(fault.rfind(": ") == std::string::npos ? 0 : fault.rfind(": ") + 2);
  if (fault.find("in all") != std::string::npos) kind = fault.substr(0, fault.find(" ("));
  std::erase_if(kind, [](char character) { return character >= '0' && character <= '9'; });
  return kind;
}

TEST(DividedCombining, FindsTheFirstFaultOfTheRun) {
  const std::uint64_t seed = test_support::seed();
  Random random(seed);
  std::map<std::string, unsigned> kinds;
  for (const auto& [all_ports, whole] : small_combining_cases(3)) {
    for (unsigned round = 0; round < (test_support::is_soak() ? 300u : 3u); ++round) {
      Task task = all_ports;
      task.ports = kPortModels[round % 3];
      CombiningRun run = CombiningReference(all_ports, seed + round).run(whole);
      if (random() % 3 == 0) press(run);
      for (std::uint64_t damages = random() % 3; damages > 0; --damages) {
        kMutations[random() % kMutations.size()].apply(all_ports, run, random);
        if (run.events.empty() || run.deliveries.empty()) break;
      }
      put_in_order_of_a_mesh(run);
      std::vector<std::uint64_t> ends;
      for (const LinkEvent& event : run.events) {
        const bool is_later = ends.empty() || ends.back() < event.cycle;
        if (is_later && random() % 16 == 0) ends.push_back(event.cycle);
      }
      const auto ranks = static_cast<unsigned>(std::min<std::uint64_t>(2 + random() % 3, end_count(task)));
      const Verdict one = by_one_judge(task, run, ends);
      ++kinds[kind_of(one.fault)];
      EXPECT_EQ(by_judges(task, run, ends, any_division(end_count(task), ranks, random), ranks, 1 + round % 2), one)
          << describe_combining(all_ports, whole) << ' ' << name_of(task.ports) << ", " << ranks << " ranks, round "
          << round;
    }
  }
  EXPECT_GT(kinds.size(), 30u);
  for (const char* const kind :
       {"right", "the link carries another packet in this cycle", "the node sends another packet in this cycle",
        "node  receives another packet in this cycle", "the half-duplex node also receives in this cycle",
        "half-duplex node  also sends in this cycle", "the node does not hold the packet",
        "port  brings a part of it in this cycle", "nothing has come through port ",
        "the node sends this item a second time", "node  has sent this item already",
        "node  receives this item through the port a second time", "node  receives it a second time",
        "node , item : made of the wrong contributions", "node , item : missing",
        "node , item : there before all that it is made of had come"}) {
    EXPECT_GT(kinds[kind], 0u) << kind;
  }
}

// Every node at a rank of its own.
void expect_fault_of_all(const Task& task, const CombiningRun& run, const std::string& words) {
  const auto nodes = static_cast<std::uint32_t>(end_count(task));
  const Verdict one = by_one_judge(task, run, {});
  EXPECT_NE(one.fault.find(words), std::string::npos) << one;
  EXPECT_EQ(by_judges(task, run, {}, ranks_by_address(nodes, nodes), nodes, 1), one);
}

// The second packet is a fault at the other end of the link, which comes first in a packet.
TEST(DividedCombining, LooksAtTheFirstOfTwoPacketsOnALink) {
  const Task task{Collective::kReduce, 2, PortModel::kHalf, 1, 0};
  CombiningRun run;
  run.events = {{1, 2, 0, 2, 0, 0, 0}, {1, 3, 1, 3, 0, 0, 0}, {1, 3, 1, 3, 0, 0, 0}};
  expect_fault_of_all(task, run, "node 3, port 1, packet 0 of source 3 for node 0: the half-duplex node also receives");
}

// A part that comes to the owner when it sends the result on is not in it.
TEST(DividedCombining, TakesNothingOfTheSameCycle) {
  const Task task{Collective::kAllreduce, 2, PortModel::kAll, 1, 0};
  CombiningRun run;
  run.events = {{1, 0, 1, 0, 3, 0, 0},
                {2, 2, 0, 2, 3, 0, 0},
                {4, 1, 1, 1, 3, 0, 0},
                {4, 3, 0, 3, kAllNodes, 0, 0},
                {5, 2, 1, 3, kAllNodes, 0, 0}};
  run.deliveries = {{3, 3, 0, 0, 0}, {6, 0, 0, 0, 0}};
  expect_fault_of_all(task, run, "node 0, item 0: made of the wrong contributions");
  expect_fault_of_all(task, run, "contributions 3 of 4");
}

}  // namespace
}  // namespace testbench::test
