// SPDX-License-Identifier: Apache-2.0
// Isotropic tasks by the command: counts from a file and random, on every engine.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <regex>

#include "test_support/command.hpp"

namespace testbench::test {
namespace {

using nlohmann::json;
using test_support::cubecast;
using test_support::Outcome;
using test_support::Scratch;

json result_of(const std::string& arguments) {
  const Outcome outcome = cubecast("run alltoall --json " + arguments);
  EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.error;
  return outcome.status == 0 ? json::parse(outcome.out) : json();
}

void expect_verified(const json& result, std::uint64_t cycles) {
  EXPECT_EQ(result["verified"], true);
  EXPECT_EQ(result["cycles"], cycles);
  EXPECT_EQ(result["lower_bound"], cycles);
  EXPECT_EQ(result["formula_met"], true);
  EXPECT_EQ(result["transmissions"], result["least_transmissions"]);
}

class Counts : public testing::Test {
 protected:
  std::string file(const std::string& text) {
    const std::filesystem::path path = scratch_ / "counts";
    std::ofstream(path) << text;
    return path.string();
  }

 private:
  Scratch scratch_;
};

// Nodes 6, 14 and 21 are neighbours, 23 = (3,2,1,0) is two links away: swap the first and last, and
// then the middle ones.
TEST_F(Counts, AreTakenFromAFile) {
  const std::string name = file(
      "# address packets\n"
      "6 3\n"
      "  (2,1,0,3)\t2   # node 14\r\n"
      "\n"
      "0 0\n"
      "21 0\n");
  for (const char* const algorithm : {"fifo", "furthest", "closest"}) {
    const json once = result_of("--network star:4 --algorithm " + std::string(algorithm) + " --counts " + name);
    expect_verified(once, 5);
    EXPECT_EQ(once["counts"]["file"], name);
    EXPECT_EQ(once["counts"]["sum"], 5);
    EXPECT_EQ(once["counts"]["packets"][14], 2);
    EXPECT_EQ(once["payload_bytes"], 24 * 5 * 8);
    EXPECT_EQ(once["bytes"], 5 * 8);
    EXPECT_EQ(once["ports"], "one");
  }
  const json thrice = result_of("--network star:4 --packets 3 --ports one --counts " + name);
  expect_verified(thrice, 15);
  EXPECT_EQ(thrice["packets"], 3);
}

// The default that the help names is the one that is taken.
TEST_F(Counts, AreForOnePortUnlessAnotherIsNamed) {
  const std::string help = std::regex_replace(cubecast("run --help").out, std::regex("\\s+"), " ");
  EXPECT_NE(help.find("all if left out, and with --counts or --counts-seed one"), std::string::npos) << help;
  const std::string name = file("6 3\n");
  for (const std::string& counts : {"--counts " + name, std::string("--counts-seed 1")}) {
    EXPECT_EQ(result_of("--network star:4 " + counts)["ports"], "one");
    EXPECT_EQ(result_of("--network star:4 --ports one " + counts)["ports"], "one");
  }
  EXPECT_EQ(result_of("--network star:4")["ports"], "all");
}

TEST_F(Counts, AreRandomByASeed) {
  const json one = result_of("--network star:4 --counts-seed 5");
  const json most = result_of("--network star:4 --counts-seed 5 --counts-most 4");
  EXPECT_EQ(one["counts"], most["counts"]);
  EXPECT_NE(one["counts"]["packets"], result_of("--network star:4 --counts-seed 6")["counts"]["packets"]);
  for (const json& count : one["counts"]["packets"]) EXPECT_LE(count, 4);
  EXPECT_EQ(one["counts"]["packets"][0], 0);
  expect_verified(one, one["cycles"]);
  // The command that is printed makes the same run.
  const std::string command = one["command"];
  const std::string prefix = "cubecast run alltoall ";
  ASSERT_EQ(command.substr(0, prefix.size()), prefix);
  const json again = result_of(command.substr(prefix.size()));
  EXPECT_EQ(again["counts"], one["counts"]);
  EXPECT_EQ(again["cycles"], one["cycles"]);
}

// A cube is a network like others then: what node s sees as i is s XOR i.
TEST_F(Counts, RunOnACubeByEitherOption) {
  const std::string name = file("1 1\n3 2\n7 1\n15 3\n");
  expect_verified(result_of("--dim 4 --counts " + name), 1 + 2 * 2 + 3 + 3 * 4);
  expect_verified(result_of("--network cube:4 --counts " + name), 1 + 2 * 2 + 3 + 3 * 4);
}

TEST_F(Counts, RunOnEveryEngine) {
  const json native = result_of("--network torus:3x4 --counts-seed 3 --algorithm closest");
  expect_verified(result_of("--network torus:3x4 --counts-seed 3 --algorithm closest --engine systemc"),
                  native["cycles"]);
  expect_verified(result_of("--network torus:3x4 --counts-seed 3 --algorithm closest --threads 2"), native["cycles"]);
  expect_verified(result_of("--network torus:3x4 --counts-seed 3 --algorithm closest --lockstep"), native["cycles"]);
}

// Rows fifo and furthest took 7 to 20 times the bound, because a stop of a queue costs windows of the gate.
TEST_F(Counts, TakeTheBoundInQueuesOfAnyDepth) {
  for (const unsigned depth : {4u, 8u, 64u}) {
    const json shallow =
        result_of("--dim 4 --counts-seed 3 --counts-most 30 --ports one --queue-depth " + std::to_string(depth));
    EXPECT_EQ(shallow["algorithm"], "closest");
    expect_verified(shallow, shallow["lower_bound"]);
  }
}

TEST_F(Counts, AreToldInTheSummary) {
  const Outcome outcome = cubecast("run alltoall --network ring:5 --packets 2 --counts " + file("1 3\n4 1\n"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find(": 4 packets a node for 2 others, 2 times\n"), std::string::npos) << outcome.out;
}

TEST_F(Counts, WrittenOutHoldWhatCame) {
  const Scratch folder;
  const std::filesystem::path output = folder / "out";
  result_of("--network ring:5 --counts " + file("1 2\n3 1\n") + " --output " + output.string());
  // Five blocks of the most packets, 2 of 8 bytes.
  for (unsigned node = 0; node < 5; ++node) {
    EXPECT_EQ(std::filesystem::file_size(output / ("node-" + std::to_string(node) + ".bin")), 5u * 2 * 8);
  }
}

// A node of one port sends its 10 packets of two hops and passes on as many, which are 60 cycles in three collectives.
// Registers of RTL and C++ are compared.
TEST_F(Counts, AreThoseOfCollectivesOnNodesThatStartWhenTheyLike) {
  const std::string run = "--dim 2 --ports one --start-skew 20 --repeat 3 --counts " + file("3 10\n");
  const json native = result_of(run);
  EXPECT_EQ(native["verified"], true);
  EXPECT_GE(native["aligned_cycles"], 60);
  EXPECT_GE(native["cycles"], native["aligned_cycles"]);
  EXPECT_LE(native["skew_cost"], native["spread"]);
  for (const char* const engine : {" --engine systemc", " --lockstep"}) {
    json found = result_of(run + engine);
    for (const char* const key : {"verified", "cycles", "aligned_cycles", "spread"}) EXPECT_EQ(found[key], native[key]);
  }
}

}  // namespace
}  // namespace testbench::test
