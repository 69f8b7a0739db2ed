// SPDX-License-Identifier: Apache-2.0
// Links of different widths in one network: their cycles, plans, engines, files and bounds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "test_support/command.hpp"
#include "test_support/seed.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/prepared.hpp"
#include "testbench/tool/system/row_tests.hpp"

namespace testbench::test {
namespace {

using test_support::cubecast;
using test_support::Outcome;

nlohmann::json mixed_run(const std::string& words) {
  const Outcome outcome = cubecast("run " + words + " --json");
  EXPECT_EQ(outcome.status, 0) << words << '\n' << outcome.error;
  return outcome.status == 0 ? nlohmann::json::parse(outcome.out) : nlohmann::json();
}

class LinkWidths : public testing::Test {
 protected:
  // The option for a file of that name with these lines.
  std::string wires(const std::string& name, const std::string& lines) const {
    std::ofstream(folder_ / name) << lines;
    return " --link-wires " + (folder_ / name).string();
  }
  std::string network(const std::string& name, const std::string& lines) const {
    std::ofstream(folder_ / name) << lines;
    return " --network file:" + (folder_ / name).string();
  }

 private:
  test_support::Scratch folder_;
};

// Packets of node 0 pass narrow links alone. The only wide one leads back to it.
TEST_F(LinkWidths, ANarrowLinkIsThatOfANodeWithSoManyWires) {
  const std::string of = "broadcast --packets 9 --frame-packets 4 --cut-through" + network("path", "0 1\n1 2\n");
  const nlohmann::json mixed = mixed_run(of + wires("back", "1:0 46\n17\n"));
  const nlohmann::json alike = mixed_run(of + " --link-wires 17");
  for (const char* const key : {"cycles", "total_cycles", "transmissions"}) EXPECT_EQ(mixed[key], alike[key]) << key;
  EXPECT_EQ(mixed["link_widths"]["packet_cycles"], alike["link_layer"]["packet_cycles"]);
  EXPECT_EQ(mixed["link_widths"]["least"], 17);
  EXPECT_LT(mixed["link_layer"]["packet_cycles"], alike["link_layer"]["packet_cycles"]);
}

// Every row, on networks with links of one to four times the cycles.
TEST_F(LinkWidths, AreThoseOfPlayedNodesAndOfBounds) {
  auto random = test_support::seeded_random();
  unsigned compared = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const Network network = network_of(fmt::format("random:8,3,{}", seed));
    collectives::Operation asked;
    asked.packets = seed == 1 ? 1 : 2 + static_cast<std::uint32_t>(random() % 6);
    asked.root = Address(static_cast<std::uint32_t>(random() % network.nodes()));
    std::vector<std::uint16_t> values(std::size_t{network.nodes()} * network.ports());
    for (std::uint16_t& each : values) each = static_cast<std::uint16_t>(46 / (1 + random() % 4));
    values.front() = 46;
    MeshSetting setting;
    setting.links.emplace().wires = 46;
    setting.widths = std::make_shared<const LinkValues>(network.ports(), std::move(values));
    for (const Entry& row : rows_at(kOnOther)) {
      if (row.make == nullptr || row.ports != collectives::PortModel::kAll) continue;
      if (row.collective == collectives::Collective::kBarrier && asked.packets != 1) continue;
      SCOPED_TRACE(testing::Message() << name_of(row.collective) << ' ' << row.algorithm << " on random:8,3," << seed
                                      << " M " << asked.packets << " root " << asked.root.number());
      try {
        const auto made = std::make_shared<const Prepared>(row, Site(network), asked, setting);
        const std::optional<std::uint64_t> played = made->played(100'000);
        const Experiment experiment(made, 0);
        const RunReport report = testbench::Run(experiment, PayloadHash(seed)).execute({});
        ASSERT_EQ(report.fault, std::nullopt);
        EXPECT_EQ(played, report.cycles);
        EXPECT_GE(report.cycles, lower_bound(experiment.task()).value);
        ++compared;
      } catch (const PlanError&) {
      }
    }
  }
  EXPECT_GE(compared, 40u);
}

// Four nodes in a ring: one link has an eighth of the wires of the others, and the way around it takes three hops.
TEST_F(LinkWidths, PlansGoAroundNarrowLinks) {
  const std::string of = " --network ring:4 --packets 6 --frame-packets 4 --cut-through" + wires("ring", "46\n0 1 5\n");
  // A packet of 92 bits takes two cycles on a wide link and three registers, and 19 on the narrow one.
  EXPECT_LE(mixed_run("broadcast" + of)["cycles"], 6 * 2 + 2 * 2 + 3 * 3);
}

TEST_F(LinkWidths, AreTheSameOnEveryEngine) {
  const std::string file = wires("all", "16\n0 1 5\n1:1 8\n");
  for (const std::string run_of : {"allgather --dim 2 --packets 3 --stall 0.2 --frame-packets 4",
                                   "reduce --dim 2 --packets 4 --frame-packets 4 --link-gap 3"}) {
    const auto figures = [&](const std::string& engine) {
      const nlohmann::json json = mixed_run(run_of + file + engine);
      return std::vector<nlohmann::json>{json["cycles"],          json["total_cycles"], json["transmissions"],
                                         json["lower_bound"],     json["link_layer"],   json["link_widths"],
                                         json["link_utilization"]};
    };
    const std::vector<nlohmann::json> expected = figures("");
    EXPECT_EQ(expected[5]["packet_cycles"], 18) << "86 to 90 bits on five wires";
    for (const char* const engine : {" --threads 2", " --engine systemc", " --lockstep"}) {
      EXPECT_EQ(figures(engine), expected) << run_of << engine;
    }
  }
}

// Each file of a network says what the file of wires does.
TEST_F(LinkWidths, OfTheNetworksFile) {
  const std::string plain = network("plain", "0 1\n1 2\n2 3\n");
  const std::string list = network("list", "0 1 8\n1 0 16\n1 2 46\n2 3 12\n");
  const std::string dot = network("dot",
                                  "digraph { 0 -> 1 [width=8, latency=3]; 1 -> 0 [width=16, latency=3]; "
                                  "1 -> 2 [weight=46]; 2 -> 3 [bandwidth=12] }");
  for (const char* const what : {"broadcast --root 3 --packets 3", "allgather --packets 4"}) {
    const auto of = [&](const std::string& words) {
      const nlohmann::json json = mixed_run(what + words + " --frame-packets 4 --cut-through");
      return std::vector<nlohmann::json>{json["cycles"], json["lower_bound"], json["link_widths"]["least"]};
    };
    const std::vector<nlohmann::json> expected = of(plain + wires("wires", "0:0 8\n1:0 16\n1 2 46\n2 3 12\n"));
    EXPECT_EQ(of(list + " --link-wires weights"), expected) << what;
    EXPECT_EQ(of(dot + " --link-wires weights"), expected) << what;
  }
}

TEST_F(LinkWidths, RefuseWhatDoesNotRun) {
  const std::string file = wires("two", "32\n0 1 8\n");
  const std::string name = file.substr(std::string(" --link-wires ").size());
  const auto error = [](const std::string& words) {
    const Outcome outcome = cubecast("run " + words);
    EXPECT_EQ(outcome.status, 2) << words << outcome.out;
    return outcome.error;
  };
  const std::string links_that_differ =
      "cubecast: --link-wires " + name + ": links that differ are for {}; give a number of wires for all links\n";
  for (const auto& [words, other] :
       {std::pair(" --ports one", "--ports all"), std::pair(" --routing-cycles", "runs without --routing-cycles"),
        std::pair(" --engine symmetric", "engines that simulate every node")}) {
    EXPECT_EQ(error("broadcast --dim 3" + file + words), fmt::format(fmt::runtime(links_that_differ), other));
  }
  EXPECT_EQ(
      error("broadcast --dim 3 --link-check crc32" + file),
      "cubecast: --link-check crc32: frames of links that differ in width have no checksum; leave it out, or give "
      "a number of wires for all links\n");
  for (const auto& [lines, why] :
       {std::pair("0 1 8\n", "says nothing of the link 0:1; a line with a number alone is for all others"),
        std::pair("32\n", "names no link; give wires, or a file with lines such as 0 1 54"),
        std::pair("32\n0 1 161\n", "line 2: 161: must be wires, 1..160"),
        std::pair("32\n0 1 0\n", "line 2: 0: must be wires, 1..160"),
        std::pair("32\n0 3 9\n", "line 2: 0 3: no link joins these nodes")}) {
    EXPECT_NE(error("broadcast --dim 3" + wires("wrong", lines)).find(why), std::string::npos) << lines;
  }
  EXPECT_NE(error("broadcast --dim 3 --link-wires weights").find("--network file:PATH of one, or wires"),
            std::string::npos);
}

}  // namespace
}  // namespace testbench::test
