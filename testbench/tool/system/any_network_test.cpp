// SPDX-License-Identifier: Apache-2.0
// Collectives on any network by the command: every closed form, files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "test_support/command.hpp"
#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/tool/system/measured.hpp"

namespace testbench::test {
namespace {

using nlohmann::json;
using test_support::contents;
using test_support::cubecast;
using test_support::Outcome;
using test_support::Scratch;

// Every row of a small network with one packet; else the rows with the papers' times.
std::vector<json> all_measured(const std::string& arguments, bool is_small) {
  if (is_small) return measured(arguments);
  std::vector<json> rows;
  for (const std::string algorithm : {"ring", "fifo", "furthest", "closest"}) {
    for (const json& row : measured(arguments + " --algorithm " + algorithm)) rows.push_back(row);
  }
  return rows;
}

// Theorem 1 of Dimakopoulos and Dimopoulos, by the sum of distances ("status") of `cubecast
// network`, and the full-duplex and half-duplex times of Dimakopoulos 1999, section 2, on every
// Cayley network with a Hamiltonian cycle.
void expect_the_papers_times(const std::string& network, std::uint64_t packets) {
  SCOPED_TRACE(network);
  const json facts = json::parse(cubecast("network '" + network + "' --json").out);
  const std::uint64_t nodes = facts["nodes"];
  std::set<std::string> exact;
  for (const json& row : all_measured("--network '" + network + "' --packets " + std::to_string(packets),
                                      packets == 1 && nodes <= test_support::soak_or(130u, 30u))) {
    SCOPED_TRACE(name_of(row));
    EXPECT_EQ(row["network"], network);
    EXPECT_EQ(row["nodes"], nodes);
    EXPECT_TRUE(row["dim"].is_null());
    EXPECT_TRUE(row["verified"]);
    EXPECT_GE(row["cycles"], row["lower_bound"]);
    // Algorithms for networks without a group or a Hamiltonian cycle run on these too, but take
    // longer.
    const std::set<std::string> others = {"path",   "product",  "matching", "acyclic", "tree",  "chain",
                                          "ranges", "prefixes", "exchange", "sums",    "blocks"};
    if (row["ports"] == "all" || others.contains(row["algorithm"])) continue;
    std::uint64_t cycles = packets * (nodes - 1);
    if (row["ports"] == "half") cycles = 2 * packets * (nodes % 2 == 0 ? nodes - 1 : nodes);
    if (row["collective"] == "alltoall") cycles = packets * facts["status"]["least"].get<std::uint64_t>();
    EXPECT_EQ(row["cycles"], cycles);
    EXPECT_EQ(row["lower_bound"], cycles);
    EXPECT_EQ(row["formula_met"], true);
    EXPECT_EQ(row["transmissions"], row["least_transmissions"]) << "no packet is derouted";
    exact.insert(name_of(row));
  }
  const std::set<std::string> expected = {"allgather ring one", "allgather ring half", "alltoall fifo one",
                                          "alltoall furthest one", "alltoall closest one"};
  EXPECT_EQ(exact, expected);
}

// Every kind. The command compiles a node for each number of ports that it has not seen, so these
// have 2 to 5; other numbers and large networks are a soak's, where complete:31 has nearly the most
// ports, 31, and torus:10x10x10 1,000 nodes.
const std::vector<const char*> kCayleyNetworks = test_support::with_soak<const char*>({"ring:3",
                                                                                       "ring:4",
                                                                                       "ring:21",
                                                                                       "circulant:13:1,5",
                                                                                       "circulant:12:3,4",
                                                                                       "complete:3",
                                                                                       "complete:6",
                                                                                       "torus:4x6",
                                                                                       "torus:2x5",
                                                                                       "torus:2x2x3",
                                                                                       "hamming:3x4",
                                                                                       "ccc:3",
                                                                                       "butterfly:3",
                                                                                       "star:3",
                                                                                       "star:4",
                                                                                       "pancake:3",
                                                                                       "pancake:4",
                                                                                       "bubblesort:4",
                                                                                       "folded:3",
                                                                                       "cyclic:3,2",
                                                                                       "macrostar:3,1",
                                                                                       "product:ccc:3*ring:4",
                                                                                       "product:ring:5*path:2",
                                                                                       "mesh:2x2"},
                                                                                      {"ring:101",
                                                                                       "circulant:100:1,10",
                                                                                       "complete:8",
                                                                                       "complete:31",
                                                                                       "torus:3x3x3",
                                                                                       "torus:5x5x4",
                                                                                       "ccc:4",
                                                                                       "butterfly:4",
                                                                                       "star:5",
                                                                                       "pancake:5",
                                                                                       "bubblesort:5",
                                                                                       "folded:5",
                                                                                       "macrostar:2,2",
                                                                                       "product:star:4*complete:4",
                                                                                       "product:ring:5*pancake:4",
                                                                                       "torus:16x16",
                                                                                       "torus:10x10x10",
                                                                                       "hamming:5x5x5",
                                                                                       "hamming:7x9",
                                                                                       "ccc:6",
                                                                                       "butterfly:6",
                                                                                       "star:6",
                                                                                       "folded:8",
                                                                                       "cyclic:3,4",
                                                                                       "cyclic:4,3"});

class CayleyNetworks : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, CayleyNetworks, testing::ValuesIn(kCayleyNetworks));

TEST_P(CayleyNetworks, MeetEveryClosedForm) {
  const std::string network = GetParam();
  const std::uint64_t nodes = json::parse(cubecast("network " + network + " --json").out)["nodes"];
  for (const std::uint64_t packets : {1u, 3u}) {
    if (packets == 1 || nodes <= 64) expect_the_papers_times(network, packets);
  }
}

// Random groups: a few random permutations and their inverses.
TEST(AnyNetwork, MeetsEveryClosedFormOnRandomCayleyGraphs) {
  auto random = test_support::seeded_random();
  const Scratch scratch;
  for (unsigned made = 0; made < 6;) {
    const std::size_t symbols = 4 + random() % 3;
    std::set<std::vector<std::size_t>> generators;
    std::vector<std::size_t> identity(symbols);
    std::iota(identity.begin(), identity.end(), 0u);
    for (std::size_t i = 1 + random() % 2; i > 0; --i) {
      std::vector<std::size_t> generator = identity;
      std::shuffle(generator.begin(), generator.end(), random);
      std::vector<std::size_t> inverse(symbols);
      for (std::size_t at = 0; at < symbols; ++at) inverse[generator[at]] = at;
      generators.insert(generator);
      generators.insert(inverse);
    }
    generators.erase(identity);
    if (generators.empty()) continue;
    std::ofstream file(scratch / "group");
    file << "generators\n";
    for (const auto& generator : generators) {
      for (const std::size_t symbol : generator) file << symbol << ' ';
      file << '\n';
    }
    file.close();
    const std::string network = "file:" + (scratch / "group").string();
    SCOPED_TRACE(contents(scratch / "group"));
    const std::uint64_t nodes = json::parse(cubecast("network " + network + " --json").out)["nodes"];
    if (nodes < 3) continue;
    expect_the_papers_times(network, 1);
    ++made;
  }
}

// Not Cayley: algorithms that need a group are left out of a measurement, and say so when named.
TEST(AnyNetwork, LeavesOutWhatTheNetworkHasNot) {
  std::set<std::string> names;
  for (const json& row : measured("--network debruijn:4")) {
    EXPECT_TRUE(row["verified"]);
    names.insert(name_of(row));
  }
  EXPECT_TRUE(names.contains("allgather ring one"));
  EXPECT_TRUE(names.contains("alltoall matching one"));
  EXPECT_FALSE(names.contains("alltoall fifo one"));
}

// SystemC, RTL, and RTL beside C++ with every register compared in every cycle, take the cycles of
// the native engine.
class Engines : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(OfNetworks, Engines,
                         testing::ValuesIn(test_support::with_soak<const char*>(
                             {"ring:5", "torus:3x3", "product:path:2*ring:3", "debruijn:3", "leafspine:2,3,2"},
                             {"ccc:3", "mesh:3x3", "torus:4x4", "star:4", "butterfly:3", "product:path:3*ring:4"})));

TEST_P(Engines, TakeTheSameCycles) {
  const std::string network = std::string("--network ") + GetParam();
  const std::vector<json> native = measured(network);
  for (const char* const engine : {" --engine systemc", " --engine rtl", " --lockstep"}) {
    const std::vector<json> rows = measured(network + engine);
    ASSERT_EQ(rows.size(), native.size()) << engine;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      SCOPED_TRACE(name_of(rows[i]) + engine);
      EXPECT_TRUE(rows[i]["verified"]);
      for (const char* const key : {"cycles", "total_cycles", "transmissions", "deepest_queue"}) {
        EXPECT_EQ(rows[i][key], native[i][key]) << key;
      }
    }
  }
}

// Six nodes with one link each: the packets that pass it, and the four hops across a spine, are the bound.
TEST(AnyNetwork, PassesThroughSwitches) {
  std::set<std::string> at_bound;
  for (const json& row : measured("--network leafspine:2,3,2 --packets 3 --root 5")) {
    SCOPED_TRACE(name_of(row));
    EXPECT_TRUE(row["verified"]);
    EXPECT_GE(row["cycles"], row["lower_bound"]);
    EXPECT_EQ(row["nodes"], 6);
    EXPECT_EQ(row["switches"], 5);
    if (row["ports"] == "all" && row["cycles"] == row["lower_bound"]) at_bound.insert(row["collective"]);
  }
  for (const char* const collective : {"broadcast", "reduce", "scatter", "gather", "allgather", "reduce-scatter"}) {
    EXPECT_TRUE(at_bound.contains(collective)) << collective;
  }
  EXPECT_EQ(cubecast("run broadcast --network leafspine:2,3,2 --root 6").error,
            "cubecast: --root 6: must be 0..5 at --network leafspine:2,3,2\n");
}

TEST(AnyNetwork, RunsWithSomeNodesOfRtl) {
  const json mixed = json::parse(
      cubecast("run alltoall --ports one --network star:4 --engine systemc --rtl-nodes 0,5-9,23 --json").out);
  EXPECT_TRUE(mixed["verified"]);
  EXPECT_EQ(mixed["cycles"], 62);
}

// Without a Hamiltonian cycle a path will do, and on a path nothing is faster.
TEST(AnyNetwork, GathersAlongAPath) {
  for (const std::string network : {"path:3", "path:8", "mesh:3x5", "product:path:3*path:3"}) {
    for (const std::string ports : {"one", "half"}) {
      SCOPED_TRACE(network + ' ' + ports);
      const Outcome run =
          cubecast("run allgather --algorithm path --packets 3 --json --ports " + ports + " --network " + network);
      ASSERT_EQ(run.status, 0) << run.error;
      const json result = json::parse(run.out);
      EXPECT_EQ(result["verified"], true);
      EXPECT_EQ(result["formula_met"], true);
      const bool is_path = network.starts_with("path");
      EXPECT_EQ(result["cycles"] == result["lower_bound"], is_path);
    }
  }
}

// The run without --algorithm takes as few cycles as any row of the network. The Petersen graph has no Hamiltonian
// cycle, and turns beat its Hamiltonian path: M (N - 1) = 9 M cycles with one port, the bound.
TEST(AnyNetwork, ChoosesTheFastestThatItCanRun) {
  const Scratch scratch;
  std::string petersen = "edges\n";
  for (int i = 0; i < 5; ++i) {
    petersen += fmt::format("{} {}\n{} {}\n{} {}\n", i, (i + 1) % 5, i, i + 5, i + 5, (i + 2) % 5 + 5);
  }
  std::ofstream(scratch / "petersen") << petersen;
  const std::string file = "file:" + (scratch / "petersen").string();
  const std::vector<std::string> networks = test_support::with_soak<std::string>(
      {file, "path:5", "mesh:2x3", "star:3"}, {"star:4", "torus:3x4", "path:2", "path:8", "mesh:3x3", "mesh:3x4",
                                               "mesh:3x5", "mesh:5x5", "product:ring:5*path:3", "ccc:3"});
  for (const std::string& network : networks) {
    for (const unsigned packets : {1u, test_support::is_soak() ? 16u : 4u}) {
      const std::string of = fmt::format(" --network '{}' --packets {}", network, packets);
      std::map<std::string, json> fastest;
      for (const json& row : measured(of)) {
        json& best = fastest[fmt::format("{} --ports {}", row["collective"].get<std::string>(),
                                         row["ports"].get<std::string>())];
        if (best.is_null() || row["cycles"] < best["cycles"]) best = row;
      }
      for (const auto& [task, best] : fastest) {
        // A barrier has one packet, whatever is measured.
        const json chosen = json::parse(
            cubecast(fmt::format("run {} --network '{}' --packets {} --json", task, network, best["packets"].dump()))
                .out);
        EXPECT_EQ(chosen["cycles"], best["cycles"])
            << task << of << ": " << chosen["algorithm"] << ", " << best["algorithm"];
        if (network == file && task == "allgather --ports one") EXPECT_EQ(chosen["cycles"], 9 * packets);
      }
    }
  }
}

// Packets of an exchange wait for one another at every hop, and frames make hops long.
TEST(AnyNetwork, TakesNoExchangeInFrames) {
  const auto chosen = [](const std::string& links) {
    return json::parse(cubecast("run barrier --network torus:4x6 --json" + links).out)["algorithm"];
  };
  EXPECT_EQ(chosen(""), "exchange");
  EXPECT_EQ(chosen(" --link-wires 16 --frame-packets 4"), "sums");
}

// Total exchange is the transpose of a matrix of n x n blocks.
TEST(AnyNetwork, TransposesAPayload) {
  const Scratch scratch;
  constexpr std::size_t kNodes = 6;
  std::string matrix;
  for (std::size_t row = 0; row < kNodes; ++row) {
    for (std::size_t column = 0; column < kNodes; ++column) {
      matrix += "b" + std::to_string(row) + std::to_string(column) + "....\n";
    }
  }
  std::ofstream(scratch / "matrix") << matrix;
  const Outcome run = cubecast("run alltoall --ports one --network star:3 --payload " + (scratch / "matrix").string() +
                               " --output " + (scratch / "out").string());
  ASSERT_EQ(run.status, 0) << run.error;
  for (std::size_t node = 0; node < kNodes; ++node) {
    std::string column;
    for (std::size_t row = 0; row < kNodes; ++row) column += matrix.substr((row * kNodes + node) * 8, 8);
    EXPECT_EQ(contents(scratch / "out" / ("node-" + std::to_string(node) + ".bin")), column);
  }
}

TEST(AnyNetwork, TellsTheCommandThatRepeatsIt) {
  for (const std::string& arguments :
       {std::string("--network torus:3x4 --packets 2"), std::string("--network path:4 --stall 0.2 --seed 5")}) {
    for (const json& row : measured(arguments)) {
      const std::string command = row["command"];
      const Outcome again = cubecast(command.substr(sizeof("cubecast")) + " --json");
      ASSERT_EQ(again.status, 0) << command << ": " << again.error;
      EXPECT_EQ(json::parse(again.out)["cycles"], row["cycles"]) << command;
    }
  }
}

TEST(AnyNetwork, ACubeIsTheCube) {
  const json by_network = json::parse(cubecast("run alltoall --network cube:4 --json").out);
  const json by_dim = json::parse(cubecast("run alltoall --dim 4 --json").out);
  EXPECT_EQ(by_network["network"], "cube:4");
  EXPECT_EQ(by_network["dim"], 4);
  EXPECT_EQ(by_network["command"], by_dim["command"]);
  EXPECT_EQ(measured("--network cube:3").size(), measured("--dims 3..3").size());
}

}  // namespace
}  // namespace testbench::test
