// SPDX-License-Identifier: Apache-2.0
// Runs whose queues are too short for all packets at once go in parts to their end, and lose nothing.
#include "testbench/runs/experiment/parts.hpp"

#include <gtest/gtest.h>

#include "test_support/rows.hpp"
#include "testbench/runs/experiment/queue_check.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/test_plans.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using test_support::operation_of;

Operation allgather(unsigned d, std::uint32_t packets) {
  return operation_of(Collective::kAllgather, "balanced", PortModel::kAll, d, packets);
}

MeshSetting stalled(double probability) {
  MeshSetting setting;
  setting.stall_probability = probability;
  return setting;
}

RunReport run_of(const Operation& operation, std::size_t depth, double stall = 0) {
  return testbench::Run({operation, stalled(stall), depth}, PayloadHash(1)).execute({});
}

TEST(Parts, CountPacketsAndDeliveries) {
  const Experiment whole(allgather(3, 17));
  Parts parts(whole, 4, *whole.with_packets(4), whole.with_packets(1));
  EXPECT_EQ(parts.count(), 5u);
  EXPECT_EQ(parts.packets(), 4u);
  const std::uint64_t all = expected_deliveries(whole.task());
  for (std::uint32_t part = 0; part < 5; ++part) {
    EXPECT_EQ(parts.first(), 4 * part);
    EXPECT_EQ(parts.due(all), part == 4 ? all : all / 17 * 4 * (part + 1));
    EXPECT_EQ(parts.now().operation().packets, part == 4 ? 1u : 4u);
    EXPECT_EQ(parts.is_last(), part == 4);
    if (!parts.is_last()) parts.next();
  }
}

// Queues of 2^(d+1) packets, which the default RTL node has, are too short for an allgather of 16 packets on 4 nodes: it
// stands still if a port's own packets go first. With 8 packets they fill, but the run comes to its end. With stalls a proof is
// needed, for they can make any difference.
TEST(Parts, AreMadeWhereTheWholeCouldStandStill) {
  const auto at_once = [](std::uint32_t packets) {
    const Experiment experiment(allgather(2, packets), {}, 8);
    return testbench::Run(experiment, PayloadHash(1)).execute_in(Parts(experiment), {});
  };
  EXPECT_EQ(at_once(8).fault, std::nullopt);
  EXPECT_EQ(run_of(allgather(2, 8), 8).parts, std::nullopt);
  EXPECT_TRUE(at_once(16).stands_still);
  const RunReport report = run_of(allgather(2, 16), 8);
  EXPECT_EQ(report.fault, std::nullopt);
  ASSERT_TRUE(report.parts);
  EXPECT_TRUE(report.parts->transit_first);
  EXPECT_EQ(report.parts->count, 1u);
  EXPECT_EQ(report.cycles, 24u) << "as with deep queues";
  EXPECT_EQ(run_of(allgather(2, 16), 16).parts, std::nullopt);

  const RunReport slow = run_of(allgather(2, 16), 8, 0.3);
  EXPECT_EQ(slow.fault, std::nullopt);
  ASSERT_TRUE(slow.parts);
  const Experiment part(allgather(2, slow.parts->packets));
  EXPECT_FALSE(can_fill(couple_links(part), 8));
}

// A part begins when all nodes know that all are done: after four cycles in which the last packet is counted, a barrier through
// d ports, the strobe, and the three cycles of any start.
TEST(Parts, TakeTheirCyclesAndThoseOfABarrier) {
  const RunReport chain = run_of(allgather(2, 40), 8, 1e-9);
  ASSERT_TRUE(chain.parts);
  ASSERT_EQ(chain.parts->count * chain.parts->packets, 40u);
  const RunReport part = run_of(allgather(2, chain.parts->packets), 8);
  constexpr std::uint64_t kBetween = 4 + 2 + 1 + 3;
  EXPECT_EQ(chain.cycles, chain.parts->count * part.cycles + (chain.parts->count - 1) * kBetween);
}

// Backwards from an allgather with packets in transit first no packet waits for a second one, so that the least queues are
// enough. In the usual order they are not: 1,062 cycles in parts of one packet on 32 nodes.
TEST(Parts, AreNotNeededWhereCombinedPacketsGoInTheOtherOrder) {
  for (unsigned d = 3; d <= 4; ++d) {
    for (const double stall : {0.0, 0.2}) {
      SCOPED_TRACE(testing::Message() << "d " << d << " stall " << stall);
      const Operation operation = operation_of(Collective::kReduceScatter, "balanced", PortModel::kAll, d, 8 * d);
      const RunReport report = run_of(operation, 4, stall);
      EXPECT_EQ(report.fault, std::nullopt);
      ASSERT_TRUE(report.parts);
      EXPECT_TRUE(report.parts->transit_first);
      EXPECT_EQ(report.parts->count, 1u);
      EXPECT_EQ(report.deepest_queue, 1u);
      EXPECT_EQ(report.cycles, 8 * ((1u << d) - 1)) << "M (2^d - 1) / d, the bound";
    }
  }
}

// A packet waits for those of its own number alone, so that all find room one after another: 805 and 741 cycles in parts of
// one packet on 32 nodes.
TEST(Parts, AreNotNeededWhereCombinedPacketsFindRoomOneAfterAnother) {
  for (const auto& [collective, algorithm] : {std::pair(Collective::kScan, "exchange"),
                                              {Collective::kExscan, "exchange"},
                                              {Collective::kReduce, "sbt"},
                                              {Collective::kReduce, "nrsbt"}}) {
    for (unsigned d = 3; d <= 4; ++d) {
      SCOPED_TRACE(testing::Message() << name_of(collective) << ' ' << algorithm << " d " << d);
      const Operation operation = operation_of(collective, algorithm, PortModel::kAll, d, 33);
      const RunReport report = run_of(operation, 4, 0.3);
      EXPECT_EQ(report.fault, std::nullopt);
      EXPECT_EQ(report.parts, std::nullopt);
      EXPECT_LT(report.cycles, 3 * 33u);
    }
  }
}

// One packet waits in a queue at most where memories are never busy. With one more on its way queues of 4 fill, and for some
// seeds nothing moves. Tree after tree no packet waits for one behind it: 221 cycles in parts of three packets.
TEST(Parts, AreNotNeededWhereTreesOfAnExchangeGoOneAfterAnother) {
  const Operation operation = operation_of(Collective::kAllreduce, "exchange", PortModel::kAll, 4, 16);
  unsigned at_once = 0;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    MeshSetting setting = stalled(0.9);
    setting.seed = seed;
    const Experiment experiment(operation, setting, 4);
    at_once += testbench::Run(experiment, PayloadHash(1)).execute_in(Parts(experiment), {}).stands_still ? 1 : 0;
    const RunReport report = testbench::Run(experiment, PayloadHash(1)).execute({});
    EXPECT_EQ(report.fault, std::nullopt) << "seed " << seed;
    ASSERT_TRUE(report.parts);
    EXPECT_TRUE(report.parts->transit_first);
    EXPECT_EQ(report.parts->count, 1u);
  }
  EXPECT_GT(at_once, 0u);
  for (unsigned d = 3; d <= 4; ++d) {
    const RunReport report = run_of(operation_of(Collective::kAllreduce, "exchange", PortModel::kAll, d, 33), 4, 0.3);
    EXPECT_EQ(report.fault, std::nullopt);
    EXPECT_LT(report.cycles, 3 * 33u) << "d " << d;
  }
}

// At times at which one packet at most waits in a queue. As an allgather is played backwards, all ports took 66 to 264 cycles
// with deep queues, and up to 1,007 in parts. star:4 with M = 1 could not run on one port or half duplex.
TEST(Parts, AreNotNeededWherePlansKeepQueuesShort) {
  const auto is_wanted = [](const Entry& row) {
    return row.collective == Collective::kReduceScatter && row.algorithm == std::string("tree");
  };
  for (const char* const network : {"debruijn:3", "torus:3x3", "random:12,3,7", "star:4"}) {
    for (const std::uint32_t packets : {1u, 33u}) {
      for (const double stall : {0.0, 0.3}) {
        unsigned plans = 0;
        const auto visit = [&](const Prepared& made) {
          const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
          const RunReport report = testbench::Run(Experiment(outlives, 4)).execute({});
          EXPECT_EQ(report.fault, std::nullopt);
          const bool has_all_ports = made.operation().row->ports == PortModel::kAll;
          EXPECT_TRUE(!report.parts || report.parts->count == 1 || !has_all_ports);
          const std::uint64_t deep = testbench::Run(Experiment(outlives)).execute({}).cycles;
          EXPECT_LE(2 * report.cycles, (has_all_ports ? 4 : 7) * deep);
          ++plans;
        };
        for_every_plan_of(is_wanted, network, packets, 0, visit, stalled(stall));
        EXPECT_EQ(plans, 3u);
      }
    }
  }
}

// Half duplex no other row of alltoall could run so: most of its plans have links that wait for one another in a cycle.
TEST(Parts, AreNotNeededOnAcyclicPathsInSlots) {
  const auto is_wanted = [](const Entry& row) {
    return row.collective == Collective::kAlltoall && row.algorithm == std::string("acyclic");
  };
  for (const char* const network : {"torus:4x4", "ccc:3", "bubblesort:4"}) {
    unsigned plans = 0;
    const auto visit = [&](const Prepared& made) {
      const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
      EXPECT_EQ(testbench::Run(Experiment(outlives, 4)).execute({}).fault, std::nullopt);
      ++plans;
    };
    for_every_plan_of(is_wanted, network, 2, 0, visit, stalled(0.3));
    EXPECT_EQ(plans, 3u);
  }
}

// 28 packets are seven blocks. Parts of four leave three, whose other program takes 60 cycles to load.
TEST(Parts, AreShorterWhereALoadTakesMoreCycles) {
  const Experiment whole(operation_of(Collective::kAllreduce, "balanced", PortModel::kAll, 2, 28), {}, 8);
  QueueCheck check(whole, couple_links(whole), {});
  check.assume_stalls();
  const Parts longest = *check.safe_parts(8, true);
  EXPECT_EQ(longest.packets(), 16u);
  const auto cycles = [&](const Parts& of) { return testbench::Run(whole).execute_in(of, {}).cycles; };
  EXPECT_LT(cycles(check.parts(/*may_load=*/true)), cycles(longest));
}

// Words of tables stay: a rest of four packets took more cycles to load than three parts of three take.
TEST(Parts, AreTheLongestWhereALoadTakesFewCycles) {
  const auto is_tree = [](const Entry& row) {
    return row.collective == Collective::kAllgather && row.algorithm == std::string("tree") &&
           row.ports == PortModel::kAll;
  };
  for_every_plan_of(is_tree, "mesh:3x3", 9, 0, [](const Prepared& made) {
    const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
    const Experiment whole(outlives, 8);
    QueueCheck check(whole, couple_links(whole), {});
    check.assume_stalls();
    EXPECT_EQ(check.parts(/*may_load=*/true).packets(), 5u);
  });
}

// Each stop costs a node of one port a whole window: 39 times the bound for a gather of 40 packets on 16 nodes.
TEST(Parts, SaveNodesOfOnePortTheirWindows) {
  const Operation gather = operation_of(Collective::kGather, "sbt", PortModel::kOne, 3, 40);
  const Experiment experiment(gather, {}, 4);
  const RunReport whole = testbench::Run(experiment, PayloadHash(1)).execute_in(Parts(experiment), {});
  const RunReport report = run_of(gather, 4);
  EXPECT_EQ(report.fault, std::nullopt);
  ASSERT_TRUE(report.parts);
  EXPECT_LT(report.cycles, whole.cycles / 4);
}

// An alltoall takes 26,213 cycles in one part, 1,922 with deep queues. An allreduce goes down its tree at once and fills no
// queue.
TEST(Parts, OfNodesOfOnePortAreTheFastestNotTheLongest) {
  unsigned plans = 0;
  const auto is_slow_row = [](const collectives::Row& row) {
    return row.ports == PortModel::kHalf && row.algorithm == std::string("matching");
  };
  const auto is_wanted = [&](const Entry& row) {
    return is_slow_row(row) || (row.ports == PortModel::kOne && row.collective == Collective::kAllreduce &&
                                row.algorithm == std::string("tree"));
  };
  for_every_plan_of(is_wanted, "mesh:3x4", 33, 1, [&](const Prepared& made) {
    const collectives::Row& row = *made.operation().row;
    const bool is_slow = is_slow_row(row);
    const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
    const Experiment whole(outlives, is_slow ? 16 : 4);
    const RunReport report = testbench::Run(whole).execute({});
    EXPECT_EQ(report.fault, std::nullopt);
    EXPECT_EQ(report.parts.has_value(), is_slow);
    const std::uint64_t deep = testbench::Run(Experiment(outlives)).execute({}).cycles;
    EXPECT_LT(report.cycles, 4 * deep) << row.algorithm;
    ++plans;
  });
  EXPECT_EQ(plans, 2u);
}

// Copies of results go behind those in transit, as in an allgather: up to 108 cycles in parts.
TEST(Parts, AreNotNeededWhereCopiesOfResultsLetOthersPass) {
  for (unsigned d = 2; d <= 4; ++d) {
    for (const std::uint32_t packets : {20u, 28u, 45u, 96u}) {
      SCOPED_TRACE(testing::Message() << "d " << d << " M " << packets);
      const Operation operation = operation_of(Collective::kAllreduce, "balanced", PortModel::kAll, d, packets);
      const RunReport report = run_of(operation, 4);
      EXPECT_EQ(report.fault, std::nullopt);
      EXPECT_TRUE(!report.parts || report.parts->count == 1);
      EXPECT_LE(4 * report.cycles, 5 * testbench::Run(operation, PayloadHash(1)).execute({}).cycles);
    }
  }
}

// Nothing is proved of queues of 4, in which the whole takes 380 cycles with these stalls. Queues of 8 took 527 in parts of
// two packets, for which all is proved.
TEST(Parts, AreNotTakenWhereTheWholeEndsSoonerWithTheSameStalls) {
  const Operation ring = operation_of(Collective::kAllgather, "ring", PortModel::kOne, 2, 40);
  std::uint64_t fewest = run_of(ring, 4, 0.6).cycles;
  for (const std::size_t depth : {8u, 16u, 32u, 64u, 128u}) {
    const RunReport report = run_of(ring, depth, 0.6);
    EXPECT_EQ(report.fault, std::nullopt);
    EXPECT_LE(report.cycles, fewest) << depth;
    EXPECT_EQ(report.parts && report.parts->is_tried, depth <= 64) << depth;
    fewest = std::min(fewest, report.cycles);
  }
}

// In queues of 8 it took 28 cycles, with packets in transit first; in deeper ones 29.
TEST(Parts, TryTheOtherOrderInDeepQueuesToo) {
  const auto is_wanted = [](const Entry& row) {
    return row.collective == Collective::kReduce && row.ports == PortModel::kHalf;
  };
  unsigned runs = 0;
  for_every_plan_of(is_wanted, "cube:5", 8, 0, [&](const Prepared& made) {
    const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
    const auto cycles = [&](std::size_t depth) {
      return testbench::Run(Experiment(outlives, depth)).execute({}).cycles;
    };
    EXPECT_LE(cycles(64), cycles(8));
    ++runs;
  });
  EXPECT_GT(runs, 0u);
}

// In queues of 32 it took 270 cycles, in two parts, and 299 in deeper ones, which tried shorter parts alone.
TEST(Parts, TryThoseOfShallowerQueuesInDeepOnes) {
  const auto is_wanted = [](const Entry& row) {
    return row.collective == Collective::kAllgather && row.ports == PortModel::kOne &&
           row.algorithm == std::string("tree");
  };
  unsigned runs = 0;
  const auto visit = [&](const Prepared& made) {
    const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
    const auto cycles = [&](std::size_t depth) {
      return testbench::Run(Experiment(outlives, depth)).execute({}).cycles;
    };
    const std::uint64_t shallow = cycles(32);
    for (const std::size_t depth : {64u, 128u}) EXPECT_LE(cycles(depth), shallow) << depth;
    ++runs;
  };
  for_every_plan_of(is_wanted, "ring:4", 40, 0, visit, stalled(0.6));
  EXPECT_EQ(runs, 1u);
}

// In queues of 4 packets in transit go first, in 1093 cycles. In those of 8 the whole ends in the usual order, in parts of which
// it took 1303.
TEST(Parts, GoInEitherOrderWhereTheWholeEnds) {
  const auto is_wanted = [](const Entry& row) {
    return row.collective == Collective::kAlltoall && row.ports == PortModel::kHalf &&
           row.algorithm == std::string("matching");
  };
  unsigned runs = 0;
  for_every_plan_of(is_wanted, "ccc:3", 3, 0, [&](const Prepared& made) {
    const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
    const auto cycles = [&](std::size_t depth) {
      return testbench::Run(Experiment(outlives, depth)).execute({}).cycles;
    };
    EXPECT_LE(cycles(8), cycles(4));
    ++runs;
  });
  EXPECT_EQ(runs, 1u);
}

// Packets of a plan that knows of links that never work all come, so that its runs tell what comes to its end.
TEST(Parts, GoAroundLinksThatNeverWork) {
  for (const double stall : {0.0, 0.2}) {
    MeshSetting setting = stalled(stall);
    setting.wires.broken = {{Address(0), 0, 0}};
    unsigned tried = 0;
    for_every_plan(
        "ring:5", 8, 0,
        [&](const Prepared& made) {
          const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
          const RunReport report = testbench::Run(Experiment(outlives, 4)).execute({});
          EXPECT_EQ(report.fault, std::nullopt);
          EXPECT_LE(report.deepest_queue, 4u);
          if (report.parts) ++tried;
        },
        setting);
    EXPECT_GT(tried, 3u);
  }
}

// An allgather of 37 packets on 16 nodes took 364 cycles, one of 40 took 150: 36 packets go first, and one behind.
TEST(Parts, AreSuchThatMorePacketsTakeNoFewerCycles) {
  for (const auto& [operation, depth] : {std::pair(allgather(4, 40), 4u),
                                         {operation_of(Collective::kAllgather, "nesbt", PortModel::kAll, 2, 16), 8u},
                                         {operation_of(Collective::kAllreduce, "balanced", PortModel::kAll, 3, 36), 4u},
                                         {operation_of(Collective::kAllreduce, "sbt", PortModel::kOne, 2, 32), 4u}}) {
    const std::uint64_t most = run_of(operation, depth).cycles;
    for (std::uint32_t fewer = 1; fewer <= 7; ++fewer) {
      Operation less = operation;
      less.packets -= fewer;
      EXPECT_LE(4 * run_of(less, depth).cycles, 5 * most) << operation.row->algorithm << ' ' << less.packets;
    }
  }
}

class EveryRowInParts : public testing::TestWithParam<collectives::Row> {};
INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowInParts, testing::ValuesIn(collectives::kCatalog), test_support::row_name);

// At the least depth too, for numbers of packets that parts do not divide.
TEST_P(EveryRowInParts, LosesNothing) {
  for (unsigned d = 2; d <= 3; ++d) {
    for (const std::uint32_t packets : {3u, 19u}) {
      for (const std::size_t depth : {4u, 8u}) {
        for (const double stall : {0.0, 0.4}) {
          SCOPED_TRACE(testing::Message() << "d " << d << " M " << packets << " depth " << depth << " stall " << stall);
          const RunReport report = run_of(operation_of(GetParam(), d, packets, Address(1)), depth, stall);
          EXPECT_EQ(report.fault, std::nullopt);
          EXPECT_LE(report.deepest_queue, depth);
        }
      }
    }
  }
}

}  // namespace
}  // namespace testbench::test
