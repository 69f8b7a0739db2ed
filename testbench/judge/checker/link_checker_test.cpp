// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/link_checker.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "testbench/judge/checker/link_ledger.hpp"
#include "testbench/judge/checker/reference_schedule.hpp"

namespace testbench {

namespace {

std::string judge(const Task& task, const std::vector<LinkEvent>& events, unsigned threads = 1) {
  LinkChecker checker(task, threads);
  checker.observe(events);
  return checker.finish().value_or("");
}

// EXPECT_FAULT(verdict, "node 1 sends"): the verdict contains that text.
#define EXPECT_FAULT(verdict, text) EXPECT_NE((verdict).find(text), std::string::npos) << "verdict: " << (verdict)

// Broadcast of node 0 on the square: 0 -> 1 and 0 -> 2 in cycle 1, 1 -> 3 in cycle 2.
const Task kSquare{Collective::kBroadcast, 2, PortModel::kAll, 1, 0};
const std::vector<LinkEvent> kBroadcast = {{1, 0, 0, 0, -1, 0, 0}, {1, 0, 1, 0, -1, 0, 0}, {2, 1, 1, 0, -1, 0, 0}};

// Scatter of node 0 on the square: 3's packet by way of 1 while 2's goes straight, then 1's.
const Task kSquareScatter{Collective::kScatter, 2, PortModel::kAll, 1, 0};
const std::vector<LinkEvent> kScatter = {
    {1, 0, 0, 0, 3, 0, 0}, {1, 0, 1, 0, 2, 0, 0}, {2, 1, 1, 0, 3, 0, 0}, {2, 0, 0, 0, 1, 0, 0}};

TEST(LinkChecker, PassesRightRuns) {
  for (const Task& task : small_tasks(5)) {
    if (task.dim == 5 && task.packets > 1) continue;
    SCOPED_TRACE(describe(task));
    EXPECT_EQ(judge(task, sequential_schedule(task)), "");
    EXPECT_EQ(judge(task, dense_schedule(task, 0)), "");
  }
}

// A path of three nodes, the middle one with both links; behind the second ports of its ends is
// nothing.
TEST(LinkChecker, JudgesAnyNetworkByItsLinks) {
  const EdgeTable path(2, {1, 0, 0, 2, 1, 2});
  const Task task{Collective::kAllgather, 0, PortModel::kAll, 1, 0, &path};
  std::vector<LinkEvent> events = {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 0, 1, -1, 0, 0}, {1, 1, 1, 1, -1, 0, 0},
                                   {1, 2, 0, 2, -1, 0, 0}, {2, 1, 0, 2, -1, 0, 0}, {2, 1, 1, 0, -1, 0, 0}};
  EXPECT_EQ(judge(task, events), "");
  EXPECT_FAULT(judge(task, {{1, 0, 1, 0, -1, 0, 0}}), "there is nothing behind the port");
  EXPECT_FAULT(judge(task, {{1, 3, 0, 0, -1, 0, 0}}), "the node must be 0..2");
  events.pop_back();
  EXPECT_FAULT(judge(task, events), "1 of 6 deliveries missing; node 2 lacks packet 0 of source 0");
}

// Three cycles a packet on the link from node 0 to node 1, and one on all others.
TEST(LinkChecker, JudgesTheCyclesOfAPacketOnEachLink) {
  const EdgeTable path(1, {1, 0});
  const LinkValues cycles(1, {3, 1});
  Task task{Collective::kBroadcast, 0, PortModel::kAll, 2, 0, &path};
  task.packet_cycles = &cycles;
  for (const unsigned threads : {1u, 2u}) {
    EXPECT_EQ(judge(task, {{1, 0, 0, 0, -1, 0, 0}, {4, 0, 0, 0, -1, 0, 1}}, threads), "");
    EXPECT_FAULT(judge(task, {{1, 0, 0, 0, -1, 0, 0}, {3, 0, 0, 0, -1, 0, 1}}, threads),
                 "cycle 3, node 0, port 0, packet 1 of source 0: the link still carries another packet");
  }
}

TEST(LinkChecker, TakesEventsInPiecesAndCounts) {
  const Task task{Collective::kAlltoall, 3, PortModel::kAll, 2, 0};
  const auto events = dense_schedule(task, 0);
  LinkChecker checker(task);
  for (const LinkEvent& event : events) checker.observe({&event, 1});
  EXPECT_FALSE(checker.finish().has_value());
  EXPECT_EQ(checker.transmissions(), 2U * 3 * 32);  // M d 2^(2d-1)
  EXPECT_EQ(checker.last_cycle(), events.back().cycle);
}

// The record of a packet tells only so many cycles apart.
TEST(LinkChecker, TellsCyclesApartHoweverLongPacketsWait) {
  const LinkEvent first{1, 0, 1, 0, 2, 0, 0};
  for (const unsigned threads : {1u, 2u}) {
    for (const std::uint64_t wait : {1u, 100u, 65534u, 65535u, 65536u, 2u * 65535, 2u * 65536, 1u << 30}) {
      const std::uint64_t late = 1 + wait;
      const LinkEvent last_hop{late, 1, 1, 0, 3, 0, 0};
      EXPECT_EQ(judge(kSquareScatter, {{1, 0, 0, 0, 3, 0, 0}, first, last_hop, {late, 0, 0, 0, 1, 0, 0}}, threads), "");
      EXPECT_FAULT(judge(kSquareScatter, {first, {late, 0, 0, 0, 3, 0, 0}, last_hop}, threads),
                   "sent in the cycle in which it arrived");
    }
  }
}

TEST(LinkChecker, NamesFieldsOutOfRange) {
  EXPECT_EQ(judge(kSquare, kBroadcast), "");
  EXPECT_EQ(judge(kSquareScatter, kScatter), "");
  EXPECT_EQ(judge(kSquare, {{1, 4, 0, 0, -1, 0, 0}}),
            "cycle 1, node 4, port 0, packet 0 of source 0: the node must be 0..3");
  EXPECT_FAULT(judge(kSquare, {{1, 0, 2, 0, -1, 0, 0}}), "the port must be 0..1");
  EXPECT_FAULT(judge(kSquare, {{1, 0, 0, 0, -1, 0, 1}}), "the packet must be 0..0");
  EXPECT_FAULT(judge(kSquare, {{1, 0, 0, 1, -1, 0, 0}}), "the source must be the root, 0");
  EXPECT_FAULT(judge(kSquare, {{1, 0, 0, 0, 3, 0, 0}}), "the destination must be -1");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 0, 0, 0, -1, 0, 0}}), "the destination must be 0..3");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 0, 0, 0, 4, 0, 0}}), "the destination must be 0..3");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 0, 0, 0, 0, 0, 0}}), "own block");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 1, 0, 1, 2, 0, 0}}), "the source must be the root, 0");
  const Task gather{Collective::kGather, 2, PortModel::kAll, 1, 1};
  EXPECT_FAULT(judge(gather, {{1, 0, 0, 0, 2, 0, 0}}), "the destination must be the root, 1");
  const Task allgather{Collective::kAllgather, 2, PortModel::kAll, 1, 0};
  EXPECT_FAULT(judge(allgather, {{1, 0, 0, 4, -1, 0, 0}}), "the source must be 0..3");
}

// Two nodes and a switch between them, which neither sends nor receives anything of its own.
TEST(LinkChecker, KnowsThatASwitchOnlyPassesPacketsOn) {
  const EdgeTable edges(2, {2, 0, 2, 1, 0, 1}, 2);
  const Task broadcast{Collective::kBroadcast, 0, PortModel::kAll, 1, 0, &edges};
  EXPECT_EQ(judge(broadcast, {{1, 0, 0, 0, -1, 0, 0}, {2, 2, 1, 0, -1, 0, 0}}), "");
  EXPECT_EQ(judge(broadcast, {{1, 0, 0, 0, -1, 0, 0}}), "1 of 1 deliveries missing; node 1 lacks packet 0 of source 0");
  const Task allgather{Collective::kAllgather, 0, PortModel::kAll, 1, 0, &edges};
  EXPECT_FAULT(judge(allgather, {{1, 2, 0, 2, -1, 0, 0}}), "the source must be 0..1");
  const Task alltoall{Collective::kAlltoall, 0, PortModel::kAll, 1, 0, &edges};
  EXPECT_FAULT(judge(alltoall, {{1, 0, 0, 0, 2, 0, 0}}), "the destination must be 0..1");
  const Task reduce{Collective::kReduce, 0, PortModel::kAll, 1, 0, &edges};
  EXPECT_FAULT(judge({Collective::kReduceScatter, 0, PortModel::kAll, 1, 0, &edges}, {{1, 0, 0, 0, 2, 0, 0}}),
               "the destination must be 0..1");
  EXPECT_EQ(judge(reduce, {{1, 1, 0, 1, 0, 0, 0}, {2, 2, 0, 2, 0, 0, 0}}), "");
}

// 3 nodes in a ring: each has one packet for the next and two for the one before.
TEST(LinkChecker, JudgesByTheCountsOfEachPair) {
  const EdgeTable ring(2, {1, 2, 2, 0, 0, 1});
  const PacketCounts counts(ring, {0, 1, 2}, 1);
  const Task task{Collective::kAlltoall, 0, PortModel::kAll, 2, 0, &ring, &counts};
  std::vector<LinkEvent> events;
  for (std::uint32_t node = 0; node < 3; ++node) {
    events.push_back({1, node, 0, node, static_cast<std::int32_t>((node + 1) % 3), 0, 0});
    events.push_back({1, node, 1, node, static_cast<std::int32_t>((node + 2) % 3), 0, 0});
  }
  for (std::uint32_t node = 0; node < 3; ++node) {
    events.push_back({2, node, 1, node, static_cast<std::int32_t>((node + 2) % 3), 0, 1});
  }
  EXPECT_EQ(judge(task, events), "");
  EXPECT_FAULT(judge(task, {{1, 0, 0, 0, 1, 0, 1}}), "the source has 1 packets for that node");
  EXPECT_FAULT(judge(task, {{1, 0, 1, 0, 2, 0, 2}}), "the packet must be 0..1");
  events.pop_back();
  EXPECT_EQ(judge(task, events), "1 of 9 deliveries missing; node 1 lacks packet 1 of source 2, which is at node 2");
}

TEST(LinkChecker, NamesFieldsOfCombinedPacketsThatAreWrong) {
  const Task reduce{Collective::kReduce, 3, PortModel::kAll, 2, 5};
  const Task reduce_scatter{Collective::kReduceScatter, 3, PortModel::kAll, 2, 0};
  const Task allreduce{Collective::kAllreduce, 3, PortModel::kAll, 2, 0};
  Task blocks{Collective::kAllreduce, 3, PortModel::kAll, 16, 0};
  blocks.blocks = true;
  const Task scan{Collective::kScan, 3, PortModel::kAll, 2, 0};
  const Task exscan{Collective::kExscan, 3, PortModel::kAll, 2, 0};
  struct Case {
    Task task;
    LinkEvent event;
    std::string fault;
  };
  const std::vector<Case> cases = {
      {reduce, {1, 7, 1, 7, 5, 2, 1}, ""},
      {reduce, {1, 7, 1, 7, 5, 0, 2}, "the packet must be 0..1"},
      {reduce, {1, 7, 1, 8, 5, 0, 0}, "the source must be 0..7"},
      {reduce, {1, 7, 1, 7, 5, 3, 0}, "the tree must be 0..2"},
      {reduce, {1, 7, 1, 7, -1, 0, 0}, "the destination must be a node"},
      {reduce, {1, 7, 1, 7, -2, 0, 0}, "the destination must be 0..7"},
      {reduce, {1, 7, 1, 7, 8, 0, 0}, "the destination must be 0..7"},
      {reduce, {1, 7, 1, 7, 4, 0, 0}, "the destination must be the root, 5"},
      {reduce, {1, 5, 1, 5, 5, 0, 0}, "leaves its destination"},
      {reduce, {1, 7, 1, 3, 5, 0, 0}, "the source must be the node itself"},
      {reduce_scatter, {1, 7, 1, 7, 0, 0, 1}, ""},
      {reduce_scatter, {1, 7, 1, 7, 0, 0, 2}, "the packet must be 0..1"},
      {reduce_scatter, {1, 7, 1, 7, -1, 0, 0}, "the destination must be a node"},
      {reduce_scatter, {1, 7, 1, 7, 7, 0, 0}, "leaves its destination"},
      {allreduce, {1, 7, 1, 7, -1, 0, 0}, ""},
      {allreduce, {1, 7, 1, 3, -1, 0, 0}, ""},
      {allreduce, {1, 7, 1, 7, 3, 0, 0}, ""},
      {allreduce, {1, 7, 1, 3, 0, 0, 0}, "the source must be the node itself"},
      {blocks, {1, 7, 1, 7, 3, 0, 1}, ""},
      {blocks, {1, 7, 1, 7, 3, 0, 2}, "the packet must be 0..1"},
      {scan, {1, 7, 1, 7, -1, 0, 1}, ""},
      {scan, {1, 7, 1, 7, 3, 0, 0}, "the destination must be -1: all nodes"},
      {scan, {1, 7, 1, 3, -1, 0, 0}, "the source must be the node itself"},
      {exscan, {1, 0, 1, 0, 3, 0, 0}, "the destination must be -1: all nodes"},
  };
  for (const auto& [task, event, fault] : cases) {
    SCOPED_TRACE(testing::Message() << describe(task) << " for " << event.destination << ": " << fault);
    const std::string verdict = judge(task, {event});
    if (fault.empty()) {
      EXPECT_EQ(verdict, "");
    } else {
      EXPECT_TRUE(verdict.ends_with(": " + fault)) << verdict;
    }
  }
}

TEST(LinkChecker, NamesCyclesOutOfOrder) {
  EXPECT_FAULT(judge(kSquare, {{0, 0, 0, 0, -1, 0, 0}}), "the first event must be in cycle 1");
  EXPECT_FAULT(judge(kSquare, {{2, 0, 0, 0, -1, 0, 0}}), "the first event must be in cycle 1");
  EXPECT_FAULT(judge(kSquare, {kBroadcast[0], kBroadcast[2], kBroadcast[1]}), "comes after an event of cycle 2");
  EXPECT_FAULT(judge(kSquare, {kBroadcast[0], {1ULL << 48, 0, 1, 0, -1, 0, 0}}), "below 2^48");
  const std::uint64_t last = (1ULL << 48) - 1;
  EXPECT_EQ(judge(kSquare, {kBroadcast[0], {last - 1, 0, 1, 0, -1, 0, 0}, {last, 1, 1, 0, -1, 0, 0}}), "");
  EXPECT_EQ(judge(kSquareScatter, {kScatter[0], kScatter[1], {last - 1, 1, 1, 0, 3, 0, 0}, {last, 0, 0, 0, 1, 0, 0}}),
            "");
}

TEST(LinkChecker, NamesASharedLink) {
  EXPECT_FAULT(judge(kSquareScatter, {{1, 0, 0, 0, 3, 0, 0}, {1, 0, 0, 0, 1, 0, 0}}),
               "cycle 1, node 0, port 0, packet 0 of source 0 for node 1: the link carries another packet");
}

TEST(LinkChecker, NamesABrokenPortModel) {
  Task one = kSquare;
  one.ports = PortModel::kOne;
  EXPECT_FAULT(judge(one, kBroadcast), "the node sends another packet in this cycle");

  // 0 -> 1 -> 3 while 0 -> 2: one-port nodes may send and receive at once, half-duplex nodes may
  // not.
  const Task pair{Collective::kAllgather, 1, PortModel::kOne, 1, 0};
  const std::vector<LinkEvent> exchange = {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 0, 1, -1, 0, 0}};
  EXPECT_EQ(judge(pair, exchange), "");
  Task half = pair;
  half.ports = PortModel::kHalf;
  EXPECT_FAULT(judge(half, exchange), "the half-duplex node also receives");

  // Both neighbours of 0 send to it at once.
  const Task gather{Collective::kGather, 2, PortModel::kOne, 1, 0};
  EXPECT_FAULT(judge(gather, {{1, 1, 0, 1, 0, 0, 0}, {1, 2, 1, 2, 0, 0, 0}}), "node 0 receives another packet");

  // 0 -> 1 after 1 -> 3 in the list: the receiver of the later event already sends.
  Task square = {Collective::kAllgather, 2, PortModel::kHalf, 1, 0};
  EXPECT_FAULT(judge(square, {{1, 1, 1, 1, -1, 0, 0}, {1, 0, 0, 0, -1, 0, 0}}), "half-duplex node 1 also sends");
}

TEST(LinkChecker, NamesASendBeforeArrival) {
  EXPECT_FAULT(judge(kSquare, {{1, 1, 1, 0, -1, 0, 0}}), "the node does not hold the packet");
  EXPECT_FAULT(judge(kSquare, {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 1, 0, -1, 0, 0}}), "in which it arrived");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 1, 1, 0, 3, 0, 0}}), "the packet is not here: it is at node 0");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 0, 0, 0, 3, 0, 0}, {1, 1, 1, 0, 3, 0, 0}}), "in which it arrived");
}

TEST(LinkChecker, NamesASecondDelivery) {
  EXPECT_FAULT(judge(kSquare, {kBroadcast[0], kBroadcast[1], kBroadcast[2], {2, 2, 0, 0, -1, 0, 0}}),
               "node 3 receives it a second time");
  EXPECT_FAULT(judge(kSquare, {kBroadcast[0], {2, 1, 0, 0, -1, 0, 0}}), "returns to its source");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 0, 0, 0, 3, 0, 0}, {1, 0, 1, 0, 3, 0, 0}}), "it is at node 1");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 0, 0, 0, 1, 0, 0}, {2, 1, 1, 0, 1, 0, 0}}), "leaves its destination");
  EXPECT_FAULT(judge(kSquareScatter, {{1, 0, 0, 0, 3, 0, 0}, {2, 1, 0, 0, 3, 0, 0}}), "returns to its source");
}

TEST(LinkChecker, NamesWhatIsMissing) {
  EXPECT_EQ(judge(kSquare, {kBroadcast[0], kBroadcast[1]}),
            "1 of 3 deliveries missing; node 3 lacks packet 0 of source 0");
  EXPECT_EQ(judge(kSquareScatter, {kScatter[0], kScatter[1]}),
            "2 of 3 deliveries missing; node 1 lacks packet 0 of source 0, which is at node 0; "
            "node 3 lacks packet 0 of source 0, which is at node 1");
  EXPECT_EQ(judge({Collective::kAllgather, 1, PortModel::kAll, 3, 0},
                  {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 0, 1, -1, 0, 0}, {2, 0, 0, 0, -1, 0, 1}, {2, 1, 0, 1, -1, 0, 2}}),
            "2 of 6 deliveries missing; node 1 lacks packet 2 of source 0; node 0 lacks packet 1 of source 1");
  EXPECT_EQ(judge({Collective::kBroadcast, 1, PortModel::kAll, 2, 1}, {{1, 1, 0, 1, -1, 0, 0}}),
            "1 of 2 deliveries missing; node 0 lacks packet 1 of source 1");
  EXPECT_EQ(judge({Collective::kAlltoall, 1, PortModel::kAll, 3, 0},
                  {{1, 0, 0, 0, 1, 0, 0}, {1, 1, 0, 1, 0, 0, 0}, {2, 0, 0, 0, 1, 0, 1}, {2, 1, 0, 1, 0, 0, 2}}),
            "2 of 6 deliveries missing; node 1 lacks packet 2 of source 0, which is at node 0; "
            "node 0 lacks packet 1 of source 1, which is at node 1");
  EXPECT_EQ(judge({Collective::kGather, 1, PortModel::kAll, 1, 1}, {}),
            "1 of 1 deliveries missing; node 1 lacks packet 0 of source 0, which is at node 0");
  EXPECT_FAULT(judge({Collective::kAllgather, 3, PortModel::kAll, 2, 0}, {}), "112 of 112 deliveries missing; node 1");
  EXPECT_FAULT(judge({Collective::kAlltoall, 3, PortModel::kAll, 2, 0}, {}), "source 0, which is at node 0; ...");
}

TEST(LinkChecker, ReportsATaskThatIsNone) {
  EXPECT_EQ(judge({Collective::kAlltoall, 40, PortModel::kAll, 1, 0}, kScatter),
            "a cube of 40 dimensions: must have 1..20");
  EXPECT_EQ(judge({Collective::kAlltoall, 3, PortModel::kAll, 0, 0}, {}), "--packets 0: must be at least 1");
  EXPECT_EQ(judge({Collective::kAlltoall, 3, PortModel::kAll, 1, 8}, {}), "--root 8: must be 0..7");
  EXPECT_EQ(LinkChecker::memory_bytes({Collective::kAlltoall, 40, PortModel::kAll, 1, 0}), 0U);
}

TEST(LinkChecker, KnowsItsMemory) {
  // 4 bytes per packet; per link a stamp of 8 bytes and the receiver
  EXPECT_EQ(LinkChecker::memory_bytes({Collective::kAlltoall, 12, PortModel::kAll, 1, 0}),
            (1ULL << 26) + 4096 * 12 * (8 + 4));
  // two bits per packet and node; link and arrival stamps of 8 bytes, the receiver, two stamps per
  // one-port node
  const std::uint64_t others = 1024 * 10 * (2 * 8 + 4) + 2 * 1024 * 8;
  EXPECT_EQ(LinkChecker::memory_bytes({Collective::kAllgather, 10, PortModel::kOne, 24, 0}),
            (24ULL << 20) / 4 + others);
  EXPECT_EQ(LinkChecker::memory_bytes({Collective::kAllgather, 10, PortModel::kOne, 21, 0}), (6ULL << 20) + others)
      << "whole pages of 2 MiB";
  EXPECT_EQ(LinkChecker::memory_bytes({Collective::kAlltoall, 16, PortModel::kAll, ~0U, 0}), ~0ULL);
}

}  // namespace

namespace {

TEST(PossessionTable, AreAsManyNumbersAsTheyAreTold) {
  auto random = test_support::seeded_random();
  for (const std::uint64_t size : {1u, 31u, 32u, 33u, 1000u}) {
    PossessionTable holdings;
    holdings.reset(size);
    EXPECT_EQ(holdings.size(), size);
    std::vector<Holding> model(size, Holding::kLacks);
    for (unsigned step = 0; step < 3000; ++step) {
      const std::uint64_t index = random() % size;
      const auto holding = static_cast<Holding>(random() % 3);
      EXPECT_EQ(holdings[index], model[index]);
      holdings.set(index, holding);
      model[index] = holding;
    }
    for (std::uint64_t index = 0; index < size; ++index) ASSERT_EQ(holdings[index], model[index]);
    holdings.reset(size);
    for (std::uint64_t index = 0; index < size; ++index) ASSERT_EQ(holdings[index], Holding::kLacks);
  }
}

TEST(PossessionTable, TakeTwoBitsEach) {
  EXPECT_EQ(PossessionTable::bytes_for(1), 8u);
  EXPECT_EQ(PossessionTable::bytes_for(std::uint64_t{1} << 32), std::uint64_t{1} << 30);
}

}  // namespace

}  // namespace testbench
