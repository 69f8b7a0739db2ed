// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/combined_checker.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "test_support/seed.hpp"
#include "testbench/judge/checker/combined_packets.hpp"
#include "testbench/judge/checker/combining_reference.hpp"

namespace testbench {

namespace {

// Also where all nodes of the largest cube have contributed.
TEST(NodeSum, CountsEveryContributor) {
  NodeSum all;
  for (std::uint64_t node = 0; node < std::uint64_t{1} << kMaxDim; ++node) all += NodeSum::of(node);
  EXPECT_EQ(all.count(), std::uint64_t{1} << kMaxDim);
}

TEST(CombinedChecker, RightRunsAreRight) {
  const std::uint64_t seed = test_support::seed();
  for (const auto& [task, whole] : small_combining_cases(4)) {
    const CombiningRun run = CombiningReference(task, seed).run(whole);
    ASSERT_EQ(run.deliveries.size(), expected_deliveries(task)) << describe_combining(task, whole);
    EXPECT_EQ(verdict(task, run), std::nullopt) << describe_combining(task, whole);
    EXPECT_EQ(verdict(task, run, 5, true), std::nullopt) << describe_combining(task, whole);
  }
}

// By the definition of each collective, where the order does not matter.
TEST(CombinedChecker, ReferenceRunsAreRight) {
  for (const auto& [task, whole] : small_combining_cases(4)) {
    if (is_float(task.reduction.type)) continue;
    const auto words = words_of(task, kCombinedPayload);
    for (const Delivery& delivery : CombiningReference(task, 3).run(whole).deliveries) {
      const std::uint64_t item =
          delivery.index +
          (task.collective == Collective::kReduceScatter ? delivery.node * std::uint64_t{task.packets} : 0);
      std::vector<std::uint64_t> parts;
      for (std::uint32_t node = 0; node < end_count(task); ++node) {
        if (task.collective == Collective::kScan && node > delivery.node) continue;
        if (task.collective == Collective::kExscan && node >= delivery.node) continue;
        parts.push_back(words[node][item]);
      }
      std::uint64_t all = parts.front();
      for (std::size_t i = 1; i < parts.size(); ++i) all = ReferenceOperator(task.reduction)(all, parts[i]);
      ASSERT_EQ(delivery.word, all) << describe_combining(task, whole);
    }
  }
}

// Node 1 sends to the root through a switch, which adds nothing: the result has two contributors, and one alone is
// found missing.
TEST(CombinedChecker, SwitchesContributeNothing) {
  const EdgeTable edges(NodeTable(2, {2, 0, 2, 1, 0, 1}), false, {0, 1, 1, 1, 0, 0}, 2);
  for (const LaneType type : {LaneType::kInt32, LaneType::kFloat64}) {
    for (const Function function : {Function::kSum, Function::kMin, Function::kProduct}) {
      Task task{Collective::kReduce, 0, PortModel::kAll, 1, 0, &edges};
      task.reduction = {function, type};
      const auto words = words_of(task, kCombinedPayload);
      EXPECT_EQ(words.size(), 2u);
      const std::uint64_t both = ReferenceOperator(task.reduction)(words[0][0], words[1][0]);
      const std::vector<LinkEvent> events{{1, 1, 0, 1, 0, 0, 0}, {2, 2, 0, 2, 0, 0, 0}};
      EXPECT_EQ(verdict(task, {events, {{3, 0, 0, 0, both}}}), std::nullopt);
      EXPECT_NE(verdict(task, {{events[1]}, {{3, 0, 0, 0, both}}}), std::nullopt) << "nothing of node 1 has come";
    }
  }
}

// In the tree in order of seven nodes, 3 above 1 and 5, what all nodes below a range have goes down to it: 5 gives 6 the
// part that came from 4, but not 4 its own. Three events are missing, early or double in turn.
TEST(CombinedChecker, ResultsGoOnAlongATreeInOrder) {
  const EdgeTable edges(NodeTable(3, {1, 0, 0, 0, 2, 3, 1, 2, 2, 1, 5, 3, 5, 4, 4, 4, 6, 3, 5, 6, 6}), false,
                        {0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0});
  constexpr std::uint32_t kOwn = ~std::uint32_t{0};
  std::array<std::array<std::uint32_t, 2>, 7 * 7> places{};
  std::vector<std::array<std::uint32_t, 2>> parts;
  const auto set = [&](std::size_t node, std::size_t receiver, std::initializer_list<std::array<std::uint32_t, 2>> of) {
    places[7 * node + receiver][0] = static_cast<std::uint32_t>(parts.size());
    parts.insert(parts.end(), of);
    places[7 * node + receiver][1] = static_cast<std::uint32_t>(parts.size());
  };
  set(0, 1, {{kOwn, 1}}), set(1, 3, {{0, 1}, {1, 3}, {kOwn, 3}}), set(1, 2, {{0, 1}, {kOwn, 2}}),
      set(2, 3, {{kOwn, 3}});
  set(3, 5, {{0, 3}, {kOwn, 5}}), set(4, 5, {{kOwn, 5}}), set(5, 4, {{2, 5}}), set(5, 6, {{2, 5}, {0, 5}, {kOwn, 6}});
  Task task{Collective::kScan, 0, PortModel::kAll, 1, 0, &edges};
  task.reduction = {Function::kSum, LaneType::kUint64};
  task.apart = true;
  task.part_places = places.data();
  task.parts = parts.data();
  const auto words = words_of(task, kCombinedPayload);
  std::vector<Delivery> due;
  std::uint64_t sum = 0;
  for (std::uint32_t node = 0; node < 7; ++node) due.push_back({6, node, 0, 0, sum += words[node][0]});
  const std::vector<LinkEvent> events{{1, 0, 0, 0, 1, 0, 0}, {1, 2, 0, 2, 3, 0, 0}, {1, 4, 0, 4, 5, 0, 0},
                                      {2, 1, 1, 1, 2, 0, 0}, {2, 1, 2, 1, 3, 0, 0}, {3, 3, 1, 3, 5, 0, 0},
                                      {4, 5, 0, 5, 4, 0, 0}, {4, 5, 1, 5, 6, 0, 0}};
  EXPECT_EQ(verdict(task, {events, due}), std::nullopt);
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::vector<LinkEvent> wrong = events;
    wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(verdict(task, {wrong, due}), std::nullopt) << "packet " << i << " is missing";
  }
  std::vector<LinkEvent> early = events;
  early[6].cycle = 3;
  EXPECT_NE(verdict(task, {early, due}), std::nullopt) << "what comes from node 3 cannot go on to 4 in its cycle";
  due[4].word += words[5][0];
  EXPECT_NE(verdict(task, {events, due}), std::nullopt) << "node 5 gives its own to 4";
}

// The owner's packet is the result, in the ejector's order, once that is in its memory, and before
// that what its port combines in its own order: floats tell them apart.
TEST(CombinedChecker, OwnersSendTheResultOrWhatThePortCombines) {
  struct Hop {
    std::uint32_t node, port;
  };
  constexpr Hop kTo[] = {{4, 0}, {7, 2}, {6, 2}, {3, 1}, {5, 2}, {1, 0}, {2, 1}};    // to node 0, through ports 0 and 1
  constexpr Hop kBack[] = {{0, 2}, {4, 0}, {4, 1}, {5, 1}, {5, 2}, {6, 2}, {7, 2}};  // and back, through port 2
  Task task{Collective::kAllreduce, 3, PortModel::kAll, 1, 0};
  task.reduction = {Function::kSum, LaneType::kFloat32};
  const ReferenceOperator sum(task.reduction);
  std::vector<std::uint64_t> value;
  for (const auto& own : words_of(task, kCombinedPayload)) value.push_back(own[0]);
  value[5] = sum(value[5], value[4]);
  value[3] = sum(value[3], value[7]);
  value[2] = sum(value[2], value[6]);
  value[1] = sum(sum(value[1], value[3]), value[5]);                       // through port 0: own, 1, 2
  const std::uint64_t by_stream = sum(sum(value[0], value[2]), value[1]);  // ejector 1: own, 1, 2, 0
  const std::uint64_t by_port = sum(sum(value[0], value[1]), value[2]);    // port 2: own, 0, 1
  ASSERT_NE(by_stream, by_port);

  const auto run_of = [&](std::uint64_t delivered, std::uint64_t copied) {
    CombiningRun run;
    std::uint64_t cycle = 0;
    for (const auto& [node, port] : kTo) run.events.push_back({++cycle, node, port, node, 0, 0, 0});
    ++cycle;
    for (const auto& [node, port] : kBack) run.events.push_back({++cycle, node, port, 0, kAllNodes, 0, 0});
    run.deliveries.push_back({delivered, 0, 1, 0, by_stream});
    for (std::uint32_t node = 1; node < 8; ++node) run.deliveries.push_back({20, node, 0, 0, copied});
    return run;
  };
  // The last part comes in cycle 7, and node 0 sends in cycle 9.
  EXPECT_EQ(verdict(task, run_of(8, by_stream)), std::nullopt);
  EXPECT_NE(verdict(task, run_of(8, by_port)), std::nullopt);
  EXPECT_EQ(verdict(task, run_of(9, by_port)), std::nullopt);
  EXPECT_NE(verdict(task, run_of(9, by_stream)), std::nullopt);
  EXPECT_NE(verdict(task, run_of(7, by_stream)), std::nullopt) << "delivered before all that it is made of had come";
}

// On the square, each packet in the shortest run that shows what is wrong with its last one. Ports
// are dimensions: port 0 of node 1 leads to node 0.
TEST(CombinedChecker, NamesWhatIsWrongOnALink) {
  const Task reduce{Collective::kReduce, 2, PortModel::kAll, 1, 0};
  const Task allreduce{Collective::kAllreduce, 2, PortModel::kAll, 1, 0};
  Task blocks{Collective::kAllreduce, 2, PortModel::kAll, 4, 0};
  blocks.blocks = true;
  const Task scan{Collective::kScan, 2, PortModel::kAll, 1, 0};
  struct Case {
    Task task;
    std::vector<LinkEvent> events;
    std::string fault;
  };
  const std::vector<Case> cases = {
      {allreduce, {{1, 1, 1, 0, -1, 0, 0}}, "the source has no result of this item to send"},
      {blocks, {{1, 1, 1, 0, -1, 0, 0}}, "the node does not hold the packet"},
      {blocks, {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 1, 0, -1, 0, 0}}, "sent in the cycle in which it arrived"},
      {allreduce, {{1, 3, 0, 3, 0, 0, 0}, {1, 1, 1, 1, 2, 0, 0}}, "other packets of this item go elsewhere"},
      {allreduce, {{1, 3, 0, 3, -1, 0, 0}, {1, 1, 1, 1, 2, 0, 0}}, "other packets of this item go elsewhere"},
      {reduce, {{1, 3, 0, 3, 0, 0, 0}, {2, 3, 1, 3, 0, 0, 0}}, "the node sends this item a second time"},
      {blocks, {{1, 0, 0, 0, -1, 0, 0}, {2, 1, 1, 1, 0, 0, 0}}, "the node holds the result of this item"},
      {reduce, {{1, 3, 1, 3, 0, 0, 0}, {2, 1, 1, 1, 0, 0, 0}}, "a part of it has come through this port"},
      {reduce, {{1, 3, 1, 3, 0, 0, 0}, {1, 1, 0, 1, 0, 0, 0}}, "port 1 brings a part of it in this cycle"},
      {reduce, {{1, 3, 1, 3, 0, 0, 0}, {2, 2, 0, 2, 0, 0, 0}}, "node 3 has sent this item already"},
      {blocks, {{1, 0, 0, 0, -1, 0, 0}, {2, 3, 1, 3, 0, 0, 0}}, "node 1 holds the result already"},
      {scan,
       {{1, 1, 0, 1, -1, 0, 0}, {2, 1, 0, 1, -1, 0, 0}},
       "node 0 receives this item through the port a second time"},
      {scan,
       {{1, 1, 0, 1, -1, 0, 0}, {1, 2, 1, 2, -1, 1, 0}},
       "other packets of this item are on another tree, or go to one node"},
      {allreduce,
       {{1, 1, 0, 1, 0, 0, 0}, {1, 2, 1, 2, -1, 0, 0}},
       "other packets of this item are on another tree, or go to one node"},
      {scan, {{1, 1, 1, 1, -1, 0, 0}}, "nothing has come through port 0"},
      {scan, {{1, 0, 0, 0, -1, 0, 0}, {1, 1, 1, 1, -1, 0, 0}}, "port 0 brings its part in this cycle"},
      {blocks, {{1, 0, 0, 0, -1, 0, 0}, {2, 1, 0, 0, -1, 0, 0}}, "returns to its source"},
      {blocks, {{1, 0, 0, 0, -1, 0, 0}, {2, 0, 0, 0, -1, 0, 0}}, "node 1 receives it a second time"},
      {blocks, {{1, 3, 1, 3, 0, 0, 0}, {2, 0, 0, 0, -1, 0, 0}}, "node 1 has not sent on what came for this item"},
  };
  for (const auto& [task, events, fault] : cases) {
    const LinkEvent& last = events.back();
    const std::string whither =
        last.destination == kAllNodes ? "all nodes" : "node " + std::to_string(last.destination);
    EXPECT_EQ(verdict(task, {events, {}}), "cycle " + std::to_string(last.cycle) + ", node " +
                                               std::to_string(last.node) + ", port " + std::to_string(last.port) +
                                               ", packet 0 of source " + std::to_string(last.source) + " for " +
                                               whither + ": " + fault);
  }
}

// The root's two results, with their last parts in cycles 7 and 15. One item is wrong, and then
// both.
TEST(CombinedChecker, NamesTheFirstWrongResultAndCountsAll) {
  const Task task{Collective::kReduce, 3, PortModel::kAll, 2, 5};
  const CombiningRun right = CombiningReference(task, 1).run();
  ASSERT_EQ(right.deliveries.size(), 2u);
  const auto one_delivery = [](auto damage) {
    return [damage](CombiningRun& run, std::size_t item) { damage(run.deliveries[item]); };
  };
  struct Case {
    std::string what, counts_of_one, counts_of_both;
    std::function<void(CombiningRun&, std::size_t)> damage;
  };
  const std::vector<Case> cases = {
      {"missing", "1 missing, 0 written more than once, 0 of wrong contributions, 0 altered, 0 early",
       "2 missing, 0 written more than once, 0 of wrong contributions, 0 altered, 0 early",
       [](CombiningRun& run, std::size_t item) {
         std::erase_if(run.deliveries, [&](const Delivery& delivery) { return delivery.index == item; });
       }},
      {"written more than once", "0 missing, 1 written more than once, 0 of wrong contributions, 0 altered, 0 early",
       "0 missing, 2 written more than once, 0 of wrong contributions, 0 altered, 0 early",
       [](CombiningRun& run, std::size_t item) { run.deliveries.push_back(run.deliveries[item]); }},
      {"made of the wrong contributions",
       "0 missing, 0 written more than once, 1 of wrong contributions, 0 altered, 0 early",
       "0 missing, 0 written more than once, 2 of wrong contributions, 0 altered, 0 early",
       [](CombiningRun& run, std::size_t item) {
         // The last packet of an item comes from a child of the root's.
         const auto last = std::find_if(run.events.rbegin(), run.events.rend(),
                                        [&](const LinkEvent& event) { return event.sequence == item; });
         run.events.erase(std::next(last).base());
       }},
      {"altered", "0 missing, 0 written more than once, 0 of wrong contributions, 1 altered, 0 early",
       "0 missing, 0 written more than once, 0 of wrong contributions, 2 altered, 0 early",
       one_delivery([](Delivery& delivery) { delivery.word ^= 1; })},
      {"there before all that it is made of had come",
       "0 missing, 0 written more than once, 0 of wrong contributions, 0 altered, 1 early",
       "0 missing, 0 written more than once, 0 of wrong contributions, 0 altered, 2 early",
       one_delivery([](Delivery& delivery) { --delivery.cycle; })},
  };
  for (const auto& [what, counts_of_one, counts_of_both, damage] : cases) {
    CombiningRun run = right;
    damage(run, 1);
    const std::string one = verdict(task, run).value_or("");
    EXPECT_TRUE(one.starts_with("node 5, item 1: " + what + " (holds 0x")) << one;
    EXPECT_TRUE(one.ends_with("; in all " + counts_of_one)) << one;
    damage(run, 0);
    const std::string both = verdict(task, run).value_or("");
    EXPECT_TRUE(both.starts_with("node 5, item 0: " + what + " (holds 0x")) << both;
    EXPECT_TRUE(both.ends_with("; in all " + counts_of_both)) << both;
  }
}

TEST(CombinedChecker, SaysWhatAWordHoldsAndWhatItShould) {
  const Task task{Collective::kReduce, 3, PortModel::kAll, 2, 5};
  const CombiningRun right = CombiningReference(task, 1).run();
  CombiningRun run = right;
  run.deliveries[1].word ^= 1;
  EXPECT_NE(verdict(task, run)->find(fmt::format("(holds {:#018x}, expected {:#018x}, writes 1; contributions 8 of 8)",
                                                 run.deliveries[1].word, right.deliveries[1].word)),
            std::string::npos)
      << *verdict(task, run);
}

// A count of writes that begins again at 0 would hide them.
TEST(CombinedChecker, CountsNoFurtherThan255Writes) {
  const Task task{Collective::kReduce, 1, PortModel::kAll, 1, 0};
  CombiningRun run = CombiningReference(task, 1).run();
  run.deliveries.resize(257, run.deliveries[0]);
  EXPECT_NE(verdict(task, run).value_or("").find("written more than once"), std::string::npos);
}

TEST(CombinedChecker, LargeTasksFit) {
  const auto gigabytes = [](Collective collective, unsigned dim, std::uint32_t packets, bool blocks) {
    Task task{collective, dim, PortModel::kAll, packets, 0};
    task.blocks = blocks;
    return static_cast<double>(CombinedChecker::memory_bytes(task)) / 1e9;
  };
  EXPECT_LT(gigabytes(Collective::kReduceScatter, 10, 1, false), 0.1);
  EXPECT_LT(gigabytes(Collective::kAllreduce, 8, 64, false), 0.1);
  EXPECT_LT(gigabytes(Collective::kAllreduce, 6, 131072, true), 1);
}

// By what each keeps: a node and item 4 bytes for the first arrival and a flag; an arrival 32
// bytes; an item its way, 4 bytes; a result 17 bytes; a node its vectors and its sum.
TEST(CombinedChecker, KnowsItsMemory) {
  const auto bytes = [](std::uint64_t nodes, std::uint64_t items, std::uint64_t arrivals, std::uint64_t results) {
    return nodes * items * 5 + items * arrivals * 32 + items * 4 + results * 17 +
           nodes * 3 * sizeof(std::vector<std::uint64_t>) + (nodes + 1) * 8;
  };
  Task blocks{Collective::kAllreduce, 3, PortModel::kAll, 16, 0};
  blocks.blocks = true;
  // At a time: of an item with an owner one of each other node, and d at the owner; in an exchange
  // one for every link.
  EXPECT_EQ(CombinedChecker::memory_bytes({Collective::kReduce, 3, PortModel::kAll, 2, 0}), bytes(8, 2, 7 + 3, 2));
  EXPECT_EQ(CombinedChecker::memory_bytes({Collective::kReduceScatter, 3, PortModel::kAll, 2, 0}),
            bytes(8, 16, 7 + 3, 16));
  EXPECT_EQ(CombinedChecker::memory_bytes(blocks), bytes(8, 16, 7 + 3, 8 * 16));
  EXPECT_EQ(CombinedChecker::memory_bytes({Collective::kAllreduce, 3, PortModel::kAll, 2, 0}),
            bytes(8, 2, 8 * 3, 8 * 2));
  EXPECT_EQ(CombinedChecker::memory_bytes({Collective::kExscan, 3, PortModel::kAll, 2, 0}), bytes(8, 2, 8 * 3, 7 * 2));
}

}  // namespace

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
