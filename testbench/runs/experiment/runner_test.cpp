// SPDX-License-Identifier: Apache-2.0
// Runs a mesh with one fault, and a sound one. The runner must report the fault.
#include "testbench/runs/experiment/runner.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "test_support/rows.hpp"
#include "testbench/runs/experiment/cycle_loop.hpp"
#include "testbench/runs/experiment/faulty_mesh.hpp"
#include "testbench/runs/verdict/test_traces.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using test_support::operation_of;

constexpr std::uint32_t kPackets = 2;
constexpr Packet kVictim{7, 5, 1};

// Operations of the 3-cube: packets for all nodes, for the root, and for any node.
const Operation kOperations[] = {
    operation_of(Collective::kAllgather, "balanced", PortModel::kAll, 3, kPackets),
    operation_of(Collective::kGather, "balanced", PortModel::kAll, 3, kPackets, Address(7)),
    operation_of(Collective::kAlltoall, "table", PortModel::kAll, 3, kPackets),
};

struct Bench {
  explicit Bench(const Operation& of, MeshFault fault = MeshFault::kNone, unsigned late = 1, bool kept = false)
      : operation(of),
        memory(kept ? NodeMemory(task_of(of), words_of(task_of(of), FaultyMesh::kPayload))
                    : NodeMemory(task_of(of), FaultyMesh::kPayload)),
        mesh(of, memory, fault, kVictim, late) {}

  RunReport run(const RunHooks& hooks = {}, bool records = false) {
    return run_on(mesh, Experiment(operation).with_records(records, records), memory, hooks);
  }
  std::string fault() { return run().fault.value_or("none"); }

  Operation operation;
  NodeMemory memory;
  FaultyMesh mesh;
};

struct Case {
  const char* name;
  MeshFault fault;
  const char* reported;
};

const Case kCases[] = {
    {"AlteredPayload", MeshFault::kAlteredPayload, "node 7, packet 1 of source 5: altered"},
    {"Stray", MeshFault::kStray, "1 packets were delivered to nodes that have no place for them"},
    {"OwnWord", MeshFault::kOwnWord, "node 7, packet 1 of source 7: own word disturbed"},
    {"LostDelivery", MeshFault::kLostDelivery, "node 7, packet 1 of source 5: missing"},
    {"LostOnLink", MeshFault::kLostOnLink, "nothing has moved for 10"},
    {"Doubled", MeshFault::kDoubled, "node 7, packet 1 of source 5: written more than once"},
    {"AnotherInItsPlace", MeshFault::kAnotherInItsPlace, "1 missing, 1 written more than once"},
    {"HiddenHop", MeshFault::kHiddenHop, "1 of "},
    {"EarlyHop", MeshFault::kEarlyHop, "comes after an event of cycle"},
    {"SharedLink", MeshFault::kSharedLink, "the link carries another packet in this cycle"},
};

class FaultyMeshes : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(OfOneFault, FaultyMeshes, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(FaultyMeshes, AreReported) {
  for (const Operation& operation : kOperations) {
    for (const bool kept : {true, false}) {
      const std::string fault = Bench(operation, GetParam().fault, 1, kept).fault();
      EXPECT_NE(fault.find(GetParam().reported), std::string::npos)
          << name_of(operation.row->collective) << ": " << fault;
    }
  }
}

// The run continues for four cycles after the last delivery, so that late packets are seen.
TEST(Runner, ReportsWhatComesAfterTheEnd) {
  for (const Operation& operation : kOperations) {
    for (unsigned late = 1; late <= 4; ++late) {
      SCOPED_TRACE(testing::Message() << name_of(operation.row->collective) << ", " << late << " cycles late");
      EXPECT_NE(Bench(operation, MeshFault::kLateDelivery, late).fault().find("packet 1 of source 5: written more"),
                std::string::npos);
      EXPECT_NE(Bench(operation, MeshFault::kLateHop, late).fault(), "none");
    }
  }
}

TEST(Runner, ReportsANodeThatNeverSaysDone) {
  Bench bench(kOperations[0]);
  bench.mesh.answer(Address(5), node::Control::kStatus, node::kStalled);
  EXPECT_EQ(bench.fault(), "node 5: its status register does not say done after 14 packets");
}

TEST(Runner, ReportsTheFirstOfTwoFaults) {
  Bench bench(kOperations[0], MeshFault::kAlteredPayload);
  bench.mesh.answer(Address(5), node::Control::kStatus, 0);
  EXPECT_NE(bench.fault().find("altered"), std::string::npos);
}

TEST(Runner, RefusesARouterThatCannotRunTheOperation) {
  Bench bench(kOperations[0]);
  bench.mesh.answer(Address(5), node::Control::kCapabilities, 3);  // three ports, and no rule
  try {
    bench.run();
    FAIL() << "it has run";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "node 5: this router cannot run allgather balanced with --ports all, 1 cycle a hop");
  }
}

TEST(Runner, RefusesSendMemoriesOfOtherSizes) {
  const Operation allgather = kOperations[0];
  const Operation allreduce = operation_of(Collective::kAllreduce, "exchange", PortModel::kAll, 3, kPackets);
  const auto refusal = [](const Operation& operation, std::size_t nodes, std::size_t words) -> std::string {
    try {
      testbench::Run(operation, std::vector(nodes, std::vector<std::uint64_t>(words)));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  for (const Operation& operation : {allgather, allreduce}) {
    EXPECT_EQ(refusal(operation, 8, kPackets), "");
    for (const std::size_t nodes : {0u, 3u, 9u}) {
      EXPECT_EQ(refusal(operation, nodes, kPackets),
                fmt::format("send memories of {} nodes: must be those of all 8 nodes", nodes));
    }
    EXPECT_EQ(refusal(operation, 8, 0), "send memory of 0 words for node 0: must be 2 words");
    EXPECT_EQ(refusal(operation, 8, 8), "send memory of 8 words for node 0: must be 2 words");
  }
}

// The report has the deepest queue of all nodes and the sum of their stalls.
TEST(Runner, GathersTheRegistersOfAllNodes) {
  Bench bench(kOperations[0]);
  for (const Address node : network::addresses(8)) {
    bench.mesh.answer(node, node::Control::kDeepestQueue, 10 + node.number() * 3 % 8);
    bench.mesh.answer(node, node::Control::kStallCycles, node.number());
  }
  const RunReport report = bench.run();
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_EQ(report.deepest_queue, 17u);
  EXPECT_EQ(report.stall_cycles, 28u);  // 0 + 1 + ... + 7
}

// One packet of the SBT on the 3-cube crosses a level a cycle. It is offered in the second cycle
// after the strobe, crosses a link in each of the next three, reaches the memory in the cycle after
// them, and is taken in the last, the sixth.
TEST(Runner, MeasuresASoundMesh) {
  Bench bench(operation_of(Collective::kBroadcast, "sbt", PortModel::kAll, 3, 1, Address(7)));
  std::ostringstream trace;
  RunHooks hooks;
  trace_to(trace, hooks);
  const RunReport report = bench.run(hooks, true);
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_EQ(report.cycles, 3u);
  EXPECT_EQ(report.total_cycles, 6u);
  EXPECT_EQ(report.transmissions, 7u);
  EXPECT_EQ(report.node_cycles, (1u + 6 + 4) * 8) << "the strobe, the run, and four cycles more";
  EXPECT_EQ(report.stall_cycles, 0u);
  ASSERT_TRUE(report.latency);
  EXPECT_EQ(report.latency->deliveries, 7u);
  EXPECT_EQ(report.latency->max, 3u);
  ASSERT_TRUE(report.link_load);
  EXPECT_EQ(report.link_load->of_all(network::Cube(3)).packets, 7u);
  EXPECT_EQ(trace.str().substr(0, trace.str().find('\n', 35)), "cycle,node,port,src,dst,tree,seq\n1,7,0,7,-1,0,0");
}

// 400 packets go round the ring of eight nodes: 2,800 cycles.
Operation long_operation() {
  return operation_of(Collective::kAllgather, "ring", PortModel::kOne, 3, 400);
}

TEST(Runner, ShowsHowFarItIs) {
  Bench bench(long_operation());
  std::vector<double> loaded;
  std::vector<double> delivered;
  RunHooks hooks;
  hooks.loading = [&](double part) { loaded.push_back(part); };
  hooks.progress = [&](double part) { delivered.push_back(part); };
  const RunReport report = bench.run(hooks);
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_EQ(report.cycles, 2800u);
  std::vector<double> of_eighths;
  for (unsigned node = 0; node < 8; ++node) of_eighths.push_back(node / 8.0);
  EXPECT_EQ(loaded, of_eighths) << "before each node";
  // The run is shown every 1,024 cycles. From the fifth cycle on (strobe, offer, first link,
  // memory) eight packets arrive in each.
  ASSERT_EQ(delivered.size(), 2u);
  EXPECT_DOUBLE_EQ(delivered[0], (1024 - 3) / 2800.0);
  EXPECT_DOUBLE_EQ(delivered[1], (2048 - 3) / 2800.0);
}

TEST(Runner, EndsWhenItIsInterrupted) {
  for (const unsigned asked_before : {0u, 7u, 8u, 9u}) {  // eight times while it loads
    Bench bench(long_operation());
    unsigned asked = 0;
    RunHooks hooks;
    hooks.interrupted = [&] { return asked++ == asked_before; };
    EXPECT_THROW(bench.run(hooks), Interrupted) << asked_before;
    EXPECT_EQ(asked, asked_before + 1);
  }
  Bench bench(long_operation());
  RunHooks hooks;
  hooks.interrupted = [] { return false; };
  EXPECT_EQ(bench.run(hooks).fault, std::nullopt);
}

// The run has more events than one portion of the judge.
TEST(Runner, JudgesEveryPortionOfALongRun) {
  Bench bench(operation_of(Collective::kAlltoall, "table", PortModel::kAll, 3, 700));
  std::ostringstream trace;
  RunHooks hooks;
  trace_to(trace, hooks);
  const RunReport report = bench.run(hooks, true);
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_EQ(report.transmissions, 700u * 3 * 32);  // M d 2^(2d-1)
  EXPECT_GT(report.transmissions, CycleLoop::kPortion);
  EXPECT_EQ(report.cycles, 700u * 4);
  EXPECT_EQ(report.latency->deliveries, 700u * 8 * 7);
  EXPECT_EQ(report.link_load->of_all(network::Cube(3)).packets, report.transmissions);
  const std::string rows = trace.str();
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 1 + 700 * 3 * 32);
}

// Shallow queues of the native engine say stop in time: no packet is lost, and no queue overflows.
TEST(Runner, ShallowQueuesStopNeighbours) {
  const Operation operation = operation_of(Collective::kAlltoall, "table", PortModel::kAll, 4, 20);
  MeshSetting slow;
  slow.stall_probability = 0.5;
  const RunReport report = testbench::Run({operation, slow, 4}, PayloadHash(1)).execute({});
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_GT(report.stall_cycles, 100u);
  EXPECT_GT(report.deepest_queue, 1u);
  EXPECT_LE(report.deepest_queue, 4u);
}

// Half of the 256 nodes are behind port 7, so its program has 128 entries.
TEST(Runner, ProgramsAreAsDeepAsTheLongest) {
  const Operation operation = operation_of(Collective::kAlltoall, "table", PortModel::kAll, 8, 1);
  testbench::Run run(operation, PayloadHash(1));
  const RunReport report = run.execute({});
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_EQ(report.cycles, 128u);
  for (const double seconds : {report.seconds, report.load_seconds}) {
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, 600);
  }
}

TEST(Stopwatch, HasCountedNothingBeforeItStarts) {
  EXPECT_EQ(Stopwatch().seconds(), 0);
}

}  // namespace
}  // namespace testbench::test
