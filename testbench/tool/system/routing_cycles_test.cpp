// SPDX-License-Identifier: Apache-2.0
// Collectives in routing cycles: every row takes the cycles that its plan says, which the tables of
// Johnsson and Ho say too (testbench/plans/cost/formulas_test.cpp).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "test_support/command.hpp"
#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench::test {
namespace {

RunReport run_in_cycles(const CycleRow& row, unsigned d, std::uint32_t packets, Address root,
                        const MeshSetting& setting, std::uint64_t* planned) {
  collectives::Operation asked;
  asked.network = network::Cube(d);
  asked.packets = packets;
  asked.root = root;
  asked.combining = combining_of({});
  const auto operation = std::make_shared<const Prepared>(entry_of(row), Site(network::Cube(d)), asked, setting);
  *planned = operation->in_cycles().cycles()->value;
  return testbench::Run(Experiment(operation)).execute({});
}

// `most`: packets of the longest frame, of which the ends are made.
LinkSetting plain_links(unsigned wires, unsigned frame_packets, unsigned gap, unsigned most = 64) {
  LinkSetting links;
  links.wires = wires;
  links.frame_packets = frame_packets;
  links.frame_room = most;
  links.gap = gap;
  links.cut_through = true;
  return links;
}

// A packet of t_c = 1 can come one cycle late to a frame, where packets of several in-ports go to
// one port, which can cost one frame more. In an allgather by nRBRG packets of two routing cycles meet in a queue: here
// that costs a frame at most, and of 150 other ones on the 4-cube the worst took 2.3 frames more.
bool may_be_late(const CycleRow& row, std::uint64_t packet_cycles) {
  const bool all_send = row.programs == collectives::Programs::kSymmetric;
  return all_send && row.ports == collectives::PortModel::kAll && (packet_cycles == 1 || row.mixes());
}

TEST(RoutingCycles, EveryRowTakesTheCyclesOfItsPlan) {
  std::mt19937 random(1);
  const auto number = [&](unsigned least, unsigned most) {
    return std::uniform_int_distribution<unsigned>(least, most)(random);
  };
  for (const CycleRow& row : cycle_rows()) {
    for (unsigned d = 1; d <= 4; ++d) {
      for (unsigned trial = 0; trial < 4; ++trial) {
        MeshSetting setting;
        // Each width, and the packets of the longest frame, is a model.
        const unsigned wires = d == 1 ? 160 : d == 2 ? 64 : 16;
        const unsigned most = d == 1 ? 64 : d == 2 ? 16 : d == 3 ? 4 : 8;
        const unsigned frames[] = {1, 2, 3, std::min(most, 12u)};
        LinkSetting& links = setting.links.emplace(plain_links(wires, frames[number(0, 3)], number(0, 20), most));
        const std::uint32_t packets = row.collective == collectives::Collective::kBarrier ? 1 : number(1, 20);
        std::uint64_t planned = 0;
        const RunReport report = run_in_cycles(row, d, packets, Address(number(0, (1u << d) - 1)), setting, &planned);
        const LinkTotals& found = report.link_layer.value();
        const std::string what =
            fmt::format("{} {} {} d {} M {} B {} gap {} t_c {}", name_of(row.collective), row.algorithm,
                        name_of(row.ports), d, packets, links.frame_packets, links.gap, found.packet_cycles);
        EXPECT_EQ(report.fault.value_or(""), "") << what;
        if (may_be_late(row, found.packet_cycles)) {
          EXPECT_LE(report.cycles, planned + found.tau + links.frame_packets * found.packet_cycles) << what;
        } else {
          EXPECT_EQ(report.cycles, planned) << what;
        }
      }
    }
  }
}

// Below d = 6 no two packets of equal level could change their order in a TCBT.
TEST(RoutingCycles, EveryRowRunsOnTheSixCube) {
  for (const CycleRow& row : cycle_rows()) {
    MeshSetting setting;
    setting.links.emplace(plain_links(160, 2, 3));
    const std::uint32_t packets = row.collective == collectives::Collective::kBarrier ? 1 : 3;
    std::uint64_t planned = 0;
    const RunReport report = run_in_cycles(row, 6, packets, Address(21), setting, &planned);
    EXPECT_EQ(report.fault.value_or(""), "")
        << name_of(row.collective) << " " << row.algorithm << " " << name_of(row.ports);
  }
}

// The disciplines that are not those of the tables, and those of section 8.
TEST(RoutingCycles, OtherDisciplinesTakeTheCyclesOfTheirPlans) {
  for (const auto rows : {discipline_rows(), ipsc_rows()}) {
    for (const CycleRow& row : rows) {
      for (unsigned d = 1; d <= 4; ++d) {
        MeshSetting setting;
        setting.links.emplace(d == 1   ? plain_links(160, 2 + d, 7)  // models of the rows above
                              : d == 2 ? plain_links(64, 2 + d, 7, 16)
                                       : plain_links(16, 2 + d, 7, d == 4 ? 8 : 64));
        std::uint64_t planned = 0;
        const RunReport report = run_in_cycles(row, d, 3 + 2 * d, Address(1), setting, &planned);
        const std::string what = fmt::format("{} {} {} {} d {}", name_of(row.collective), row.algorithm,
                                             name_of(row.ports), name_of(row.discipline), d);
        EXPECT_EQ(report.fault.value_or(""), "") << what;
        EXPECT_EQ(report.cycles, planned) << what;
      }
    }
  }
}

TEST(RoutingCycles, EveryRowRunsOverCheckedLinks) {
  for (const CycleRow& row : cycle_rows()) {
    MeshSetting setting;
    LinkSetting& links = setting.links.emplace(plain_links(16, 4, 5));
    links.check = hls::LinkCheck::kCrc16;
    std::uint64_t planned = 0;
    const std::uint32_t packets = row.collective == collectives::Collective::kBarrier ? 1 : 6;
    const RunReport report = run_in_cycles(row, 3, packets, Address(5), setting, &planned);
    EXPECT_EQ(report.fault.value_or(""), "")
        << name_of(row.collective) << ' ' << row.algorithm << ' ' << name_of(row.ports);
  }
}

TEST(RoutingCycles, AreTheSameInRtlAndSystemC) {
  for (const char* const run :
       {"scatter --algorithm tcbt --ports one", "alltoall --algorithm nesbt",
        "broadcast --algorithm nesbt --ports half", "alltoall --algorithm nrbrg",
        "reduce --algorithm nesbt --ports one", "reduce-scatter --algorithm sbnt", "allreduce --algorithm nrsbt"}) {
    const std::string command =
        fmt::format("run {} --dim 2 --packets 5 --link-wires 64 --link-gap 3 --routing-cycles --json", run);
    const auto cycles = [&](const char* engine) {
      const test_support::Outcome outcome = test_support::cubecast(fmt::format("{} --engine {}", command, engine));
      EXPECT_EQ(outcome.status, 0) << outcome.error;
      const auto json = nlohmann::json::parse(outcome.out);
      EXPECT_EQ(json["verified"], true);
      return json["cycles"].get<unsigned>();
    };
    const unsigned native = cycles("native");
    EXPECT_EQ(cycles("systemc"), native) << run;
    EXPECT_EQ(cycles("rtl --lockstep"), native) << run;
  }
}

// Without an algorithm the planner chooses one, and the best B up to that of the links. Plans say the cycles (above), so
// that one run is enough: each B is a model of its own.
TEST(RoutingCycles, AreChosenByThePlanner) {
  Parameters request;
  request.dim = 3;
  request.link_wires = 64;
  request.link_gap = 4;
  const auto prepared = [&request](const char* collective, unsigned packets) {
    request.collective = collective;
    request.packets = packets;
    return resolve(request);
  };
  const auto cycles_of = [](const Experiment& experiment) { return experiment.operation().plan->cycles()->value; };
  const auto algorithm_of = [](const Experiment& experiment) {
    return std::string(experiment.operation().row->algorithm);
  };
  const Experiment planned = prepared("broadcast", 40);
  EXPECT_EQ(algorithm_of(planned), "nesbt");
  EXPECT_TRUE(planned.operation().routing_cycles);
  request.dim = 2;  // whose model others build
  const Experiment small = prepared("broadcast", 40);
  EXPECT_TRUE(small.operation().routing_cycles);
  EXPECT_EQ(testbench::Run(small).execute({}).cycles, cycles_of(small));
  request.dim = 3;
  for (unsigned b = 1; b <= 16; ++b) {
    const auto restore = request;
    request.routing_cycles = true;
    request.algorithm = "nesbt";
    request.frame_packets = b;
    EXPECT_LE(static_cast<double>(cycles_of(planned)), 1.1 * static_cast<double>(cycles_of(prepared("broadcast", 40))))
        << b;
    request = restore;
  }
  EXPECT_EQ(algorithm_of(prepared("broadcast", 1)), "sbt") << "one routing cycle less than nESBT";
  EXPECT_EQ(cycles_of(prepared("reduce", 40)), cycles_of(planned)) << "backwards";
  EXPECT_EQ(algorithm_of(prepared("allreduce", 400)), "sbnt") << "a block for each node";
  request.link_gap = 9;
  EXPECT_EQ(algorithm_of(prepared("allreduce", 2)), "exchange");
  request.link_gap.reset();
  EXPECT_FALSE(prepared("broadcast", 40).operation().routing_cycles) << "no start-ups";
  request.link_gap = 4;
  request.algorithm = "table";
  EXPECT_FALSE(prepared("alltoall", 1).operation().routing_cycles);
  request.algorithm.reset();
  request.link_check = "crc32";
  EXPECT_FALSE(prepared("alltoall", 1).operation().routing_cycles);
}

}  // namespace
}  // namespace testbench::test
