// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/fewer_links.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <stdexcept>

#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/request/choose.hpp"

namespace testbench {
namespace {

using collectives::Collective;
using collectives::PortModel;
using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// A tree, and up to as many edges again.
Edges random_edges(std::uint32_t nodes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t node = 1; node < nodes; ++node) edges.emplace(random() % node, node);
  for (std::uint64_t more = random() % nodes + 1; more > 0; --more) {
    const std::pair<std::uint32_t, std::uint32_t> edge(random() % nodes, random() % nodes);
    if (edge.first < edge.second) edges.insert(edge);
  }
  return {edges.begin(), edges.end()};
}
Network network_of(std::uint32_t nodes, const Edges& edges) {
  EdgeList list(nodes);
  for (const auto& [a, b] : edges) list.add(Address(a), Address(b));
  return Network(list);
}
bool is_connected(const Network& network) {
  std::vector<std::uint32_t> met{0};
  std::vector<bool> is_met(network.nodes());
  is_met[0] = true;
  for (std::size_t next = 0; next < met.size(); ++next) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const std::uint32_t there = network.neighbour(Address(met[next]), port).number();
      if (!is_met[there]) met.push_back(there);
      is_met[there] = true;
    }
  }
  return met.size() == network.nodes();
}
std::vector<Network> less_a_link(std::uint32_t nodes, const Edges& edges) {
  std::vector<Network> found;
  for (std::size_t left_out = 0; left_out < edges.size(); ++left_out) {
    Edges less = edges;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(left_out));
    Network network = network_of(nodes, less);
    if (is_connected(network)) found.push_back(std::move(network));
  }
  return found;
}

std::shared_ptr<const Prepared> planned(const Network& network, Collective collective, PortModel ports,
                                        std::uint32_t packets, const std::optional<std::string>& algorithm = {}) {
  const Site site(network, "file:net", "--network file:net");
  collectives::Operation asked;
  asked.network = site.links();
  asked.packets = packets;
  return choose({collective, ports, algorithm}, site, asked);
}
std::uint64_t planned_cycles(const std::shared_ptr<const Prepared>& made) {
  const std::uint64_t cycles = made->cycles();
  constexpr std::uint64_t kLongest = 1'000'000;
  return cycles < kLongest ? cycles : made->played(kLongest).value_or(0);
}
std::uint64_t cycles(const std::shared_ptr<const Prepared>& made) {
  const RunReport report = Run(Experiment(made)).execute({});
  EXPECT_EQ(report.fault, std::nullopt);
  return report.cycles;
}

struct Case {
  std::uint32_t nodes;
  std::uint64_t seed;
  Collective collective;
  PortModel ports;
  std::uint32_t packets;
};
// By the plans of the whole network alone each of them was slower.
const Case kCases[] = {
    {8, 63, Collective::kScatter, PortModel::kAll, 1},       {9, 19, Collective::kGather, PortModel::kAll, 1},
    {8, 24, Collective::kGather, PortModel::kAll, 8},        {7, 51, Collective::kAllgather, PortModel::kAll, 1},
    {6, 61, Collective::kAlltoall, PortModel::kAll, 1},      {7, 61, Collective::kReduceScatter, PortModel::kAll, 1},
    {7, 51, Collective::kBarrier, PortModel::kAll, 1},       {7, 7, Collective::kAlltoall, PortModel::kOne, 1},
    {6, 1, Collective::kReduceScatter, PortModel::kOne, 8},  {7, 10, Collective::kBarrier, PortModel::kOne, 1},
    {9, 5, Collective::kScatter, PortModel::kHalf, 1},       {9, 5, Collective::kGather, PortModel::kHalf, 8},
    {6, 1, Collective::kReduceScatter, PortModel::kHalf, 8}, {7, 1, Collective::kAllreduce, PortModel::kHalf, 8},
    {9, 1, Collective::kBarrier, PortModel::kHalf, 1},       {6, 1, Collective::kScan, PortModel::kAll, 1},
    {6, 7, Collective::kScan, PortModel::kOne, 1},           {6, 2, Collective::kExscan, PortModel::kHalf, 8},
};

TEST(FewerLinks, NoPlanIsSlowerThanThatOfTheNetworkLessALink) {
  for (const auto& [nodes, seed, collective, ports, packets] : kCases) {
    SCOPED_TRACE(testing::Message() << name_of(collective) << " " << name_of(ports) << " M " << packets << " on "
                                    << nodes << " nodes of seed " << seed);
    const Edges edges = random_edges(nodes, seed);
    const auto made = planned(network_of(nodes, edges), collective, ports, packets);
    const std::uint64_t whole = planned_cycles(made);
    EXPECT_EQ(cycles(made), whole);
    for (const Network& less : less_a_link(nodes, edges))
      EXPECT_LE(whole, planned_cycles(planned(less, collective, ports, packets)));
  }
}

// The search with many packets stops sooner than that with a few. By the plans of one search alone, 64 took 516 cycles.
TEST(FewerLinks, ManyPacketsAreAsFastAsAFewAgainAndAgain) {
  const Edges edges = {{6, 7}, {0, 4}, {0, 1}, {1, 8}, {8, 4}, {3, 6}, {0, 8},
                       {2, 4}, {2, 0}, {2, 8}, {4, 5}, {4, 1}, {5, 7}, {2, 1}};
  const auto planned_for = [](const Network& network, std::uint32_t packets) {
    return planned_cycles(planned(network, Collective::kScan, PortModel::kOne, packets, "prefixes"));
  };
  const Network network = network_of(9, edges);
  EXPECT_LE(planned_for(network, 64), 8 * planned_for(network, 8));
  for (const Network& less : less_a_link(9, edges)) EXPECT_LE(planned_for(network, 8), planned_for(less, 8));
  const auto made = planned(network, Collective::kExscan, PortModel::kOne, 64, "prefixes");
  EXPECT_EQ(cycles(made), planned_cycles(made));
}

// A named algorithm too. The run says so, and takes the cycles that were planned; its parts leave out the same links.
TEST(FewerLinks, TheChoiceTellsWhatIsLeftOut) {
  const Network network = network_of(13, random_edges(13, 3));
  const auto made = planned(network, Collective::kGather, PortModel::kAll, 8, "flow");
  EXPECT_FALSE(made->left_out().empty());
  EXPECT_EQ(made->choice().find("flow, whose plan leaves out "), 0u) << made->choice();
  EXPECT_EQ(cycles(made), made->cycles());
  EXPECT_EQ(made->made_again(1, false)->left_out().size(), made->left_out().size());
  EXPECT_EQ(made->operation().dead.count, 0u) << "they work";
}

// Where the plan is at its bound, and in a network so large that a step takes too long.
TEST(FewerLinks, NothingIsTriedInVain) {
  const auto prepared = [](std::uint32_t nodes) {
    const Site site(network_of(nodes, random_edges(nodes, 3)));
    collectives::Operation asked;
    asked.network = site.links();
    return std::make_shared<Prepared>(planned_rows().front(), site, asked);
  };
  const auto refuse = [](std::uint32_t, const std::vector<collectives::DeadLink>&) -> std::shared_ptr<Prepared> {
    throw std::logic_error("tried");
  };
  const auto take = [](std::uint64_t cycles) { return [cycles](const Prepared&) { return cycles; }; };
  const std::shared_ptr<Prepared> small = prepared(13);
  EXPECT_EQ(with_fewer_links(small, false, refuse, take(1)), small);
  EXPECT_THROW(with_fewer_links(small, false, refuse, take(100)), std::logic_error);
  const std::shared_ptr<Prepared> large = prepared(300);
  EXPECT_EQ(with_fewer_links(large, false, refuse, take(1000)), large);
}

}  // namespace
}  // namespace testbench
