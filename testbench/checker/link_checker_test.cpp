#include "testbench/checker/link_checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "testbench/checker/schedule.hpp"
#include "testbench/test_seed.hpp"

namespace testbench::test {
namespace {

std::optional<std::string> judge(const Task& task, const std::vector<LinkEvent>& events) {
  LinkChecker checker(task);
  checker.observe(events);
  return checker.finish();
}

void expect_fault(const Task& task, const std::vector<LinkEvent>& events, const std::string& words) {
  const auto fault = judge(task, events);
  ASSERT_TRUE(fault) << "not found: " << words;
  EXPECT_NE(fault->find(words), std::string::npos) << *fault;
}

std::vector<Task> every_task(unsigned max_dim) {
  std::vector<Task> tasks;
  for (const auto collective : {Collective::kBroadcast, Collective::kScatter, Collective::kGather,
                                Collective::kAllgather, Collective::kAlltoall}) {
    for (const auto ports : {Ports::kAll, Ports::kOne, Ports::kHalf}) {
      for (unsigned dim = 1; dim <= max_dim; ++dim) {
        for (const std::uint32_t packets : {1u, 3u})
          tasks.push_back({collective, dim, ports, packets, (1u << dim) - 1});
      }
    }
  }
  return tasks;
}

TEST(LinkChecker, AcceptsAPlainScheduleOfEveryTask) {
  for (const Task& task : every_task(4)) {
    const std::vector<LinkEvent> events = PlainSchedule(task).events();
    LinkChecker checker(task);
    checker.observe(events);
    EXPECT_EQ(checker.finish(), std::nullopt) << name_of(task.collective) << " d " << task.dim;
    EXPECT_EQ(checker.transmissions(), events.size());
    EXPECT_EQ(checker.last_cycle(), events.back().cycle);
  }
}

// Broadcast of one packet from node 0 on a 2-cube: 0 -> 1, then 0 -> 2 and 1 -> 3 together.
const Task kBroadcast{Collective::kBroadcast, 2, Ports::kAll, 1, 0};
const std::vector<LinkEvent> kRight = {{1, 0, 0, 0, -1, 0, 0}, {2, 0, 1, 0, -1, 0, 0}, {2, 1, 1, 0, -1, 0, 0}};

std::vector<LinkEvent> with(std::size_t index, const LinkEvent& event) {
  std::vector<LinkEvent> events = kRight;
  events[index] = event;
  return events;
}

TEST(LinkChecker, AcceptsTheWorkedBroadcast) {
  EXPECT_EQ(judge(kBroadcast, kRight), std::nullopt);
}

TEST(LinkChecker, JudgesFields) {
  expect_fault(kBroadcast, with(0, {2, 0, 0, 0, -1, 0, 0}), "not in cycle 1");
  expect_fault(kBroadcast, with(2, {1, 1, 1, 0, -1, 0, 0}), "a cycle that is over");
  expect_fault(kBroadcast, with(0, {1, 4, 0, 0, -1, 0, 0}), "not on the cube");
  expect_fault(kBroadcast, with(0, {1, 0, 2, 0, -1, 0, 0}), "does not have");
  expect_fault(kBroadcast, with(0, {1, 0, 0, 5, -1, 0, 0}), "not on the cube");
  expect_fault(kBroadcast, with(0, {1, 0, 0, 0, -1, 0, 1}), "beyond the last");
  expect_fault(kBroadcast, with(0, {1, 1, 0, 1, -1, 0, 0}), "does not come from the root");
  expect_fault(kBroadcast, with(0, {1, 0, 0, 0, 1, 0, 0}), "meant for one node");
  expect_fault({Collective::kAlltoall, 2, Ports::kAll, 1, 0}, {{1, 0, 0, 0, -1, 0, 0}}, "not on the cube");
  expect_fault({Collective::kAlltoall, 2, Ports::kAll, 1, 0}, {{1, 0, 0, 0, 0, 0, 0}}, "its own source");
  expect_fault({Collective::kGather, 2, Ports::kAll, 1, 0}, {{1, 1, 0, 1, 2, 0, 0}}, "not meant for the root");
}

TEST(LinkChecker, JudgesLinksAndPorts) {
  const Task two{Collective::kBroadcast, 2, Ports::kAll, 2, 0};
  expect_fault(two, {{1, 0, 0, 0, -1, 0, 0}, {1, 0, 0, 0, -1, 0, 1}}, "shares its link");
  const Task one{Collective::kBroadcast, 2, Ports::kOne, 2, 0};
  expect_fault(one, {{1, 0, 0, 0, -1, 0, 0}, {1, 0, 1, 0, -1, 0, 1}}, "second that its node sends");
  const Task gather{Collective::kGather, 2, Ports::kOne, 1, 0};
  expect_fault(gather, {{1, 1, 0, 1, 0, 0, 0}, {1, 2, 1, 2, 0, 0, 0}}, "second that its receiver receives");
  const Task exchange{Collective::kAllgather, 1, Ports::kHalf, 1, 0};
  expect_fault(exchange, {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 0, 1, -1, 0, 0}}, "half-duplex");
  // The same exchange is right for a one-port node, which sends and receives at the same time.
  EXPECT_EQ(judge({Collective::kAllgather, 1, Ports::kOne, 1, 0}, {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 0, 1, -1, 0, 0}}),
            std::nullopt);
}

TEST(LinkChecker, JudgesCausality) {
  expect_fault(kBroadcast, {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 1, 0, -1, 0, 0}}, "in the cycle in which it arrives");
  expect_fault(kBroadcast, {{1, 2, 0, 0, -1, 0, 0}}, "does not have it");
  const Task scatter{Collective::kScatter, 2, Ports::kAll, 1, 0};
  expect_fault(scatter, {{1, 0, 0, 0, 3, 0, 0}, {1, 1, 1, 0, 3, 0, 0}}, "in the cycle in which it arrives");
  expect_fault(scatter, {{1, 0, 0, 0, 3, 0, 0}, {2, 2, 0, 0, 3, 0, 0}}, "not at the node that sends it");
}

TEST(LinkChecker, JudgesDelivery) {
  expect_fault(kBroadcast, {{1, 0, 0, 0, -1, 0, 0}, {2, 1, 0, 0, -1, 0, 0}}, "back to its source");
  expect_fault(kBroadcast, {kRight[0], kRight[1], kRight[2], {3, 2, 0, 0, -1, 0, 0}}, "received twice");
  expect_fault(kBroadcast, {kRight[0], kRight[1]}, "node 3 lacks packet 0 of node 0");
  const Task scatter{Collective::kScatter, 2, Ports::kAll, 1, 0};
  expect_fault(scatter, {{1, 0, 0, 0, 1, 0, 0}, {2, 1, 1, 0, 1, 0, 0}}, "leaves its destination");
  expect_fault(scatter, {{1, 0, 0, 0, 3, 0, 0}, {2, 1, 0, 0, 3, 0, 0}}, "back to its source");
  expect_fault(scatter, {{1, 0, 0, 0, 1, 0, 0}}, "2 of 3 deliveries are missing");
}

TEST(LinkChecker, RejectsATaskThatIsNone) {
  expect_fault({Collective::kBroadcast, 17, Ports::kAll, 1, 0}, {}, "must be 1..16");
  EXPECT_EQ(LinkChecker::memory_bytes({Collective::kBroadcast, 0, Ports::kAll, 1, 0}), 0u);
}

// Every random change of a right list that must be wrong is found: dropped, doubled, moved before its cause, put
// through another port, given another source.
TEST(LinkChecker, FindsEveryMutation) {
  auto random = seeded_random();
  for (const Task& task : every_task(3)) {
    const std::vector<LinkEvent> right = PlainSchedule(task).events();
    for (unsigned trial = 0; trial < 40; ++trial) {
      std::vector<LinkEvent> events = right;
      const std::size_t at = random() % events.size();
      switch (trial % 5) {
        case 0:
          events.erase(events.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 1:
          events.insert(events.begin() + static_cast<std::ptrdiff_t>(at), events[at]);
          break;
        case 2:  // the hop out of the source comes after the packet's last
          std::rotate(events.begin(), events.begin() + 1, events.end());
          for (std::size_t i = 0; i < events.size(); ++i) events[i].cycle = i + 1;
          if (task.packets == 1 && events.size() == 1) continue;
          if (events.back().source == events.back().node && (events.size() < 2 || task.dim == 1)) continue;
          if (is_unicast(task.collective) &&
              right[0].destination == static_cast<std::int32_t>(right[0].node ^ 1u << right[0].port))
            continue;
          if (!is_unicast(task.collective) && task.dim == 1) continue;
          break;
        case 3:
          if (task.dim == 1) continue;
          events[at].port = (events[at].port + 1) % task.dim;
          break;
        case 4:
          events[at].sequence += task.packets;
          break;
      }
      EXPECT_TRUE(judge(task, events)) << name_of(task.collective) << " d " << task.dim << " M " << task.packets
                                       << ": mutation " << trial % 5 << " of event " << at << " is not found";
    }
  }
}

}  // namespace
}  // namespace testbench::test
