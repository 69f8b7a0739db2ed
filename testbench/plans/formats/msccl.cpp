// SPDX-License-Identifier: Apache-2.0
// Topologies of MSCCL: JSON with a matrix `links`, whose row d has at place s the bandwidth of the link from node s to
// node d, and 0 where there is none. Entries of `switches` limit what some links carry together.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "testbench/plans/formats/graph_text.hpp"

namespace testbench {
namespace {

using nlohmann::json;

// Lists and objects in one another are freed by recursion, so that few may be.
constexpr int kMostDepth = 16;

json parsed(std::string_view text, Findings& findings) {
  struct TooDeep {};
  try {
    return json::parse(text, [](int depth, json::parse_event_t, const json&) {
      if (depth > kMostDepth) throw TooDeep();
      return true;
    });
  } catch (const json::parse_error& error) {
    const std::string_view before = text.substr(0, error.byte);
    findings.add(static_cast<unsigned>(1 + std::ranges::count(before, '\n')),
                 "is no JSON from here on; a topology of MSCCL is a matrix \"links\" in JSON");
  } catch (const json::out_of_range&) {
    findings.add(1, "has a number that is too large; give bandwidths to 1e308");
  } catch (const TooDeep&) {
    findings.add(1, fmt::format("has more than {} levels of lists and objects; a topology has 3", kMostDepth));
  }
  return {};
}

}  // namespace

void read_msccl(std::string_view text, GraphText& graph) {
  const json file = parsed(text, graph.findings);
  if (!graph.findings.empty()) return;
  const auto refuse = [&graph](const std::string& reason) { graph.findings.add(1, reason); };
  if (!file.contains("links") || !file["links"].is_array() || file["links"].empty()) {
    return refuse("has no matrix \"links\" of bandwidths, as a topology of MSCCL has");
  }
  const json& links = file["links"];
  const std::size_t nodes = links.size();
  if (nodes > network::kMaxNodes)
    return refuse(fmt::format("has {} nodes; give {} at most", nodes, network::kMaxNodes));
  if (file.contains("switches") && !file["switches"].empty()) {
    refuse(
        "has \"switches\", which limit what links carry together; here each link has a packet a cycle: leave them out");
  }
  graph.nodes = static_cast<std::uint32_t>(nodes);
  for (std::size_t to = 0; to < nodes; ++to) {
    if (!links[to].is_array() || links[to].size() != nodes) {
      return refuse(fmt::format("links[{}]: must be a list of {} bandwidths, one from each node", to, nodes));
    }
    for (std::size_t from = 0; from < nodes; ++from) {
      const json& bandwidth = links[to][from];
      if (!bandwidth.is_number() || bandwidth.get<double>() < 0) {
        return refuse(fmt::format("links[{}][{}]: must be a bandwidth, 0 or more", to, from));
      }
      if (bandwidth.get<double>() == 0 || graph.is_full()) continue;
      graph.add(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), 1,
                weight_of("bandwidth", bandwidth.dump(), 1, graph.findings));
    }
  }
}

}  // namespace testbench
