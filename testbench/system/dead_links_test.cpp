// SPDX-License-Identifier: Apache-2.0
// Graceful degradation (Johnsson and Ho 1986, section 9): with f links that never work, a broadcast
// on edge-disjoint trees takes the trees that need none of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "firmware/trees/johnsson_ho.hpp"
#include "testbench/request/request.hpp"
#include "testbench/run/runner.hpp"

namespace testbench::test {
namespace {

using Link = std::pair<std::uint32_t, unsigned>;  // node and port

std::string text_of(const std::vector<Link>& links) {
  std::string text;
  for (const auto& [node, port] : links) text += fmt::format("{}{}:{}", text.empty() ? "" : ",", node, port);
  return text;
}

// Trees of the root that need one of the links, from their definition by parents.
unsigned trees_hit(unsigned d, std::uint32_t root, const std::vector<Link>& links) {
  std::set<unsigned> hit;
  for (const auto& [node, port] : links) {
    const network::Address child((node ^ 1u << port) ^ root);
    if (child == network::Address(0)) continue;
    for (unsigned tree = 0; tree < d; ++tree) {
      if (trees::Nesbt::parent(d, child, tree) == network::Ports::one(port)) hit.insert(tree);
    }
  }
  return static_cast<unsigned>(hit.size());
}

RunReport run(const char* collective, unsigned d, std::uint32_t root, std::uint32_t packets,
              const std::vector<Link>& links) {
  Request request;
  request.collective = collective;
  request.dim = d;
  const bool has_root = std::string(collective) == "broadcast" || std::string(collective) == "reduce";
  if (has_root) request.root = root;
  request.packets = packets;
  request.engine.links.fail = text_of(links);
  return Run(resolve(request)).execute({});
}

// The cycles of a broadcast from the root, and no packet over the links (RunReport::fault).
void expect_in_time(unsigned d, std::uint32_t root, std::uint32_t packets, const std::vector<Link>& links) {
  const unsigned hit = trees_hit(d, root, links);
  ASSERT_LT(hit, d);
  const RunReport report = run("broadcast", d, root, packets, links);
  EXPECT_EQ(report.fault, std::nullopt) << d << ' ' << text_of(links);
  const unsigned whole = d - hit;
  EXPECT_LE(report.cycles, (packets + whole - 1) / whole + d + 1) << d << ' ' << text_of(links);
}

std::vector<Link> all_links(unsigned d) {
  std::vector<Link> links;
  for (std::uint32_t node = 0; node < 1u << d; ++node) {
    for (unsigned port = 0; port < d; ++port) links.emplace_back(node, port);
  }
  return links;
}

TEST(DeadLinks, EveryPatternOfASmallCubeLeavesABroadcast) {
  for (const Link& one : all_links(2)) expect_in_time(2, 3, 7, {one});
  const std::vector<Link> links = all_links(3);
  for (std::size_t i = 0; i < links.size(); ++i) {
    expect_in_time(3, 5, 8, {links[i]});
    for (std::size_t k = i + 1; k < links.size(); ++k) expect_in_time(3, 5, 8, {links[i], links[k]});
  }
}

TEST(DeadLinks, RandomPatternsOfLargeCubesLeaveCollectives) {
  std::mt19937 random(17);
  for (const unsigned d : {4u, 5u, 6u, 8u}) {
    for (unsigned trial = 0; trial < 6; ++trial) {
      std::vector<Link> links = all_links(d);
      std::shuffle(links.begin(), links.end(), random);
      links.resize(d - 1);
      expect_in_time(d, static_cast<std::uint32_t>(random() % (1u << d)), 40, links);
      links.resize((d - 1) / 2);  // an allreduce uses a tree both ways, so a link can hit two
      for (const char* const collective : {"allgather", "reduce", "allreduce"}) {
        if (d > 6) continue;
        const RunReport report = run(collective, d, 1, 12, links);
        EXPECT_EQ(report.fault, std::nullopt) << collective << ' ' << d << ' ' << text_of(links);
      }
    }
  }
}

// Every packet on every tree: whichever d - 1 links break in mid-run, nothing is lost.
TEST(DeadLinks, ARedundantBroadcastSurvivesLinksThatBreakInMidRun) {
  std::mt19937 random(23);
  for (const unsigned d : {3u, 4u}) {
    for (unsigned trial = 0; trial < 15; ++trial) {
      std::vector<Link> links = all_links(d);
      std::shuffle(links.begin(), links.end(), random);
      links.resize(d - 1);
      Request request;
      request.collective = "broadcast";
      request.dim = d;
      request.packets = 60;
      request.root = static_cast<std::int64_t>(random() % (1u << d));
      request.redundant = true;
      request.engine.links.wires = 16;
      request.engine.links.frame_packets = 4;
      request.engine.links.check = "crc32";
      std::string fail;
      for (const auto& [node, port] : links) {
        fail += fmt::format("{}{}:{}@{}", fail.empty() ? "" : ",", node, port, 1 + random() % 500);
      }
      request.engine.links.fail = fail;
      const RunReport report = testbench::Run(resolve(request)).execute({});
      EXPECT_EQ(report.fault, std::nullopt) << d << " --fail " << fail;
    }
  }
}

TEST(DeadLinks, ARedundantBroadcastTakesTheCyclesOfOneTree) {
  Request request;
  request.collective = "broadcast";
  request.dim = 4;
  request.packets = 30;
  request.redundant = true;
  const RunReport report = testbench::Run(resolve(request)).execute({});
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_EQ(report.cycles, 30u + 4);
  EXPECT_EQ(report.transmissions, 4u * 15 * 30);
}

TEST(DeadLinks, AreRefusedWhereNothingGoesAroundThem) {
  const auto refuses = [](const char* collective, const std::vector<Link>& links, const std::string& words) {
    try {
      run(collective, 3, 0, 4, links);
      ADD_FAILURE() << collective;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  refuses("broadcast", {{0, 0}, {0, 1}, {0, 2}}, "each of the 3 edge-disjoint trees of node 0 needs one of them");
  refuses("alltoall", {{0, 0}}, "alltoall has no way around links that never work");
}

}  // namespace
}  // namespace testbench::test
