// SPDX-License-Identifier: Apache-2.0
// The command line: --json has what it promises, and the best known algorithm is taken.
#include "test_support/command.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>

#include "firmware/collectives/catalog.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/system/measured.hpp"

namespace testbench::test {
namespace {

using test_support::cubecast;
using test_support::Outcome;
using test_support::Scratch;

TEST(Command, RtlInEveryEngineGivesTheSameResult) {
  const auto json = [](const std::string& engine) {
    const Outcome outcome = cubecast("run alltoall --dim 3 --stall 0.3 --json " + engine);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return nlohmann::json::parse(outcome.out);
  };
  const auto native = json("");
  EXPECT_EQ(native["lockstep"], false);
  EXPECT_EQ(native["rtl_nodes"], nlohmann::json::array());
  const auto rtl = json("--lockstep");
  EXPECT_EQ(rtl["engine"], "rtl");
  EXPECT_EQ(rtl["lockstep"], true);
  const auto mixed = json("--engine systemc --rtl-nodes 5-7,0,3,0");
  EXPECT_EQ(mixed["engine"], "systemc");
  EXPECT_EQ(mixed["rtl_nodes"], nlohmann::json::array({0, 3, 5, 6, 7}));
  EXPECT_EQ(json("--engine systemc --rtl-nodes all --lockstep")["rtl_nodes"].size(), 8u);
  for (const char* key : {"cycles", "total_cycles", "transmissions", "deepest_queue", "stall_cycles", "verified"}) {
    EXPECT_EQ(rtl[key], native[key]) << key;
    EXPECT_EQ(mixed[key], native[key]) << key;
  }
}

TEST(Command, MeasuresInLockstep) {
  const Outcome outcome = cubecast("measure --dims 2..2 --lockstep --json");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_NE(outcome.out.find("\"engine\":\"rtl\",\"threads\":1,\"lockstep\":true"), std::string::npos);
}

TEST(Command, HelpSpeaksToANewcomer) {
  for (const char* help : {"--help", "run --help", "measure --help", "list --help"}) {
    const Outcome outcome = cubecast(help);
    EXPECT_EQ(outcome.status, 0) << help;
    EXPECT_FALSE(outcome.out.empty()) << help;
  }
  EXPECT_NE(cubecast("--help").out.find("cubecast measure --dims"), std::string::npos);
}

TEST(Command, ListNamesEveryRow) {
  const std::string list = cubecast("list").out;
  EXPECT_EQ(static_cast<std::size_t>(std::count(list.begin(), list.end(), '\n')), std::size(collectives::kCatalog) + 1);
  std::istringstream lines(list);
  std::string line;
  std::getline(lines, line);  // the heading
  for (const collectives::Row& row : collectives::kCatalog) {
    std::string collective, algorithm, ports;
    std::getline(lines, line);
    std::istringstream(line) >> collective >> algorithm >> ports;
    EXPECT_EQ(collective, name_of(row.collective));
    EXPECT_EQ(algorithm, row.algorithm);
    EXPECT_EQ(ports, name_of(row.ports));
    EXPECT_NE(line.find(row.source), std::string::npos);
    EXPECT_NE(line.find(row.merit), std::string::npos);
  }
}

TEST(Command, JsonHasEveryKey) {
  const Outcome outcome = cubecast("run alltoall --dim 4 --packets 2 --json");
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const auto json = nlohmann::json::parse(outcome.out);
  for (const char* key : {"collective",
                          "algorithm",
                          "source",
                          "dim",
                          "nodes",
                          "ports",
                          "packets",
                          "root",
                          "engine",
                          "threads",
                          "lockstep",
                          "rtl_nodes",
                          "cycles",
                          "total_cycles",
                          "lower_bound",
                          "ratio",
                          "transmissions",
                          "least_transmissions",
                          "link_utilization",
                          "deepest_queue",
                          "verified",
                          "seconds",
                          "node_cycles_per_second",
                          "packet_hops_per_second"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["algorithm"], "table");
  EXPECT_EQ(json["cycles"], 16);
  EXPECT_EQ(json["lower_bound"], 16);
  EXPECT_EQ(json["ratio"], 1.0);
  EXPECT_EQ(json["link_utilization"], 1.0);
  EXPECT_EQ(json["transmissions"], 2 * 4 * 16 * 8);
  EXPECT_EQ(json["verified"], true);
}

TEST(Command, RoutersWithTwoCyclesAHop) {
  const Outcome run = cubecast("run alltoall --dim 4 --packets 2 --pipelined --json");
  ASSERT_EQ(run.status, 0) << run.error;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["hop_cycles"], 2);
  EXPECT_EQ(json["cycles"], 2 * 8 + 3) << "M 2^(d-1) + d - 1";
  EXPECT_EQ(json["formula_met"], true);
  EXPECT_NE(json["command"].get<std::string>().find(" --pipelined"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(cubecast("run alltoall --dim 4 --json").out)["hop_cycles"], 1);

  const Outcome table = cubecast("measure --dims 2..2 --collective alltoall --pipelined --rows");
  EXPECT_EQ(table.status, 0) << table.error;
  EXPECT_NE(table.out.find("  r  verified"), std::string::npos) << table.out;
  EXPECT_EQ(cubecast("measure --dims 2..2 --collective alltoall --rows").out.find("  r  verified"), std::string::npos);
}

TEST(Command, RoutersThatTakeCyclesToCombine) {
  const Outcome run = cubecast("run allreduce --dim 3 --packets 3 --combine-stages 2 --op sum --type float32 --json");
  ASSERT_EQ(run.status, 0) << run.error;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["hop_cycles"], 3);
  EXPECT_EQ(json["combine_stages"], 2);
  EXPECT_EQ(json["cycles"], 3 * 2 + 1) << "two hops more behind the first";
  EXPECT_EQ(json["formula_met"], true);
  EXPECT_NE(json["command"].get<std::string>().find(" --combine-stages 2"), std::string::npos);

  const Outcome table = cubecast("measure --dims 2..2 --combine-stages 3 --pipelined --rows");
  EXPECT_EQ(table.status, 0) << table.error;
  EXPECT_NE(table.out.find(" 5  yes"), std::string::npos) << table.out;
  EXPECT_EQ(table.out.find("broadcast"), std::string::npos) << "it combines nothing";
  EXPECT_EQ(cubecast("run reduce --dim 2 --lockstep --combine-stages 2 --type float32").status, 0);
}

// Queues so shallow that the links of rotated trees wait for one another in a cycle.
TEST(Command, ARunThatDoesNotVerifySaysWhichNodeLacksWhat) {
  const Outcome outcome = cubecast(
      "run allgather --dim 2 --packets 9 --link-wires 16 --frame-packets 4 --link-check crc32 --fail 0:0=@5 --json");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  EXPECT_NE(outcome.error.find("deliveries missing; node "), std::string::npos) << outcome.error;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["verified"], false);
}

TEST(Command, ARunWithShortQueuesGoesInPartsAndSaysWhatTheyCost) {
  const std::string run = "run allgather --algorithm balanced --dim 3 --packets 21 --queue-depth ";
  const Outcome order = cubecast(run + "16");
  EXPECT_EQ(order.status, 0) << order.error;
  EXPECT_NE(order.out.find("  order          one in which fewer packets wait, because packets of the whole fill queues "
                           "of 16; balanced takes 49 cycles with --queue-depth 32\n"),
            std::string::npos)
      << order.out;
  const Outcome parts = cubecast(run + "8 --stall 0.3 --engine systemc");
  EXPECT_EQ(parts.status, 0) << parts.error;
  EXPECT_NE(parts.out.find(
                "each begun when all nodes are done with the one before, because packets of the whole fill queues of "
                "8; balanced takes 88 cycles with --queue-depth 32\n"),
            std::string::npos)
      << parts.out;
  const auto json = [&](const std::string& depth) {
    return nlohmann::json::parse(cubecast(run + depth + " --json").out);
  };
  EXPECT_EQ(json("16")["transit_first"], true);
  EXPECT_TRUE(json("16")["part_packets"].is_null());
  EXPECT_EQ(json("64")["transit_first"], false);
  EXPECT_FALSE(json("0").contains("part_packets"));
  EXPECT_EQ(json("8 --stall 0.3")["part_packets"], 3);
}

// Nothing is proved of one packet in queues of 4. In those of 16 the whole goes as in deep ones.
TEST(Command, TellsWhatIsTriedNotProved) {
  for (const auto& [depth, part, is_tried] :
       {std::tuple("4", "1", true), {"16", "null", true}, {"32", "null", false}}) {
    const std::string run =
        std::string(
            "run allgather --network star:4 --packets 5 --stall 0.9 --seed 67 --algorithm tree --queue-depth ") +
        depth;
    const auto json = nlohmann::json::parse(cubecast(run + " --json").out);
    EXPECT_EQ(json["part_packets"].dump(), part);
    EXPECT_EQ(json["tried"], is_tried);
    EXPECT_EQ(cubecast(run).out.find("tried with these stalls") != std::string::npos, is_tried);
  }
}

// It said 62 cycles of a depth that takes 80, in parts.
TEST(Command, ADepthTakesTheCyclesThatAShallowerOneSays) {
  const std::regex says("; ([a-z]+) takes ([0-9]+) cycles with --queue-depth ([0-9]+)\n");
  for (const std::string run : {"run allreduce --algorithm sbt --ports one --dim 4 --packets 21",
                                "run alltoall --network star:4 --packets 38 --stall 0.6 --algorithm shortest",
                                "run allgather --dim 3 --packets 20 --start-skew 20 --repeat 2 --algorithm nesbt"}) {
    const std::string out = cubecast(run + " --queue-depth 8").out;
    std::smatch found;
    if (!std::regex_search(out, found, says)) {
      ADD_FAILURE() << out;
      continue;
    }
    const auto deeper = nlohmann::json::parse(cubecast(run + " --json --queue-depth " + found[3].str()).out);
    EXPECT_EQ(deeper["cycles"].dump(), found[2]) << out;
    EXPECT_TRUE(deeper["part_packets"].is_null());
  }
}

// Where wires take cycles an algorithm has several plans. The choice took one of 50 cycles where `--algorithm packed` took one
// of 72.
TEST(Command, ANamedAlgorithmIsThatOfTheChoice) {
  for (const std::string run : {"run reduce-scatter --network mesh:2x3 --packets 12 --queue-depth 8 --link-latency 2",
                                "run reduce-scatter --network path:5 --packets 12 --queue-depth 8 --link-latency 2"}) {
    const std::string out = cubecast(run).out;
    const std::size_t from = out.find(": ", out.find("  choice "));
    const std::string choice = out.substr(from, out.find('\n', from) - from);
    const std::regex row("([a-z]+) ([0-9]+)");
    unsigned rows = 0;
    for (std::sregex_iterator found(choice.begin(), choice.end(), row), end; found != end; ++found, ++rows) {
      const Outcome named = cubecast(run + " --json --algorithm " + (*found)[1].str());
      EXPECT_EQ(nlohmann::json::parse(named.out)["cycles"].dump(), (*found)[2]) << choice;
    }
    EXPECT_GT(rows, 1u) << choice;
  }
}

// The firmware's cubes have two such collectives. The others were offered where wires took cycles and queues had a depth.
TEST(Command, CubesAreHalfDuplexByPlans) {
  for (const std::string words : {"", " --queue-depth 16", " --stall 0.2", " --queue-depth 16 --link-latency 2"}) {
    for (const std::string collective : {"alltoall", "scan"}) {
      const Outcome outcome = cubecast("run " + collective + " --dim 3 --ports half" + words);
      EXPECT_EQ(outcome.status, 0) << outcome.error;
    }
  }
}

// A cube is a network like any other, half duplex and around dead links. By trees alone, in logic, a scan of 4 packets took 42
// cycles for 17, and a barrier 10 for 6.
TEST(Command, CubesAreAsFastAsTheSameNetworkByAnotherName) {
  const auto cycles = [](const std::string& network, const std::string& words) {
    const Outcome outcome = cubecast("run " + words + " --network " + network + " --json");
    EXPECT_EQ(outcome.status, 0) << words << ": " << outcome.error;
    const auto result = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(result["verified"], true) << words;
    return result["cycles"].get<unsigned>();
  };
  // The ports of the cube are those of the product from the last to the first.
  for (const auto& [collective, packets] :
       {std::pair("reduce", 3), std::pair("reduce-scatter", 2), std::pair("scan", 4), std::pair("exscan", 1),
        std::pair("allreduce", 4), std::pair("barrier", 1)}) {
    const std::string data = collective == std::string("barrier") ? "" : fmt::format(" --packets {}", packets);
    for (const auto& [cube, product] :
         {std::pair(" --ports half", " --ports half"), std::pair(" --fail 0:0", " --fail 0:2"),
          std::pair(" --ports one --fail 0:1", " --ports one --fail 0:1")}) {
      EXPECT_LE(cycles("cube:3", collective + data + cube),
                cycles("product:path:2*path:2*path:2", collective + data + product))
          << collective << cube;
    }
  }
}

// Without --algorithm: the least cycles of what is on row.
TEST(Command, TakesTheBestKnownAlgorithm) {
  const auto best = [](const std::string& arguments) {
    const Outcome outcome = cubecast("run " + arguments + " --json");
    return nlohmann::json::parse(outcome.out)["algorithm"].get<std::string>();
  };
  EXPECT_EQ(best("broadcast --dim 5 --packets 1"), "sbt");
  EXPECT_EQ(best("broadcast --dim 5 --packets 5"), "nrsbt");
  EXPECT_EQ(best("broadcast --dim 5 --packets 6"), "nesbt");
  EXPECT_EQ(best("broadcast --dim 5 --packets 6 --ports one"), "nesbt");
  EXPECT_EQ(best("scatter --dim 5"), "balanced");
  EXPECT_EQ(best("gather --dim 5 --ports one"), "sbt");
  EXPECT_EQ(best("allgather --dim 5"), "balanced");
  EXPECT_EQ(best("allgather --dim 5 --ports half"), "ring");
  EXPECT_EQ(best("alltoall --dim 5 --ports one"), "fifo");
}

// An order for shallow queues is tried in deep ones too, where these runs took 68 and 84 cycles.
TEST(Command, NoQueuesAreFasterThanDeepOnes) {
  for (const std::string run :
       {"run allreduce --network debruijn:4 --packets 64", "run exscan --network folded:4 --ports half --packets 16"}) {
    const auto cycles = [&run](const std::string& depth) {
      const auto result = nlohmann::json::parse(cubecast(run + depth + " --json").out);
      EXPECT_EQ(result["verified"], true) << run << depth;
      return result["cycles"].get<unsigned>();
    };
    EXPECT_LE(cycles(""), cycles(" --queue-depth 8")) << run;
  }
}

// Results that go down a tree have to arrive before the next collective begins: blocks took 126 cycles.
TEST(Command, TheFastestOfSeveralOneBehindTheOtherIsChosen) {
  const Outcome outcome = cubecast("run allreduce --network torus:3x5 --packets 4 --start-skew 60 --repeat 4 --json");
  const auto result = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(result["algorithm"], "sums") << outcome.out;
  EXPECT_EQ(result["start_together"], false);
  EXPECT_EQ(result["verified"], true);
}

// Parts and full queues cost some rows more than others. With queues as deep as it needs `blocks` is the fastest.
TEST(Command, TakesTheFastestAlgorithmInShallowQueues) {
  const auto run = [](const std::string& words) {
    return cubecast("run allreduce --network mesh:3x3 --packets 40 " + words);
  };
  const auto cycles = [&](const std::string& words) {
    return nlohmann::json::parse(run("--json " + words).out)["cycles"].get<unsigned>();
  };
  EXPECT_EQ(cycles(""), cycles("--algorithm blocks"));
  for (const char* const algorithm : {"tree", "blocks", "packed"}) {
    EXPECT_LE(cycles("--queue-depth 4"), cycles(std::string("--queue-depth 4 --algorithm ") + algorithm)) << algorithm;
  }
  const std::string out = run("--queue-depth 4").out;
  EXPECT_NE(out.find("  choice         tree, which takes the fewest cycles with queues of 4: "), std::string::npos)
      << out;
  EXPECT_EQ(nlohmann::json::parse(run("--json --queue-depth 4 --type float32").out)["algorithm"], "blocks");
  // Two algorithms take as many cycles, in other orders.
  const auto of_floats = [](const char* words) {
    return cubecast(std::string("run reduce-scatter --dim 2 --ports one --type float32 --json ") + words).out;
  };
  EXPECT_EQ(nlohmann::json::parse(of_floats(""))["algorithm"],
            nlohmann::json::parse(of_floats("--queue-depth 4"))["algorithm"]);
}

// On a star graph links wait for one another in a cycle. The second run is too long to try with all packets.
TEST(Command, SaysWhichAlgorithmsCannotRunInShallowQueues) {
  const auto choice = [](const std::string& words) {
    return cubecast("run alltoall --network star:5 --queue-depth 4 " + words).out;
  };
  EXPECT_NE(
      choice("").find("  choice         acyclic, which takes the fewest cycles with queues of 4: acyclic 644; shortest "
                      "cannot run with queues of 4\n"),
      std::string::npos)
      << choice("");
  const std::string out = choice("--packets 8 --repeat 4");
  EXPECT_NE(out.find("  choice         acyclic, which takes the fewest cycles with queues of 4 and 6 packet(s): "),
            std::string::npos)
      << out;
}

// The program of the firmware has no parts shorter than one packet.
TEST(Command, CubesTakeAPlanWhereQueuesAreTooShallowForTheirProgram) {
  const Outcome taken = cubecast("run reduce-scatter --dim 7 --queue-depth 4 --stall 0.2");
  EXPECT_EQ(taken.status, 0) << taken.error;
  EXPECT_NE(taken.out.find("queues of 4: tree 56; balanced cannot run with queues of 4\n"), std::string::npos)
      << taken.out;
  const Outcome named = cubecast("run reduce-scatter --dim 7 --queue-depth 4 --algorithm balanced");
  EXPECT_EQ(named.status, 2);
  EXPECT_NE(named.error.find("; use --queue-depth 8, or --algorithm tree\n"), std::string::npos) << named.error;
}

// A chain can go in one part through queues in which ranges go in several. The fastest alone need not be the fastest back
// to back.
TEST(Command, ScansTakeTheFastestAlgorithmThatRuns) {
  const auto cycles = [](const std::string& words) -> std::optional<unsigned> {
    const Outcome outcome = cubecast("run scan --json --network " + words);
    if (outcome.status != 0) return std::nullopt;
    return nlohmann::json::parse(outcome.out)["cycles"].get<unsigned>();
  };
  for (const std::string words : {"debruijn:3 --packets 7", "random:12,3,1 --packets 9 --queue-depth 4 --stall 0.2",
                                  "debruijn:3 --packets 7 --queue-depth 4 --start-skew 5 --repeat 3"}) {
    unsigned fewest = ~0u;
    for (const std::string algorithm : {"tree", "chain", "ranges", "prefixes"}) {
      fewest = std::min(fewest, cycles(words + " --algorithm " + algorithm).value_or(fewest));
    }
    EXPECT_EQ(cycles(words), fewest) << words;
  }
}

// The table beside the rows: the fewest cycles of each collective, port model and M at each size.
TEST(Command, MeasurePrintsTheFewestCycles) {
  for (const std::string of : {"--dims 2..4 --packets 1..3", "--network mesh:3x3", "--dims 3..5 --algorithm ecube"}) {
    std::map<std::string, nlohmann::json> fewest;
    std::set<unsigned> amounts;
    std::size_t at_bound = 0;
    const std::vector<nlohmann::json> rows = measured(of);
    for (const nlohmann::json& row : rows) {
      if (row["cycles"] == row["lower_bound"]) ++at_bound;
      amounts.insert(row["packets"].get<unsigned>());
      nlohmann::json& best =
          fewest[fmt::format("{} {} {} {}", row["collective"].get<std::string>(), row["ports"].get<std::string>(),
                             row["packets"].get<unsigned>(), row["nodes"].get<unsigned>())];
      if (best.is_null() || row["cycles"] < best["cycles"]) best = row;
    }
    const Outcome outcome = cubecast("measure " + of);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    std::istringstream table(outcome.out);
    std::string line;
    std::getline(table, line);
    const bool has_amounts = amounts.size() > 1;
    std::vector<unsigned> sizes;
    const std::regex heading("[dn] = ([0-9]+)");
    for (std::sregex_iterator size(line.begin(), line.end(), heading), end; size != end; ++size) {
      const auto number = static_cast<unsigned>(std::stoul((*size)[1]));
      sizes.push_back(line.find("d = ") != std::string::npos ? 1U << number : number);
    }
    while (std::getline(table, line) && line.find(" run") == std::string::npos) {
      std::istringstream words(line);
      std::string collective, ports, packets = "1", algorithm;
      words >> collective >> ports;
      if (has_amounts) words >> packets;
      words >> algorithm;
      for (const unsigned size : sizes) {
        const nlohmann::json& best = fewest[fmt::format("{} {} {} {}", collective, ports, packets, size)];
        unsigned cycles = 0;
        words >> cycles >> std::ws;
        EXPECT_EQ(cycles, best["cycles"]) << line;
        EXPECT_EQ(words.peek() == '(', best["lower_bound"] < best["cycles"]) << line;
        std::string rest;  // the bound, or an algorithm of its own
        while (words.peek() != EOF && std::isdigit(words.peek()) == 0) {
          words >> rest >> std::ws;
          if (rest.front() == '(') EXPECT_EQ(rest, "(" + best["lower_bound"].dump() + ")") << line;
        }
        fewest.erase(fmt::format("{} {} {} {}", collective, ports, packets, size));
      }
    }
    EXPECT_TRUE(fewest.empty()) << of;
    EXPECT_EQ(line, fmt::format("{} runs, every byte right, {} at their bound; --rows prints each of them", rows.size(),
                                at_bound));
  }
}

TEST(Command, MeasureWritesAnObjectForEveryRow) {
  const Scratch scratch;
  const Outcome outcome = cubecast("measure --dims 2..3 --packets 2 --results " + (scratch / "results").string());
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  std::ifstream results(scratch / "results");
  std::size_t rows = 0;
  for (std::string line; std::getline(results, line); ++rows) EXPECT_TRUE(nlohmann::json::parse(line)["verified"]);
  EXPECT_EQ(rows, 2 * std::size(collectives::kCatalog));
}

}  // namespace
}  // namespace testbench::test
