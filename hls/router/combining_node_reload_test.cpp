// SPDX-License-Identifier: Apache-2.0
// Nodes that combine packets run the collectives that do not as other nodes do, cycle by cycle,
// whatever has been loaded before: second parts, ejectors' programs and in-ports of entries leave
// nothing behind.
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hls/router/test_reduction.hpp"

namespace router::test {
namespace {

struct Plain : CubeConfig<3> {
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
};
using PlainCube = TestMesh<Plain>;
using UsedCube = TestMesh<Combining<Plain, TestOperators>>;

// A packet on a link or in a memory: cycle, node, port or -1, and what its header says.
using Event = std::tuple<std::uint64_t, std::uint32_t, int, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                         std::uint64_t>;

template <class Config>
Event event(std::uint64_t cycle, Address node, int port, const Packet<Config>& packet) {
  const Header<Config>& header = packet.header;
  return {cycle,
          node.number(),
          port,
          Address(header.source).number(),
          Address(header.destination).number(),
          header.tree,
          header.sequence,
          packet.payload};
}

// The events of so many cycles.
template <class Config>
std::vector<Event> record(TestMesh<Config>& cube, const Operation& operation, unsigned cycles = 80) {
  load(cube, operation);
  cube.set_memory([](Address node, const Fetch<Config>& fetch) {
    return Payload<Config>(contribution(node, fetch.header.sequence));
  });
  std::vector<Event> events;
  std::size_t seen = cube.deliveries().size();
  cube.clock(true);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    cube.clock(false);
    for (const Address node : network::addresses(Config::Network::kNodes)) {
      for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
        const auto& link = cube.out(node).links[port];
        if (link.valid) events.push_back(event(cube.cycle(), node, static_cast<int>(port), link.packet));
      }
    }
    for (; seen < cube.deliveries().size(); ++seen) {
      const auto& [at, node, packet] = cube.deliveries()[seen];
      events.push_back(event(at, node, -1, packet));
    }
  }
  return events;
}

Operation operation_of(const collectives::Row& row, std::uint32_t packets) {
  return {&row, network::Cube(3), packets, Address(5)};
}

std::vector<const collectives::Row*> rows(bool combined) {
  std::vector<const collectives::Row*> found;
  for (const collectives::Row& row : collectives::kCatalog) {
    if (collectives::shape_of(row.collective).combined == combined) found.push_back(&row);
  }
  return found;
}

TEST(CombiningNodeReloaded, RunsWhatDoesNotCombineAsOtherNodesDo) {
  for (const collectives::Row* row : rows(false)) {
    SCOPED_TRACE(testing::Message() << name_of(row->collective) << ' ' << row->algorithm << ' ' << name_of(row->ports));
    PlainCube plain;
    UsedCube fresh;
    const auto expected = record(plain, operation_of(*row, 3));
    ASSERT_FALSE(expected.empty());
    ASSERT_TRUE(record(fresh, operation_of(*row, 3)) == expected);
  }
}

TEST(CombiningNodeReloaded, ForgetsTheReductionThatWasLoadedBefore) {
  std::vector<Operation> next;
  for (const auto& [collective, algorithm, ports] : {std::tuple(Collective::kBroadcast, "nesbt", PortModel::kAll),
                                                     std::tuple(Collective::kAllgather, "balanced", PortModel::kAll),
                                                     std::tuple(Collective::kAllgather, "sbt", PortModel::kOne),
                                                     std::tuple(Collective::kAlltoall, "table", PortModel::kAll)}) {
    next.push_back(operation_of(*collectives::find_row(collective, algorithm, ports), 3));
  }
  for (const Operation& operation : next) {
    PlainCube plain;
    const auto expected = record(plain, operation);
    UsedCube used;
    for (const collectives::Row* before : rows(true)) {
      SCOPED_TRACE(testing::Message() << name_of(before->collective) << ' ' << before->algorithm << ", then "
                                      << name_of(operation.row->collective) << ' ' << operation.row->algorithm);
      load(used, operation_of(*before, 20));  // and never run
      ASSERT_TRUE(record(used, operation) == expected);
      ASSERT_EQ(run(used, operation_of(*before, 20), [](Address, unsigned) { return true; }).complaint, "");
      ASSERT_TRUE(record(used, operation) == expected);
    }
  }
}

// A reduction after any other has the results and the cycles that it has in new nodes.
TEST(CombiningNodeReloaded, RunsEveryReductionAfterEveryOther) {
  const auto run_one = [](UsedCube& cube, const collectives::Row& row) {
    Operation operation = operation_of(row, 5);
    operation.combining = TestOperators::kOrdered;
    return run(cube, operation, [](Address, unsigned) { return true; });
  };
  for (const collectives::Row* row : rows(true)) {
    SCOPED_TRACE(testing::Message() << name_of(row->collective) << ' ' << row->algorithm << ' ' << name_of(row->ports));
    UsedCube fresh;
    const Outcome expected = run_one(fresh, *row);
    ASSERT_EQ(expected.complaint, "");
    UsedCube used;
    for (const collectives::Row* before : rows(true)) {
      load(used, operation_of(*before, 20));
      const Outcome outcome = run_one(used, *row);
      ASSERT_EQ(outcome.complaint, "");
      ASSERT_EQ(outcome.cycles, expected.cycles) << "after " << before->algorithm;
      ASSERT_TRUE(outcome.results == expected.results);
    }
  }
}

}  // namespace
}  // namespace router::test
