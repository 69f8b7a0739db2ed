// SPDX-License-Identifier: Apache-2.0
// cubecast deadlock: what it proves, what it finds, and which runs it refuses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "test_support/command.hpp"

namespace testbench::test {
namespace {

using test_support::in_shell;
using test_support::Outcome;

Outcome deadlock(const std::string& arguments) {
  return in_shell(CUBECAST_COMMAND " deadlock " + arguments);
}

bool says(const Outcome& outcome, const std::string& text) {
  return outcome.out.find(text) != std::string::npos;
}

// E-cube corrects the highest bit first: links through high ports wait for those through low ones.
TEST(Deadlock, IsProvedByAnOrderOfLinks) {
  const Outcome found = deadlock("--dims 4 --collective alltoall --algorithm table");
  EXPECT_EQ(found.status, 0) << found.error;
  EXPECT_TRUE(says(found, "none: in this order of 4 ports")) << found.out;
  EXPECT_TRUE(says(found, "    ports 3 2 1 0\n")) << found.out;
}

// Around the ring of 4 nodes every link waits for the next; from each node 2 packets pass on.
TEST(Deadlock, IsPossibleInADependencyCycleWhoseQueuesCanFill) {
  const std::string ring = "--dims 2 --collective allgather --algorithm ring --ports one";
  const Outcome shallow = deadlock(ring + " --packets 3 --queue-depth 8");
  EXPECT_EQ(shallow.status, 1) << shallow.error;
  EXPECT_TRUE(says(shallow, "possible: a cycle of 4 links, and queues can fill: 6 packets pass one")) << shallow.out;
  const Outcome deep = deadlock(ring + " --packets 3 --queue-depth 16");
  EXPECT_EQ(deep.status, 0) << deep.error;
  EXPECT_TRUE(says(deep, "none: a cycle of 4 links, and no queue fills: 6 packets pass one")) << deep.out;
}

// All algorithms of one packet in the RTL's queues, which hls/tops/node_top.hpp promises; and every
// rule.
TEST(Deadlock, IsImpossibleWithOnePacketInTheQueuesOfTheRtl) {
  const Outcome all = deadlock("");
  EXPECT_EQ(all.status, 0) << all.out;
  EXPECT_FALSE(says(all, "possible"));
  EXPECT_TRUE(says(all, "rule           ecube      tree 0  6   any  none: in this order of 384 links")) << all.out;
  EXPECT_TRUE(says(all, "rule           sbt        trees   6   any  a cycle of")) << all.out;
}

// Where all trees are one there is a line for it.
TEST(Deadlock, TellsEveryRuleOfTheSmallestCube) {
  const Outcome found = deadlock("--dims 1");
  for (const char* rule : {"ecube", "ascending", "sbt", "nesbt", "sbnt", "gray", "ring"}) {
    EXPECT_TRUE(says(found, fmt::format("rule           {:<9}  tree 0  1   any  none", rule))) << found.out;
  }
}

// A period's packets have an end, requests that are served at once have none.
TEST(Deadlock, OfSchemesForRequestsAtAnyTime) {
  const Outcome periods = deadlock("--scheme pmnb2 --dims 2..5");
  EXPECT_EQ(periods.status, 0) << periods.error;
  EXPECT_TRUE(says(periods, "16 packets of a period pass one at most, 3 can follow its stop, and it holds 64"))
      << periods.out;
  const Outcome shallow = deadlock("--scheme pmnb2 --dims 5 --queue-depth 16");
  EXPECT_EQ(shallow.status, 1) << shallow.error;
  EXPECT_TRUE(says(shallow, "queues of 32 are enough")) << shallow.out;
  const Outcome all = deadlock("--scheme all --dims 1 --json");
  EXPECT_EQ(all.status, 0) << all.out;
  EXPECT_TRUE(says(all, R"("collective":"scheme","algorithm":"indirect")")) << all.out;
  for (const char* name : {"direct", "balanced", "indirect"}) {
    const Outcome found = deadlock(fmt::format("--scheme {} --dims 3", name));
    EXPECT_EQ(found.status, 1) << found.error;
    EXPECT_TRUE(says(found, "requests have no end: no depth is enough")) << found.out;
  }
}

// The same form, of any network: links by the addresses of their nodes, and the depth that is
// enough.
TEST(Deadlock, IsFoundOnAnyNetwork) {
  const std::string ring = "--network ring:5 --collective alltoall --ports all --packets 20 --queue-depth 8";
  const Outcome found = deadlock(ring);
  EXPECT_EQ(found.status, 1) << found.error;
  EXPECT_TRUE(says(found,
                   "alltoall       shortest   all     5    20  possible: a cycle of 5 links, and queues can fill: "
                   "20 packets pass one at most, 3 can follow its stop, and it holds 8; queues of 32 are enough; "
                   "none in parts of 5 packet(s)\n"
                   "    links 0-0>1 1-0>2 2-0>3 3-0>4 4-0>0\n"))
      << found.out;
  EXPECT_TRUE(says(found,
                   "alltoall       acyclic    all     5    20  none: in this order of 10 links every link waits for "
                   "later ones only (8 dependencies)\n"))
      << found.out;
  EXPECT_EQ(deadlock(ring + " --algorithm acyclic").status, 0);
}

TEST(Deadlock, IsImpossibleWithOnePacketInTheQueuesOfTheRtlOfOtherNetworks) {
  const Outcome all = deadlock("--network circulant:13:1,5 --root 4");
  EXPECT_EQ(all.status, 0) << all.out;
  EXPECT_FALSE(says(all, "possible"));
  EXPECT_FALSE(says(all, "rule")) << "nodes know no rule but their words";
  EXPECT_TRUE(says(all, "    links 4-")) << "from the root on:" << all.out;
}

TEST(Deadlock, OfANetworkThatIsACubeIsTheCubes) {
  EXPECT_EQ(deadlock("--network cube:3").out, deadlock("--dims 3").out);
}

TEST(Deadlock, IsToldAsJson) {
  std::istringstream lines(
      deadlock("--network ring:5 --collective alltoall --ports all --packets 20 --queue-depth 8 --json").out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(
      line,
      R"({"collective":"alltoall","algorithm":"shortest","ports":"all","network":"ring:5","nodes":5,"packets":20,)"
      R"("can_deadlock":true,"dependencies":10,"of":"links","order":null,)"
      R"("dependency_cycle":["0-0>1","1-0>2","2-0>3","3-0>4","4-0>0"],"queues":{"busiest":20,"depth":8,"stop_latency":3,"enough":32,"part_packets":5}})");
  std::getline(lines, line);
  const auto acyclic = nlohmann::json::parse(line);
  EXPECT_EQ(acyclic["can_deadlock"], false);
  EXPECT_EQ(acyclic["order"].size(), 10u);
  EXPECT_TRUE(acyclic["dependency_cycle"].is_null());
  EXPECT_EQ(deadlock("--dims 2 --collective alltoall --algorithm table --json").out,
            R"({"collective":"alltoall","algorithm":"table","ports":"all","dim":2,"packets":1,"can_deadlock":false,)"
            R"("dependencies":1,"of":"ports","order":["1","0"],"dependency_cycle":null,"queues":null})"
            "\n");
}

// A run that could deadlock goes in parts that cannot. Links that fail can be why packets do not come: it is refused.
TEST(Deadlock, IsKeptOutOfRuns) {
  const std::string run = CUBECAST_COMMAND " run alltoall --network ring:8 --packets 100 --queue-depth 8";
  const Outcome parts = in_shell(run + " --algorithm shortest");
  EXPECT_EQ(parts.status, 0) << parts.error;
  EXPECT_TRUE(says(parts, "because packets of the whole fill queues of 8;")) << parts.out;
  const Outcome order = in_shell(
      CUBECAST_COMMAND " run reduce-scatter --network path:3 --ports half --packets 5 --stall 0.6 --queue-depth 4");
  EXPECT_TRUE(
      says(order, "because packets of the whole fill queues of 4; tree takes 30 cycles with --queue-depth 16\n"))
      << order.out;
  const Outcome refused = in_shell(run + " --link-wires 16 --link-check crc32 --fail 0:0=@5");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_TRUE(refused.error.starts_with(
      "cubecast: --queue-depth 8: the run could deadlock, for queues can fill while links wait for one another in a "
      "cycle (0-0>1 1-0>2 2-0>3 3-0>4 4-0>5 5-0>6 6-0>7 7-0>0); use --queue-depth "))
      << refused.error;
  EXPECT_TRUE(refused.error.ends_with(", or --algorithm acyclic\n")) << refused.error;
  const Outcome acyclic = in_shell(run + " --algorithm acyclic --stall 0.2");
  EXPECT_EQ(acyclic.status, 0) << acyclic.error;
  EXPECT_FALSE(says(acyclic, "parts")) << acyclic.out;
}

}  // namespace
}  // namespace testbench::test
