// SPDX-License-Identifier: Apache-2.0
// Compares couple_links with a graph of every link of every node. The test makes that graph by
// following every packet of every node through the hardware's rule unit.
#include "testbench/runs/experiment/coupled_links.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "hls/router/rule_unit.hpp"
#include "test_support/rows.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

using Link = std::pair<std::uint32_t, unsigned>;                   // from a node, through a port
using Crosspoint = std::tuple<std::uint32_t, unsigned, unsigned>;  // of a node, from a port, to a port
using Crosspoints = std::map<Crosspoint, std::uint64_t>;           // packets that pass each

template <unsigned Dimension>
class Flood {
 public:
  using Config = router::CubeConfig<Dimension>;

  explicit Flood(const Operation& operation) {
    for (const Address node : network::addresses(kNodes)) images_.push_back(register_image(operation, node));
    for (const Address node : network::addresses(kNodes)) {
      for (unsigned port = 0; port < Dimension; ++port) {
        images_[node.number()].program(port).for_each_sending([&](const node::Entry& entry, std::uint64_t packets) {
          network::Header<Config> header;
          header.source = network::NodeAddress<Config>(node);
          header.destination =
              network::NodeAddress<Config>(Address(node.number() ^ entry.relative_destination.number()));
          header.tree = network::TreeNumber<Config>(entry.tree);
          header.rule = network::RuleNumber<Config>(images_[node.number()].rule());
          send(header, packets, node, port);
        });
      }
    }
  }

  const Crosspoints& crosspoints() const { return crosspoints_; }

  // Depth-first search: a cycle meets a link again on the way down from it.
  bool has_cyclic_dependency() const {
    std::map<Link, std::set<Link>> behind;
    for (const auto& [crosspoint, packets] : crosspoints_) {
      const auto& [node, in, out] = crosspoint;
      behind[{node ^ 1u << in, in}].insert({node, out});
    }
    std::set<Link> done;
    std::set<Link> on_the_way;
    const auto visit = [&](const auto& self, const Link& link) -> bool {
      if (on_the_way.contains(link)) return true;
      if (!done.insert(link).second) return false;
      on_the_way.insert(link);
      const auto next = behind.find(link);
      if (next != behind.end()) {
        for (const Link& each : next->second) {
          if (self(self, each)) return true;
        }
      }
      on_the_way.erase(link);
      return false;
    };
    for (const auto& [link, next] : behind) {
      if (visit(visit, link)) return true;
    }
    return false;
  }

 private:
  static constexpr std::uint32_t kNodes = std::uint32_t{1} << Dimension;

  void send(const network::Header<Config>& header, std::uint64_t packets, Address from, unsigned port) {
    const Address me(from.number() ^ 1u << port);
    const Address place = rules::place<rules::CubeRules>(typename Config::Network(), me, network::heading_of(header));
    const network::PortSet<Config> word(images_[me.number()].word(place));
    const auto route = router::RuleUnit<Config>::route(network::NodeAddress<Config>(me), header, word);
    for (const unsigned out : network::Ports(route.ports)) {
      crosspoints_[{me.number(), port, out}] += packets;
      send(header, packets, me, out);
    }
  }

  std::vector<node::RegisterImage> images_;
  Crosspoints crosspoints_;
};

template <unsigned Dimension>
void expect_what_a_flood_finds() {
  for (const collectives::Row& row : collectives::kCatalog) {
    if (shape_of(row.collective).combined) continue;  // combined packets do not flood the network
    for (std::uint32_t packets = 1; packets <= Dimension + 2; ++packets) {
      const Operation operation{&row, network::Cube(Dimension), packets, Address((1u << Dimension) / 3)};
      SCOPED_TRACE(testing::Message() << name_of(row.collective) << ' ' << row.algorithm << ' ' << name_of(row.ports)
                                      << ", d " << Dimension << ", M " << packets);
      const CoupledLinks found = couple_links(operation);
      const Flood<Dimension> flood(operation);
      EXPECT_EQ(found.is_cyclic, flood.has_cyclic_dependency());
      std::uint64_t busiest = 0;
      std::uint64_t passages = 0;
      for (const auto& [crosspoint, through] : flood.crosspoints()) {
        busiest = std::max(busiest, through);
        passages += through;
      }
      EXPECT_EQ(found.busiest_crosspoint, busiest);
      EXPECT_EQ(found.passages, passages);
      EXPECT_EQ(found.crosspoints, flood.crosspoints().size());
    }
  }
}

TEST(CoupledLinks, AreThoseOfEveryPacketOfEveryNode) {
  expect_what_a_flood_finds<1>();
  expect_what_a_flood_finds<2>();
  expect_what_a_flood_finds<3>();
  expect_what_a_flood_finds<4>();
  expect_what_a_flood_finds<5>();
}

CoupledLinks links_of(collectives::Collective collective, const char* algorithm, collectives::PortModel ports,
                      unsigned d, std::uint32_t packets) {
  return couple_links(collectives::Operation{collectives::find_row(collective, algorithm, ports), network::Cube(d),
                                             packets, Address(0)});
}

// From first principles: e-cube and the SBT take the dimensions in one order (Dally and Seitz
// 1987). A ring and trees of several rotations take them in all orders. Packets in the trees of a
// single root go away from it or towards it, never both.
TEST(CoupledLinks, AreCyclicWhereTheoryHasThem) {
  using collectives::Collective;
  using collectives::PortModel;
  for (const unsigned d : {3u, 6u, 10u}) {
    EXPECT_FALSE(links_of(Collective::kAlltoall, "table", PortModel::kAll, d, 4).is_cyclic);
    EXPECT_FALSE(links_of(Collective::kAllgather, "sbt", PortModel::kOne, d, 4).is_cyclic);
    EXPECT_FALSE(links_of(Collective::kBroadcast, "nesbt", PortModel::kAll, d, 4 * d).is_cyclic);
    EXPECT_FALSE(links_of(Collective::kGather, "balanced", PortModel::kAll, d, 4).is_cyclic);
    EXPECT_FALSE(links_of(Collective::kAllgather, "nrsbt", PortModel::kAll, d, 1).is_cyclic);
    EXPECT_TRUE(links_of(Collective::kAllgather, "nrsbt", PortModel::kAll, d, 2).is_cyclic);
    EXPECT_TRUE(links_of(Collective::kAllgather, "nesbt", PortModel::kAll, d, 1).is_cyclic);
    EXPECT_TRUE(links_of(Collective::kAllgather, "balanced", PortModel::kAll, d, 1).is_cyclic);
    EXPECT_TRUE(links_of(Collective::kAllgather, "ring", PortModel::kOne, d, 1).is_cyclic);
  }
}

// One packet down the SBT of the 3-cube takes seven hops. With a limit of six it cannot be
// followed, and the result holds for any route.
TEST(CoupledLinks, OfMoreHopsThanMayBeFollowedAreThoseOfAnyRoute) {
  const Operation sbt{collectives::find_row(collectives::Collective::kBroadcast, "sbt", collectives::PortModel::kAll),
                      network::Cube(3), 5, Address(2)};
  EXPECT_FALSE(couple_links(sbt, 7).is_cyclic);
  EXPECT_EQ(couple_links(sbt, 7).busiest_crosspoint, 5u);
  EXPECT_EQ(couple_links(sbt, 7).crosspoints, 4u) << "seven hops, of which three begin at the root";
  EXPECT_TRUE(couple_links(sbt, 6).is_cyclic);

  for (const collectives::Row& row : collectives::kCatalog) {
    if (shape_of(row.collective).combined) continue;  // most of them have no hops to follow
    const Operation operation{&row, network::Cube(3), 5, Address(2)};
    SCOPED_TRACE(testing::Message() << name_of(row.collective) << ' ' << row.algorithm);
    const std::string name = name_of(row.collective);
    const std::uint64_t packets = name == "alltoall" ? 8 * 8 * 5 : name == "broadcast" ? 5 : 8 * 5;
    const CoupledLinks any = couple_links(operation, 0);
    EXPECT_TRUE(any.is_cyclic);
    EXPECT_EQ(any.busiest_crosspoint, packets);
    EXPECT_EQ(any.crosspoints, 8u * 3 * 2) << "from each of three ports to the two others, in every node";
    EXPECT_EQ(any.passages, 8u * 3 * 2 * packets);
  }
}

// E-cube packets enter through port i and leave through o < i if bits i and o of the address are
// set and none between: 2^(d-2) relative addresses for i = o + 1.
TEST(CoupledLinks, CountThePacketsOfACrosspoint) {
  using collectives::Collective;
  using collectives::PortModel;
  for (const unsigned d : {2u, 5u, 12u}) {
    EXPECT_EQ(links_of(Collective::kAlltoall, "table", PortModel::kAll, d, 3).busiest_crosspoint, 3ull << (d - 2));
    EXPECT_EQ(links_of(Collective::kAllgather, "ring", PortModel::kOne, d, 3).busiest_crosspoint,
              3 * ((1ull << d) - 2));
  }
}

// Each combined packet crosses one link and waits in one queue, that of the tree's parent or of the
// ejector. So the queues see as many packets as are sent. Copies of results make dependency cycles
// exactly where an allgather by the same trees does.
TEST(CoupledLinks, OfWhatIsCombinedAreThoseOfTheCopiesOfResults) {
  using collectives::Collective;
  using collectives::PortModel;
  for (const unsigned d : {2u, 3u, 6u}) {
    const std::uint64_t others = (1u << d) - 1;
    for (const char* algorithm : {"sbt", "nesbt", "gray"}) {
      const CoupledLinks links = links_of(Collective::kReduce, algorithm, PortModel::kAll, d, 5);
      EXPECT_FALSE(links.is_cyclic) << algorithm;
      EXPECT_EQ(links.passages, 5 * others) << algorithm << ", d " << d;
    }
    for (const auto [algorithm, ports] : {std::pair("balanced", PortModel::kAll), std::pair("sbt", PortModel::kOne),
                                          std::pair("ring", PortModel::kOne)}) {
      const CoupledLinks scattered = links_of(Collective::kReduceScatter, algorithm, ports, d, 5);
      EXPECT_FALSE(scattered.is_cyclic) << algorithm;
      EXPECT_EQ(scattered.passages, 5 * others << d) << algorithm << ", d " << d;
      const CoupledLinks reduced = links_of(Collective::kAllreduce, algorithm, ports, d, 5u << d);
      EXPECT_EQ(reduced.is_cyclic, links_of(Collective::kAllgather, algorithm, ports, d, 5).is_cyclic) << algorithm;
    }
    EXPECT_FALSE(links_of(Collective::kAllreduce, "nesbt", PortModel::kAll, d, 5 * d).is_cyclic);
    EXPECT_FALSE(links_of(Collective::kAllreduce, "exchange", PortModel::kAll, d, 5).is_cyclic);
  }
}

// A tree and edge-disjoint trees share no link, so no packet waits.
TEST(CoupledLinks, BoundThePacketsThatWait) {
  using collectives::Collective;
  using collectives::PortModel;
  EXPECT_EQ(links_of(Collective::kBroadcast, "nesbt", PortModel::kAll, 6, 50).waiting, 0u);
  EXPECT_EQ(links_of(Collective::kBroadcast, "sbt", PortModel::kAll, 6, 50).waiting, 0u);
  for (const collectives::Row& row : collectives::kCatalog) {
    if (row.ports != PortModel::kAll) continue;
    for (const unsigned d : {2u, 3u, 4u}) {
      const Operation operation = test_support::operation_of(row, d, d + 2);
      const CoupledLinks links = couple_links(operation);
      const RunReport report = testbench::Run(operation, PayloadHash(1)).execute({});
      EXPECT_LE(report.deepest_queue, links.waiting) << row.algorithm << " d " << d;
      EXPECT_LE(links.waiting, links.passages);
      EXPECT_LE(links.waiting_crosspoints, links.crosspoints);
    }
  }
}

// The depth is the first power of two with room for the packets and for three more on the way,
// within the limits.
TEST(QueueDepth, HasRoomForThePacketsAndThoseOnTheWay) {
  for (std::uint64_t packets = 0; packets < 5000; ++packets) {
    std::size_t expected = 4;
    while (expected < packets + 3) expected *= 2;
    ASSERT_EQ(queue_depth_for(packets), expected) << packets;
  }
  for (std::uint64_t packets = 0; packets < 5000; ++packets) {
    std::size_t expected = 4;
    while (expected < packets + 4) expected *= 2;
    ASSERT_EQ(queue_depth_for(packets, 2), expected) << packets << ", two cycles a hop";
  }
  constexpr std::uint64_t kMost = 1u << 20;
  EXPECT_EQ(queue_depth_for(kMost / 2 - 3), kMost / 2);
  for (const std::uint64_t packets : {kMost / 2 - 2, kMost - 3, kMost - 2, kMost, kMost + 1, ~std::uint64_t{0}}) {
    EXPECT_EQ(queue_depth_for(packets), kMost) << packets;
  }
}

TEST(QueueDepth, ThatIsSafeHasRoomForAllThatPassTheBusiestCrosspoint) {
  CoupledLinks links;
  links.busiest_crosspoint = 13;
  EXPECT_EQ(safe_queue_depth(links), 16u);
  links.busiest_crosspoint = 14;
  EXPECT_EQ(safe_queue_depth(links), 32u);
}

// E-cube takes dimensions in ascending order, by 66 crosspoints of a node. A packet from k links away passes k - 1 of
// them; all other nodes are d 2^(d-1) links away.
TEST(CoupledLinks, CountEveryPassageOfAnAlltoall) {
  constexpr unsigned kDim = 12;
  const CoupledLinks links = couple_links(Experiment(
      test_support::operation_of(collectives::Collective::kAlltoall, "ecube", collectives::PortModel::kAll, kDim, 1)));
  EXPECT_EQ(links.crosspoints, 4096u * 66);
  EXPECT_EQ(links.passages, 4096u * (kDim * 2048 - 4095));
}

}  // namespace
}  // namespace testbench::test
