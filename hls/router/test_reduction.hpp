// SPDX-License-Identifier: Apache-2.0
// Test only: collectives that combine, run on a TestMesh from the first packet on a link to the
// last result in memory.
//
//     TestMesh<Small> mesh;
//     const Outcome outcome = run(mesh, operation, [](Address, unsigned) { return true; });
//     outcome.results.at({node, item});  // once each, else outcome.complaint says what is wrong
//
// Or every row of the catalog that combines, with memories that are fast and slow. Sums show every
// contribution, and a second operation shows the order of the operands:
//
//     expect_every_row_right<CombiningCube<3>>({1, 2, 7});  // of so many packets
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "hls/router/test_mesh.hpp"
#include "test_support/seed.hpp"

namespace router::test {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;

// Spreads every bit over all of them (splitmix64).
constexpr std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

// A node's contribution to an item. Sums of these show a contribution that is missing, or there
// twice.
constexpr std::uint64_t contribution(Address node, std::uint32_t item) {
  return mixed(std::uint64_t{node.number()} << 32 | item);
}

// Sums, and an operation that is commutative but not associative, whose results show the order of
// the operands.
struct TestOperators {
  static constexpr std::uint32_t kSum = 0;
  static constexpr std::uint32_t kOrdered = 1;

  static constexpr bool has(std::uint32_t operation, unsigned) { return operation <= kOrdered; }
  template <unsigned Width>
  static constexpr hls::Bits<Width> combine(hls::Bits<8> operation, hls::Bits<Width> a, hls::Bits<Width> b) {
    return hls::Bits<Width>(operation == kOrdered ? ordered(a, b) : a + b);
  }
  static constexpr std::uint64_t ordered(std::uint64_t a, std::uint64_t b) { return mixed(a + b) ^ mixed(a ^ b); }
};

// The items of an operation: numbers of the words that are combined with one another.
class Items {
 public:
  explicit Items(const Operation& operation)
      : distinct_(operation.shape().distinct),
        block_(distinct_                  ? operation.packets
               : operation.row->by_blocks ? block_of(operation)
                                          : 0) {}
  // The item of a packet for a node, or from it if it is a result for all.
  std::uint32_t item(Address node, std::uint32_t sequence) const { return block_ * node.number() + sequence; }
  // The item of a node's result number i.
  std::uint32_t of_result(Address node, std::uint32_t i) const { return distinct_ ? item(node, i) : i; }

 private:
  bool distinct_;
  std::uint32_t block_;
};

struct Outcome {
  std::map<std::pair<Address, std::uint32_t>, std::uint64_t> results;  // by node and item
  std::uint64_t cycles = 0;                                            // in which packets were on the links
  std::string complaint;                                               // empty if there is none
};

template <class Config>
void load(TestMesh<Config>& mesh, const Operation& operation) {
  for (const Address node : network::addresses(Config::Network::kNodes)) {
    node::Driver driver(mesh.bus(node));
    operation.row->load(operation, node, driver);
  }
}

template <class Config>
bool any_link_is_busy(const TestMesh<Config>& mesh) {
  for (const Address node : network::addresses(Config::Network::kNodes)) {
    for (const Link<Config>& link : mesh.out(node).links) {
      if (link.valid) return true;
    }
  }
  return false;
}

template <class Config>
bool all_are_done(const TestMesh<Config>& mesh) {
  for (const Address node : network::addresses(Config::Network::kNodes)) {
    if (!mesh.out(node).done) return false;
  }
  return true;
}

// Every node has had its results, each once, and says so.
template <class Config>
std::string complaint_about(TestMesh<Config>& mesh, const Operation& operation, const Outcome& outcome,
                            std::size_t deliveries) {
  const Items items(operation);
  std::size_t in_all = 0;
  for (const Address node : network::addresses(Config::Network::kNodes)) {
    const std::string name = "node " + std::to_string(node.number());
    const std::uint32_t expected = expected_results(operation, node);
    in_all += expected;
    for (std::uint32_t i = 0; i < expected; ++i) {
      if (outcome.results.count({node, items.of_result(node, i)}) == 0) {
        return name + " lacks result " + std::to_string(i) + " of " + std::to_string(expected);
      }
    }
    node::Driver driver(mesh.bus(node));
    if (!driver.done()) return name + " does not say that it is done";
    if (driver.received() != expected) return name + " counts " + std::to_string(driver.received()) + " packets";
  }
  return deliveries == in_all ? "" : "results that came twice, or to the wrong node";
}

// Loads the operation, starts it and runs it to its end. `ready(node, port)`: the memory takes a
// packet in this cycle.
template <class Config, class Ready>
Outcome run(TestMesh<Config>& mesh, Operation operation, Ready ready) {
  operation.hop_cycles = TestMesh<Config>::kHopCycles;
  operation.combine_stages = TestMesh<Config>::kStages;
  load(mesh, operation);
  const Items items(operation);
  Outcome outcome;
  mesh.set_memory([&](Address node, const Fetch<Config>& fetch) {
    const std::uint32_t sequence = fetch.header.sequence;
    if (!fetch.asks_for_result())
      return Payload<Config>(contribution(node, items.item(fetch.header.destination, sequence)));
    // A port shows it before the result has come: that it must not leave then shows in the value.
    const auto found = outcome.results.find({node, items.item(node, sequence)});
    return Payload<Config>(found == outcome.results.end() ? 0 : found->second);
  });

  const std::size_t before = mesh.deliveries().size();
  std::size_t seen = before;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t moved = 0;
  mesh.clock(true, ready);
  constexpr unsigned kMostIdleCycles = 300;
  constexpr unsigned kAfterwards = 8;  // in which nothing may come any more
  for (std::uint64_t done = 0; done < kAfterwards && mesh.cycle() < moved + kMostIdleCycles;) {
    mesh.clock(false, ready);
    for (; seen < mesh.deliveries().size(); ++seen) {
      const auto& [cycle, node, packet] = mesh.deliveries()[seen];
      outcome.results[{node, items.item(packet.header.source, packet.header.sequence)}] = packet.payload;
      moved = mesh.cycle();
    }
    if (any_link_is_busy(mesh)) {
      if (first == 0) first = mesh.cycle();
      last = moved = mesh.cycle();
    }
    done = all_are_done(mesh) ? done + 1 : 0;
  }
  outcome.cycles = first == 0 ? 0 : last - first + 1;
  outcome.complaint = complaint_about(mesh, operation, outcome, seen - before);
  return outcome;
}

template <unsigned Dimension, unsigned HopCycles>
struct Deep : CubeConfig<Dimension> {
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
  static constexpr unsigned kHopCycles = HopCycles;
  // Recursive halving holds 2^(d-2) packets in one queue.
  static constexpr std::size_t kQueueDepth = Dimension < 6 ? 16 : 32;
};
template <unsigned Dimension, unsigned HopCycles = 1, unsigned Stages = 0>
using CombiningCube = TestMesh<Combining<Deep<Dimension, HopCycles>, TestOperators, Stages>>;

inline const auto kFast = [](Address, unsigned) { return true; };

inline std::vector<const collectives::Row*> combining_rows() {
  std::vector<const collectives::Row*> rows;
  for (const collectives::Row& row : collectives::kCatalog) {
    if (collectives::shape_of(row.collective).combined) rows.push_back(&row);
  }
  return rows;
}

inline std::string name(const Operation& operation) {
  return std::string(name_of(operation.row->collective)) + ' ' + operation.row->algorithm + ' ' +
         name_of(operation.row->ports) + " d " + std::to_string(operation.d()) + " M " +
         std::to_string(operation.packets) + " root " + std::to_string(operation.root.number());
}

// By the words of the collective: what the nodes of the result have, each once.
inline std::uint64_t sum_of(const Operation& operation, Address node, std::uint32_t item) {
  std::uint64_t sum = 0;
  for (const Address from : network::addresses(operation.network.nodes())) {
    if (operation.row->collective == Collective::kScan && from.number() > node.number()) continue;
    if (operation.row->collective == Collective::kExscan && from.number() >= node.number()) continue;
    sum += contribution(from, item);
  }
  return sum;
}

// Every contribution of the right nodes once, in as many cycles as the closed form says.
template <class Cube>
void expect_sums(Cube& cube, Operation operation) {
  SCOPED_TRACE(name(operation));
  operation.hop_cycles = Cube::kHopCycles;
  operation.combine_stages = Cube::kStages;
  operation.combining = TestOperators::kSum;
  const Outcome sums = run(cube, operation, kFast);
  ASSERT_EQ(sums.complaint, "");
  EXPECT_EQ(sums.cycles, closed_form(operation).value);
  for (const auto& [where, result] : sums.results) {
    ASSERT_EQ(result, sum_of(operation, where.first, where.second))
        << "node " << where.first.number() << " item " << where.second;
  }
}

// And the same bits whatever the memories do, of an allreduce at all nodes.
template <class Cube>
void expect_right(Cube& cube, Operation operation, std::mt19937_64& random) {
  expect_sums(cube, operation);
  if (testing::Test::HasFatalFailure()) return;
  SCOPED_TRACE(name(operation));
  operation.hop_cycles = Cube::kHopCycles;
  operation.combine_stages = Cube::kStages;
  operation.combining = TestOperators::kOrdered;
  const Outcome fast = run(cube, operation, kFast);
  const Outcome slow = run(cube, operation, [&](Address, unsigned) { return random() % 3 == 0; });
  ASSERT_EQ(slow.complaint, "");
  EXPECT_TRUE(slow.results == fast.results) << "the order of operands must not depend on time";
  if (operation.row->collective != Collective::kAllreduce) return;
  for (const auto& [where, result] : fast.results) {
    ASSERT_EQ(result, fast.results.at({Address(), where.second})) << "all nodes have the same bits";
  }
}

template <class Cube>
void expect_every_row_right(std::initializer_list<std::uint32_t> packet_counts) {
  auto random = test_support::seeded_random();
  Cube cube;
  for (const collectives::Row* row : combining_rows()) {
    std::uint32_t root = 1;
    for (const std::uint32_t packets : packet_counts) {
      root = (root * 5 + 2) % Cube::kNodes;
      expect_right(cube, {row, network::Cube(Cube::kPorts), packets, Address(root)}, random);
      if (testing::Test::HasFatalFailure()) return;
      if (row->collective == Collective::kBarrier) break;
    }
  }
}

}  // namespace router::test
