// SPDX-License-Identifier: Apache-2.0
// cubecast network: what it tells of a network.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test_support/command.hpp"

namespace testbench::test {
namespace {

using nlohmann::json;
using test_support::in_shell;
using test_support::Outcome;

Outcome network(const std::string& arguments, const std::string& before = "") {
  return in_shell(before + CUBECAST_COMMAND " network " + arguments);
}

// A ring of n nodes has the diameter floor(n / 2) and the status floor(n^2 / 4).
TEST(NetworkCommand, TellsSizeAndDistances) {
  EXPECT_EQ(network("ring:12").out,
            "network    ring:12\nnodes      12\nports      2\ndegree     2\nCayley     yes\ndiameter   6\n"
            "status     36\nbisection  2\n");
  const json ring = json::parse(network("ring:12 --json").out);
  EXPECT_EQ(ring, json::parse(R"({"network": "ring:12", "nodes": 12, "ports": 2, "degree": {"least": 2, "most": 2},
                                  "cayley": true, "diameter": 6, "status": {"least": 36, "most": 36}, "bisection": 2})"));
}

// From the middle of a path of 7 nodes all others are 2 (1 + 2 + 3) away, from its end 1 + .. + 6.
TEST(NetworkCommand, TellsWhereNodesDiffer) {
  const Outcome path = network("path:7");
  EXPECT_NE(path.out.find("degree     1..2\nCayley     no\ndiameter   6\nstatus     12..21\n"), std::string::npos)
      << path.out;
  const json large = json::parse(network("mesh:100x100 --json").out);
  EXPECT_EQ(large["nodes"], 10000);
  EXPECT_TRUE(large["diameter"].is_null()) << "too many nodes that are not symmetric";
  EXPECT_TRUE(large["status"].is_null());
}

TEST(NetworkCommand, ListsLinks) {
  EXPECT_NE(network("mesh:2x2 --links").out.find("\n     1    0      3       0  (0,1) - (1,1)\n"), std::string::npos);
  EXPECT_EQ(json::parse(network("path:3 --links --json").out)["links"],
            json::parse("[[0, 0, 1, 1], [1, 0, 2, 1], [1, 1, 0, 0], [2, 1, 1, 0]]"));
}

// A graph with a list of edges is known to be no Cayley graph where degrees differ.
TEST(NetworkCommand, ReadsNetworksOfOnesOwn) {
  EXPECT_EQ(json::parse(network("file:mine --json", "printf 'edges\\n0 1\\n1 2\\n' > mine; ").out)["cayley"], false);
  EXPECT_TRUE(
      json::parse(network("file:mine --json", "printf 'edges\\n0 1\\n1 2\\n2 0\\n' > mine; ").out)["cayley"].is_null());
  const json group = json::parse(network("file:mine --json", "printf 'generators\\n1 2 0\\n2 0 1\\n' > mine; ").out);
  EXPECT_EQ(group["cayley"], true);
  EXPECT_EQ(group["nodes"], 3);
}

// Bytes of a name that a terminal would obey, or that are no UTF-8.
TEST(NetworkCommand, ShowsAnyNameOfAFile) {
  const std::string make = "printf 'edges\\n0 1\\n' | tee $'\\xff' > $'a\\e[31m'; ";
  EXPECT_EQ(json::parse(network("$'file:\\xff' --json", make).out)["network"], "file:\\xff");
  EXPECT_EQ(network("$'file:a\\e[31m'", make).out.substr(0, 28), "network    file:a\\x1b[31m\nno");
}

}  // namespace
}  // namespace testbench::test
