// SPDX-License-Identifier: Apache-2.0
// Dependency graphs of the plans of any network. They are compared with first principles and with a
// flood through the words of the nodes. A run that may start, even with queues that can fill, must
// end.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "test_support/sizes.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/link_graph.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/queue_check.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/test_plans.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::PortModel;

// Returns the graph of one plan.
LinkGraph graph_of(const std::string& spec, Collective collective, const std::string& algorithm) {
  std::optional<LinkGraph> found;
  for_every_plan_of([&](const Entry& row) { return row.collective == collective && row.algorithm == algorithm; }, spec,
                    1, 0, [&](const Prepared& made) { found = link_graph(made.operation()); });
  return found.value();
}

// Follows each packet of every program through the words, one by one.
struct TreeFlood {
  explicit TreeFlood(const collectives::Operation& operation) : network(operation.network) {
    for (const Address node : network::addresses(network.nodes())) images.push_back(register_image(operation, node));
    for (const Address node : network::addresses(network.nodes())) {
      const node::RegisterImage& image = images[node.number()];
      to_one = image.rule() == kLabelledRule<rules::ByDestination>;
      for (unsigned port = 0; port < network.ports(); ++port) {
        image.program(port).for_each_sending([&](const node::Entry& entry, std::uint64_t packets) {
          send(entry.relative_destination, packets, node, port);
        });
      }
    }
  }

  void send(Address place, std::uint64_t packets, Address from, unsigned port) {
    const Address me = network.neighbour(from, port);
    if (to_one && me == place) return;
    for (const unsigned out : images[me.number()].word(place)) {
      through[{from.number() * network.ports() + port, me.number() * network.ports() + out}] += packets;
      send(place, packets, me, out);
    }
  }

  // Removes links that wait for none, until none is left or the rest wait in cycles.
  bool has_cyclic_dependency() const {
    std::map<std::uint32_t, std::set<std::uint32_t>> waiting;
    for (const auto& [links, packets] : through) waiting[links.first].insert(links.second);
    for (bool taken = true; taken;) {
      taken = std::erase_if(waiting, [&](const auto& each) {
                return std::none_of(each.second.begin(), each.second.end(),
                                    [&](std::uint32_t next) { return waiting.contains(next); });
              }) != 0;
    }
    return !waiting.empty();
  }

  network::SomeNetwork network;
  std::vector<node::RegisterImage> images;
  bool to_one = false;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> through;  // packets from one link to the next
};

TEST(NetworkLinks, AreThoseOfEveryPacketOfEveryNode) {
  for (const char* spec : {"cube:3", "ring:5", "mesh:2x4", "hamming:2x3", "debruijn:3", "path:2"}) {
    for (const std::uint32_t packets : {1u, 3u}) {
      for_every_plan(spec, packets, 1, [](const Prepared& made) {
        if (shape_of(made.operation().row->collective).combined) return;  // packets end where they are combined
        const TreeFlood flood(made.operation());
        const CoupledLinks found = couple_links(made.operation());
        EXPECT_EQ(found.is_cyclic, flood.has_cyclic_dependency());
        std::uint64_t busiest = 0;
        for (const auto& [links, through] : flood.through) busiest = std::max(busiest, through);
        EXPECT_EQ(found.busiest_crosspoint, busiest);
        // If nodes are symmetric, a link of the graph stands for the links of all.
        const std::uint32_t links_of_one = one_tells_all(made.operation()) ? made.operation().network.nodes() : 1;
        EXPECT_EQ(link_graph(made.operation())->couplings() * links_of_one, flood.through.size());
      });
    }
  }
}

// Dally and Seitz 1987: the shortest paths around a ring of 5 take two hops, so every link waits
// for the next one.
TEST(NetworkLinks, OfShortestWaysAroundARingAreCyclic) {
  for_every_plan("ring:5", 1, 1, [](const Prepared& made) {
    if (made.operation().row->algorithm != std::string_view("shortest")) return;
    const LinkGraph graph = *link_graph(made.operation());
    EXPECT_EQ(graph.couplings(), 2u) << "one for each direction: all nodes are alike";
    EXPECT_EQ(dependency_cycle_of(made.operation(), graph), (std::vector<std::uint32_t>{0, 2, 4, 6, 8}));
  });
  EXPECT_EQ(graph_of("ring:3", Collective::kAlltoall, "shortest").couplings(), 0u) << "everything is one hop away";
}

TEST(NetworkLinks, OfDimensionOrderFormNone) {
  for (const char* spec : {"mesh:4x4", "mesh:2x3x4", "hamming:3x3"}) {
    EXPECT_TRUE(graph_of(spec, Collective::kAlltoall, "acyclic").dependency_cycle().empty()) << spec;
  }
  EXPECT_TRUE(graph_of("mesh:4x4", Collective::kAlltoall, "shortest").dependency_cycle().empty());
}

// A path in a tree goes up and then down, and the paths of one root form a tree.
TEST(NetworkLinks, OfTreesFormNoneWhateverIsSent) {
  const std::string file = testing::TempDir() + "cubecast-network-links-tree.txt";
  std::ofstream(file) << "edges\n0 1\n0 2\n1 3\n1 4\n2 5\n5 6\n5 7\n5 8\n";
  for (const std::string& spec : {"file:" + file, std::string("path:6")}) {
    for_every_plan(spec, 2, 3,
                   [](const Prepared& made) { EXPECT_TRUE(link_graph(made.operation())->dependency_cycle().empty()); });
  }
  for (const char* spec : {"ring:6", "torus:3x4"}) {
    for_every_plan_of(
        [](const Entry& row) { return has_root(row.collective); }, spec, 2, 1,
        [](const Prepared& made) { EXPECT_TRUE(link_graph(made.operation())->dependency_cycle().empty()); });
  }
}

// Memories may be slow, and queues of 4 hold a single packet before they say stop.
TEST(NetworkLinks, ThatMayWaitInADependencyCycleCarryPartsWhereQueuesCanFill) {
  unsigned refused = 0;  // a part of one packet stands still already
  unsigned in_parts = 0;
  unsigned at_once = 0;
  for (const char* const spec : test_support::with_soak<const char*>(
           {"cube:3", "ring:6", "mesh:2x3"}, {"torus:3x3", "debruijn:3", "ring:8", "torus:3x4", "mesh:2x4"})) {
    for (const double stall : {0.0, 0.3}) {
      MeshSetting setting;
      setting.stall_probability = stall;
      const auto run = [&](const Prepared& made) {
        const collectives::Operation& operation = made.operation();
        const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
        testbench::Run four(Experiment(outlives, 4), PayloadHash(1));
        try {
          four.require_room({});
        } catch (const std::runtime_error& error) {
          ++refused;
          const std::string said = error.what();
          const std::size_t enough = std::stoul(said.substr(said.find("use --queue-depth ") + 18));
          testbench::Run run(Experiment(outlives, enough), PayloadHash(1));
          EXPECT_EQ(run.execute({}).fault.value_or("none"), "none") << said;
          return;
        }
        const RunReport report = four.execute({});
        EXPECT_EQ(report.fault.value_or("none"), "none") << "stall " << stall;
        // Packets that are combined wait for their operands without a cycle of links too, nodes of one port lose windows,
        // another order may take fewer cycles, and without stalls so may parts.
        EXPECT_TRUE(!report.parts || report.parts->count == 1 || stall == 0 || couple_links(operation).is_cyclic ||
                    operation.shape().combined || operation.row->ports != PortModel::kAll);
        ++(report.parts ? in_parts : at_once);
      };
      const auto is_wanted = [&](const Entry& row) {
        return stall == 0 || row.ports == PortModel::kAll;  // TDM slots follow the clock
      };
      for_every_plan_of(is_wanted, spec, 5, 1, run, setting);
    }
  }
  EXPECT_LT(refused, 9u);
  EXPECT_GT(in_parts, 20u);
  EXPECT_GT(at_once, 40u);
}

const Entry& scan_of(const std::string& algorithm, PortModel ports = PortModel::kAll) {
  return *std::ranges::find_if(catalog(), [&](const Entry& row) {
    return row.collective == Collective::kScan && row.ports == ports && row.algorithm == algorithm;
  });
}

// Trees for a few packets and for many hand results on by other nodes, and the memories have contributions for those of the
// whole: parts take its trees. Links of debruijn:5 carry two packets of an item up and down a tree of ranges.
TEST(NetworkLinks, OfScansInPartsAreThoseOfTheWhole) {
  MeshSetting setting;
  setting.stall_probability = 0.2;
  for (const auto& [spec, algorithm] : {std::pair{"star:4", "chain"}, {"debruijn:5", "ranges"}}) {
    for (const PortModel ports : {PortModel::kAll, PortModel::kOne}) {
      SCOPED_TRACE(testing::Message() << spec << (ports == PortModel::kAll ? ", all ports" : ", one port"));
      const auto made =
          std::make_shared<const Prepared>(planned(network_of(spec), scan_of(algorithm, ports), 33, 0, {}, setting));
      const Experiment whole(made, 4);
      EXPECT_TRUE(whole.with_packets(1));
      testbench::Run run(whole, PayloadHash(1));
      EXPECT_NO_THROW(run.require_room({}));
      EXPECT_EQ(run.execute({}).fault.value_or("none"), "none");
    }
  }
}

// Queues of a few packets and slow memories: what is said to end does, with any seed. Packets that go up and down a tree of
// ranges wait for one another, and would fill queues in a circle if all were let go on.
TEST(NetworkLinks, OfScansThatSettleEndAtAnyTiming) {
  unsigned at_once = 0;
  unsigned too_short = 0;
  MeshSetting setting;
  setting.stall_probability = 0.3;
  for (const auto& [spec, algorithm] : {std::pair{"mesh:4x5", "ranges"},
                                        {"star:4", "chain"},
                                        {"debruijn:5", "chain"},
                                        {"debruijn:5", "ranges"},
                                        {"random:30,3,2", "ranges"},
                                        {"random:30,3,2", "prefixes"}}) {
    const auto made =
        std::make_shared<const Prepared>(planned(network_of(spec), scan_of(algorithm), 40, 0, {}, setting));
    for (const std::size_t depth : {4u, 8u}) {
      SCOPED_TRACE(testing::Message() << spec << ' ' << algorithm << ", depth " << depth);
      const Experiment whole(made, depth);
      const bool settles = QueueCheck(whole, couple_links(whole), {}).enough_depth() <= depth;
      ++(settles ? at_once : too_short);
      if (!settles) continue;
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Experiment run = whole.with_seed(seed);
        EXPECT_EQ(testbench::Run(run).execute_in(Parts(run), {}).fault.value_or("none"), "none");
      }
    }
  }
  EXPECT_GT(at_once, 3u);
  EXPECT_GT(too_short, 1u);
}

// The last part is shorter where others do not divide the packets, and may have a plan of its own.
TEST(NetworkLinks, OfPartsAreAllPacketsOfTheWhole) {
  unsigned with_rest = 0;
  for_every_plan("mesh:2x3", 17, 1, [&](const Prepared& made) {
    const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
    const Experiment whole(outlives, 16);
    QueueCheck check(whole, couple_links(whole), {});
    check.assume_stalls();
    std::optional<Parts> parts = check.safe_parts(16, /*may_load=*/true);
    if (!parts || made.operation().row->by_blocks) return;
    with_rest += 17 % parts->packets() != 0 ? 1 : 0;
    std::uint32_t sent = parts->now().operation().packets;
    while (!parts->is_last()) {
      parts->next();
      sent += parts->now().operation().packets;
    }
    EXPECT_EQ(sent, 17u);
  });
  EXPECT_GT(with_rest, 3u);
}

// Packets can be missing because a link has failed, so that no run tells. The message names a depth that is enough.
TEST(NetworkLinks, AreNamedWithTheDepthThatIsEnough) {
  const auto is_shortest = [](const Entry& row) { return std::string(row.algorithm) == "shortest"; };
  const Prepared made = planned(network_of("ring:8"), *std::ranges::find_if(catalog(), is_shortest), 40);
  MeshSetting failing;
  failing.wires.broken = {{Address(0), 0, 5}};
  const auto require_room = [&](std::size_t queue_depth) {
    testbench::Run({made.operation(), failing, queue_depth}, PayloadHash(1)).require_room({});
  };
  std::string said;
  try {
    require_room(4);
  } catch (const std::runtime_error& error) {
    said = error.what();
  }
  EXPECT_NE(said.find("in a cycle (0-0>1 1-0>2 2-0>3 3-0>4 4-0>5 5-0>6 6-0>7 7-0>0); use --queue-depth "),
            std::string::npos)
      << said;
  const std::size_t enough = std::stoul(said.substr(said.find("use --queue-depth ") + 18));
  EXPECT_NO_THROW(require_room(enough));
}

}  // namespace
}  // namespace testbench::test
