// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/diagram.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/tool/report/perfetto.hpp"

namespace testbench::test {
namespace {

// Two nodes and the links between them; a packet to node 1 in cycle 2, one back in cycles 3 and 4.
const Json kTwoNodes{{"collective", "alltoall"},
                     {"algorithm", "a <b>"},
                     {"network", "cube:1"},
                     {"nodes", 2},
                     {"lower_bound", 3},
                     {"link_layer", true},
                     {"links", {{0, 0, 1, 0}, {1, 0, 0, 0}}}};

std::vector<TraceRow> rows() {
  const LinkEvent there{2, 0, 0, 0, 1, 0, 0};
  const LinkEvent back{4, 1, 0, 1, 0, 0, 7};
  return {{{WireEventKind::kCarried, 2, 2, 1, there}, 0},
          {{WireEventKind::kCarried, 3, 4, 1, back}, 2},
          {{WireEventKind::kTimeOut, 4, 4, 0, back}}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Diagram, HasACellForEachPacket) {
  Diagram diagram("--plot x");
  for (const TraceRow& row : rows()) diagram.add(row);
  const std::string svg = diagram.svg(kTwoNodes);
  EXPECT_EQ(count(svg, "<rect"), 3u) << "one is the paper";
  EXPECT_NE(svg.find("a &lt;b>"), std::string::npos);
  EXPECT_NE(svg.find("bound 3"), std::string::npos);
}

TEST(Diagram, DrawsEachCycle) {
  Diagram diagram("--show");
  for (const TraceRow& row : rows()) diagram.add(row);
  const std::string text = diagram.text(kTwoNodes);
  EXPECT_EQ(count(text, "cycle "), 4u);
  EXPECT_EQ(count(text, ">1"), 1u);
  EXPECT_EQ(count(text, "<0"), 2u) << "it takes two cycles";
}

TEST(Diagram, RefusesTooMany) {
  Diagram diagram("--show");
  for (std::size_t i = 0; i < Diagram::kMostMoves; ++i) diagram.add(rows()[0]);
  EXPECT_THROW(diagram.add(rows()[0]), FileError);
}

TEST(Perfetto, HasATrackForEachLinkAndQueue) {
  std::ostringstream out;
  PerfettoTrace trace(out, kTwoNodes);
  trace.add(rows());
  trace.finish();
  const Json json = Json::parse(out.str());
  std::map<std::string, int> kinds;
  for (const Json& event : json["traceEvents"]) ++kinds[event["ph"]];
  EXPECT_EQ(kinds["M"], 4) << "two processes, two links";
  EXPECT_EQ(kinds["X"], 2);
  EXPECT_EQ(kinds["i"], 1);
  EXPECT_EQ(kinds["C"], 2) << "node 1 has a packet that waits from cycle 1 to 3";
  EXPECT_EQ(json["traceEvents"].back()["args"]["packets"], 0);
}

}  // namespace
}  // namespace testbench::test
