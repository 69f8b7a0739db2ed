// SPDX-License-Identifier: Apache-2.0
// Networks from files of other programs: one graph in every format, all findings in one message, and
// mutated files.
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <set>

#include "test_support/command.hpp"
#include "test_support/seed.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/networks/test_error.hpp"

namespace testbench::test {
namespace {

class GraphFormats : public ::testing::Test {
 protected:
  std::string written(const std::string& text, const std::string& name = "network") const {
    std::ofstream(scratch_ / name) << text;
    return scratch_ / name;
  }
  std::string error_of(const std::string& text, const std::string& name = "network") const {
    const std::string spec = "file:" + written(text, name);
    const std::string what = test::error_of(spec);
    EXPECT_TRUE(what.starts_with(spec)) << what;
    return what.substr(std::min(spec.size(), what.size()));
  }
  test_support::Scratch scratch_;
};

// A square with a diagonal and a tail: 0 1, 1 2, 2 3, 3 0, 1 3, 3 4.
struct Format {
  const char* name;
  const char* kind;
  const char* text;
};
const Format kFormats[] = {
    {"list", "file:", "# FromNode ToNode\n0\t1\n1 2\n% ..\n2,3\n3 0 1.0\n1 3\n3 4\n"},
    {"list", "file1:", "1 2 5\n2 3 5\n3 4 5\n4 1 5\n2 4 5.0\n4 5 5\n4 2 5\n"},
    {"square.graph", "file:", "% METIS\n5 6\n2 4\n1 3 4\n% ..\n2 4\n3 1 2 5\n4\n"},
    {"weighted.metis",
     "file:", "5 6 111 2\n9 1 2 2 7 4 7\n9 1 2 1 7 3 7 4 7\n9 3 3 2 7 4 7\n9 0 0 3 7 1 7 2 7 5 7\n9 1 1 4 7\n"},
    {"square.dot", "file:",
     "/* a */ strict graph \"a square\" {\n  node [shape=box; color=\"red\"]\n  0 -- {1 3} [len=2]\n 3 -- 0 1 -- 0 -- "
     "1\n"
     "  1 -- 2 -- 3 -- 1 [weight=1, label=<<b>x</b>>];\n  subgraph cluster_t { 3:n -- 4 } rank = same\n}\n"},
    {"square",
     "file:", "DiGraph{edge[latency=3] 0->1->2->3->0 1->3 3->1; \"3\" -> \"\" + \"4\" [latency=3.0] // tail\n}"},
    {"square.graphml", "file:",
     "<?xml version='1.0'?><!-- > --><graphml xmlns=\"x\">\n<key id='d&lt;' for='edge' "
     "attr.name='width'><default>3</default></key>\n"
     "<graph edgedefault='undirected'><node id='0'/><node id='1'><data key='d&lt;'>7</data></node><node id='2'/>\n"
     "<node id='3'/><node id='4'/><edge source='0' target='1'/><edge source='1' target='2'><data key='d&lt;'> 3.0 "
     "</data>\n"
     "</edge><edge source='2' target='3'/><edge source='3' target='0'/><edge source='1' target='3'/>\n"
     "<edge source='3' target='4'/></graph></graphml>"},
    {"anynet", "file:",
     "router 0 node 0 router 1 15\nrouter 1 node 1 router 2 15 router 3 15\nrouter 2 node 2\n"
     "router 3 node 3 router 0 15 router 2 15 router 4 15 router 1 15\nnode 4 router 4\n"},
    {"square.json", "file:",
     "{\"msccl_type\": \"topology\", \"name\": \"square\", \"switches\": [],\n\"links\": [[0, 2, 0, 2, 0], [0, 0, 2, "
     "2, 0], "
     "[0, 0, 0, 2, 0], [0, 2.0, 0, 0, 2], [0, 0, 0, 0, 0]]}"},
};

std::set<std::pair<std::uint32_t, std::uint32_t>> links_of(const Network& network) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  const Adjacency adjacency(network);
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    for (const std::uint32_t* there = adjacency.begin(node); there != adjacency.end(node); ++there) {
      links.emplace(std::min(node, *there), std::max(node, *there));
    }
  }
  return links;
}

TEST_F(GraphFormats, AllGiveTheSameNetwork) {
  for (const Format& format : kFormats) {
    const std::string spec = format.kind + written(format.text, format.name);
    ASSERT_EQ(test::error_of(spec), "none") << format.text;
    const Network network = network_of(spec);
    EXPECT_EQ(network.nodes(), 5u) << format.text;
    EXPECT_EQ(links_of(network),
              (std::set<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {1, 2}, {2, 3}, {0, 3}, {1, 3}, {3, 4}}))
        << format.text;
  }
}

// Nodes 0 to 3 of two switches, which come behind them under the names of the file.
TEST_F(GraphFormats, SayWhichNodesAreSwitches) {
  const Format formats[] = {
      {"list", "file:", "edges\nswitch 1, 4\n1 0\n2 1\n1 4\n4 3\n4 5\n"},
      {"list", "file1:", "switch 2\nswitch 5\n2 1\n3 2\n2 5\n5 4\n5 6\n"},
      {"dot", "file:", "graph { node [switch=true] 1; 4; node [switch=false] 1 -- 0 2 -- 1 1 -- 4 4 -- 3 4 -- 5 }"},
      {"dot", "file:", "graph { 1 -- {0 2} 1 -- 4 4 -- {3 5} 4 [switch=true, shape=box] 1 [switch=true] }"},
      {"graphml", "file:",
       "<graphml><key id='s' for='node' attr.name='switch'/><graph><node id='0'/><node id='1'><data "
       "key='s'>true</data></node><node id='2'/><node id='3'/><node id='4'><data key='s'>true</data></node><node "
       "id='5'/><edge source='0' target='1'/><edge source='1' target='2'/><edge source='1' target='4'/><edge "
       "source='4' target='3'/><edge source='4' target='5'/></graph></graphml>"},
      {"anynet", "file:", "router 0 node 0 node 1 router 1\nrouter 1 node 2 node 3\n"},
  };
  for (const Format& format : formats) {
    const std::string spec = format.kind + written(format.text, format.name);
    ASSERT_EQ(test::error_of(spec), "none") << format.text;
    const Network network = network_of(spec);
    EXPECT_EQ(network.ends(), 4u) << format.text;
    EXPECT_EQ(links_of(network),
              (std::set<std::pair<std::uint32_t, std::uint32_t>>{{0, 4}, {1, 4}, {4, 5}, {2, 5}, {3, 5}}))
        << format.text;
  }
  EXPECT_EQ(network_of("file:" + written(formats[0].text)).name(Address(4)), "1");
}

TEST_F(GraphFormats, NameNodesAsTheFileDoes) {
  const Network network = network_of("file:" + written("graph { b -- a; a -- \"c d\" }"));
  EXPECT_EQ(network.name(Address(0)), "b");
  EXPECT_EQ(network.name(Address(2)), "c d");
  EXPECT_EQ(network_of("file1:" + written("graph { 2 -- 1 }")).name(Address(0)), "1");
  EXPECT_EQ(network_of("file:" + written("graph { 2 -- 1 }")).name(Address(0)), "2") << "no numbers from 0";
}

TEST_F(GraphFormats, RefuseWithAllFindings) {
  EXPECT_EQ(
      error_of("0 1\n1 x\n2 2\n0 1\n0 1 2 3\n"),
      ", line 2: x: must be a number, 0..65535, in digits without leading zeros; also line 3: is a loop at node 2; "
      "leave it out; also line 4: nodes 0 and 1 are linked already, in this direction; leave it out; also line 5: "
      "has 4 numbers; an edge has two nodes, and maybe a weight");
  EXPECT_EQ(error_of("0 1 3\n0 1 5\n"), ", line 2: nodes 0 and 1 are linked already, in this direction; leave it out")
      << "its weight does not matter";
  std::string many = "edges\n";
  for (int line = 0; line < 20; ++line) many += "0 0\n";
  EXPECT_NE(error_of(many).find("line 9: is a loop at node 0; leave it out; also 12 more findings"), std::string::npos);
  EXPECT_EQ(error_of("0 1\n1 2 3.5\n2 0 1\n"),
            ", line 2: the link has weight 3.5, and line 1 has weight 1; give all the same, or none, or "
            "--link-latency weights or --link-wires weights in run and measure");
  EXPECT_EQ(
      error_of("generators\n1 0 2\n0 x 2\n0 1 2\n1 0 2\n"),
      ", line 3: x: must be a number, 0..255, in digits without leading zeros; also line 4: is the identity, a loop "
      "at every node; leave it out; also line 5: is that of line 2 again; leave it out");
}

TEST_F(GraphFormats, RefuseWhatIsNoGraph) {
  EXPECT_EQ(error_of("graph {\n a -- \n}"), ", line 3: '}' where there must be a name");
  EXPECT_EQ(error_of("digraph {\n a -> b [x y]"), ", line 2: 'y' where there must be =");
  EXPECT_EQ(error_of("graph { a -- b"), ", line 1: the file ends where there must be a name");
  EXPECT_EQ(error_of("graph { a -- b } graph {}"),
            ", line 1: 'graph' where there must be the end, for a file is one graph");
  std::string deep = "graph ";
  for (int i = 0; i < 200000; ++i) deep += '{';
  EXPECT_EQ(error_of(deep), ", line 1: '{' where there must be no further subgraph: 100 are in one another");
  EXPECT_EQ(error_of("<svg/>"), ", line 1: <svg>: must be <graphml>");
  EXPECT_EQ(
      error_of("<graphml><graph><node id='a'/>\n<node id='a'/><edge source='a' target='b'/></graph></graphml>"),
      ", line 2: a: is the node of line 1 again; leave it out; also line 2: 'b': is no <node> of the file; add it");
  EXPECT_EQ(error_of("<graphml><key id='w' for='edge' attr.name='latency'><default>9</default></key><graph><node "
                     "id='0'/><node id='1'/><node id='2'/>\n<edge source='0' target='1'/>\n"
                     "<edge source='1' target='2'><data key='w'>1</data></edge></graph></graphml>"),
            ", line 3: the link has weight 1, and line 2 has latency 9; give all the same, or none, or "
            "--link-latency weights or --link-wires weights in run and measure");
  EXPECT_EQ(error_of("<graphml><graph>\n</graphml>"), ", line 2: </graphml> closes <graph>");
  EXPECT_EQ(error_of("<graphml><graph>\n<node id=a>"), ", line 2: id without a value in quotes");
  EXPECT_EQ(error_of("3 2\n2\n1 3\n", "a.metis"),
            ", line 3: is the line of node 2, and the head says 3; give each a line");
  EXPECT_EQ(error_of("3 3\n2\n1 3\n2\n", "a.metis"),
            ", line 4: all lines have 4 neighbours, and the head says 3 edges; give each edge at both of its nodes");
  EXPECT_EQ(error_of("2 1\n2 4\n1\n", "a.metis"), ", line 2: 4: must be a node, 1..2");
  EXPECT_EQ(error_of("2 1 5\n2\n1\n", "a.graph").substr(0, 44), ", line 1: must be the head of a METIS graph,");
  EXPECT_EQ(error_of("1 0\n\n", "a.metis"), ", line 2: has no edges; a network has two nodes or more");
  EXPECT_EQ(error_of("router 0 node 0 router 1\nrouter 1 node 0\n"),
            ", line 2: node 0 is at router 0 already; give it one router");
  EXPECT_EQ(error_of("router 0 node 0 router 1\n"),
            ", line 1: all nodes up to here but 1 are switches; a network has two nodes or more that send and receive");
  EXPECT_EQ(error_of("0 1\nswitch 2\n"), ", line 2: no edge up to here has switch 2; add one, or leave the switch out");
  EXPECT_EQ(error_of("0 1\nswitch\n"), ", line 2: switch: has no node; give the nodes that are switches");
  EXPECT_EQ(error_of("graph { a -- b; b [switch=maybe] }"), ", line 1: switch maybe: must be true or false");
  EXPECT_EQ(error_of("{\n\"links\": [[0, 1], [1, 0]\n"),
            ", line 3: is no JSON from here on; a topology of MSCCL is a matrix \"links\" in JSON");
  EXPECT_EQ(error_of("{\"links\":[[0,1e999],[1,0]]}"),
            ", line 1: has a number that is too large; give bandwidths to 1e308");
  EXPECT_EQ(error_of("{\"link\": []}"), ", line 1: has no matrix \"links\" of bandwidths, as a topology of MSCCL has");
  EXPECT_EQ(error_of("{\"links\": [[0, 1], [1]]}"),
            ", line 1: links[1]: must be a list of 2 bandwidths, one from each node");
  EXPECT_EQ(error_of("{\"links\": [[0, -1], [1, 0]]}"), ", line 1: links[0][1]: must be a bandwidth, 0 or more");
  EXPECT_EQ(
      error_of("{\"links\": [[0, 1], [1, 0]], \"switches\": [[[0], [1], 1, \"s\"]]}"),
      ", line 1: has \"switches\", which limit what links carry together; here each link has a packet a cycle: leave "
      "them out");
  std::string lists = "{\"links\": ";
  for (int i = 0; i < 200000; ++i) lists += '[';
  EXPECT_EQ(error_of(lists), ", line 1: has more than 16 levels of lists and objects; a topology has 3");
  EXPECT_EQ(error_of("router 0 switch 1\n"), ", line 1: switch: must be router or node, and its number");
}

// A mutated file is a network or is refused in one line; nothing else happens.
TEST_F(GraphFormats, TakeAnyBytes) {
  std::mt19937 random(test_support::seed());
  const std::string words[] = {
      "{",        "}",     "--",     "->",   "\"",   "<",     ">",  "[",  "]",
      "=",        "65536", "-1",     "0",    "1",    "\n",    "/*", "//", "<edge source='0' target='9'/>",
      "</graph>", "<!--",  "router", "node", "edge", "graph", "\\", "&"};
  constexpr int kMutants = 100;  // of each format
  for (const Format& format : kFormats) {
    for (int mutant = 0; mutant < kMutants; ++mutant) {
      std::string text = format.text;
      for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
        const std::size_t at = random() % (text.size() + 1);
        switch (random() % 5) {
          case 0:
            text.insert(at, 1, static_cast<char>(random()));
            break;
          case 1:
            text.insert(at, words[random() % std::size(words)]);
            break;
          case 2:
            text.erase(at, random() % 8);
            break;
          case 3:
            text.resize(at);
            break;
          default:
            text.insert(at, text.substr(random() % (text.size() + 1), random() % 32));
        }
      }
      const std::string what = test::error_of(format.kind + written(text, format.name));
      EXPECT_TRUE(what == "none" || what.starts_with("file")) << text << '\n' << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace testbench::test
