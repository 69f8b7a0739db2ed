// SPDX-License-Identifier: Apache-2.0
// Lists of edges, METIS graphs and BookSim's anynet: formats of lines of words.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <string>

#include "testbench/ground/files/numeral.hpp"
#include "testbench/plans/formats/graph_text.hpp"
#include "testbench/plans/formats/numbers.hpp"

namespace testbench {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) words.push_back(word);
  return words;
}

}  // namespace

void read_edge_list(std::string_view text, GraphText& graph) {
  each_line(text, "#%", [&](unsigned line, std::string_view rest) {
    std::vector<std::string_view> words = words_of(rest);
    graph.last_line = line;
    if (graph.links.empty() && !words.empty() && words.front() == "edges") words.erase(words.begin());
    if (words.empty() || graph.is_full()) return;
    if (words.front() == "switch") {
      words.erase(words.begin());
      if (words.empty()) graph.findings.add(line, "switch: has no node; give the nodes that are switches");
      for (const std::string_view word : words) {
        if (const auto node = numbered_node(word, line, graph)) graph.switches.insert(*node);
      }
      return;
    }
    std::vector<std::uint32_t> ends;
    for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 2); ++i) {
      const auto node = numbered_node(words[i], line, graph);
      if (!node) return;
      ends.push_back(*node);
    }
    if (words.size() < 2 || words.size() > 3) {
      graph.findings.add(
          line, fmt::format("has {}; an edge has two nodes, and maybe a weight", count_of_numbers(words.size())));
      return;
    }
    graph.nodes = std::max({graph.nodes, ends[0] + 1, ends[1] + 1});
    graph.add(ends[0], ends[1], line, words.size() == 3 ? weight_of("weight", words[2], line, graph.findings) : "");
  });
}

namespace {

// The first line of a METIS graph: nodes, edges, which weights there are, and how many a node has.
struct MetisHead {
  std::size_t edges = 0;
  std::size_t skipped = 0;  // numbers of a line before the neighbours
  bool has_weights = false;
};

std::optional<MetisHead> metis_head(const std::vector<std::string_view>& words, unsigned line, GraphText& graph) {
  const auto nodes = number_in(words[0], {1, network::kMaxNodes});
  const auto edges = words.size() < 2 ? std::nullopt : whole_number<std::uint32_t>(words[1]);
  const std::string_view format = words.size() < 3 ? "0" : words[2];
  const auto weights = words.size() < 4 ? std::optional<std::uint32_t>(1) : number_in(words[3], {0, 1000});
  if (!nodes || !edges || !weights || words.size() > 4 || format.size() > 3 ||
      format.find_first_not_of("01") != std::string_view::npos) {
    graph.findings.add(line, fmt::format("must be the head of a METIS graph, nodes (1..{}), edges, maybe a format of "
                                         "digits 0 and 1, and weights of a node (0..1000)",
                                         network::kMaxNodes));
    return std::nullopt;
  }
  const std::string digits = std::string(3 - format.size(), '0') + std::string(format);
  graph.nodes = *nodes;
  return MetisHead{*edges, (digits[0] == '1' ? 1u : 0u) + (digits[1] == '1' ? *weights : 0u), digits[2] == '1'};
}

}  // namespace

void read_metis(std::string_view text, GraphText& graph) {
  graph.first_number = 1;
  std::optional<MetisHead> head;
  std::uint32_t node = 0;
  bool is_bad = false;
  each_line(text, "", [&](unsigned line, std::string_view rest) {
    const std::vector<std::string_view> words = words_of(rest);
    if (is_bad || graph.is_full() || (!words.empty() && words.front().front() == '%')) return;
    graph.last_line = line;
    if (!head) {
      if (words.empty()) return;
      head = metis_head(words, line, graph);
      is_bad = !head;
      return;
    }
    if (node == graph.nodes) {
      if (words.empty()) return;
      graph.findings.add(line, fmt::format("is one line too many for the {} nodes of the head", graph.nodes));
      is_bad = true;
      return;
    }
    const std::size_t step = head->has_weights ? 2 : 1;
    if (words.size() < head->skipped || (words.size() - head->skipped) % step != 0) {
      graph.findings.add(line, fmt::format("has {}; node {} has {}, then {}", count_of_numbers(words.size()), node + 1,
                                           count_of_numbers(head->skipped),
                                           step == 2 ? "pairs of neighbour and weight" : "neighbours"));
    }
    for (std::size_t i = head->skipped; i + step <= words.size(); i += step) {
      const auto there = numbered_node(words[i], line, graph);
      if (!there) continue;
      if (*there >= graph.nodes) {
        graph.findings.add(line, fmt::format("{}: must be a node, 1..{}", *there + 1, graph.nodes));
        continue;
      }
      graph.add(node, *there, line, step == 2 ? weight_of("weight", words[i + 1], line, graph.findings) : "");
    }
    ++node;
  });
  if (!head || is_bad || !graph.findings.empty()) return;
  if (node != graph.nodes) {
    graph.findings.add(graph.last_line, fmt::format("is the line of node {}, and the head says {}; give each a line",
                                                    node, graph.nodes));
  } else if (graph.links.size() != 2 * head->edges) {
    graph.findings.add(graph.last_line,
                       fmt::format("all lines have {} neighbours, and the head says {} edges; give each "
                                   "edge at both of its nodes",
                                   graph.links.size(), head->edges));
  }
}

namespace {

struct PlacedNode {
  std::uint32_t number;
  std::string latency;  // of its link
};
using NodesAt = std::map<std::uint32_t, std::vector<PlacedNode>>;  // by router

// Nodes at routers. A router with one node is that node; one with several is a switch, and each of these has a link to
// it; one without is a switch too, if others have nodes.
void place_nodes(const NodesAt& nodes_at, std::uint32_t routers, unsigned line, GraphText& graph) {
  std::set<std::uint32_t> nodes;
  std::vector<std::uint32_t> number(routers);
  for (const auto& [router, own] : nodes_at) {
    for (const PlacedNode& node : own) nodes.insert(node.number);
  }
  const auto count = static_cast<std::uint32_t>(nodes.size());
  if (*nodes.rbegin() + 1 != count) {
    graph.findings.add(line, fmt::format("node {} is the last of {} nodes; number them from {} without gaps",
                                         *nodes.rbegin() + graph.first_number, count, graph.first_number));
    return;
  }
  std::uint32_t next = count;
  for (std::uint32_t router = 0; router < routers; ++router) {
    const auto own = nodes_at.find(router);
    const bool is_node = own != nodes_at.end() && own->second.size() == 1;
    number[router] = is_node ? own->second.front().number : next++;
    if (!is_node) graph.switches.insert(number[router]);
  }
  graph.nodes = next;
  for (FileLink& link : graph.links) link = {number[link.from], number[link.to], link.line, link.weight};
  for (const auto& [router, own] : nodes_at) {
    for (const PlacedNode& node : own) {
      if (node.number != number[router]) graph.add(node.number, number[router], line, node.latency);
    }
  }
}

}  // namespace

void read_anynet(std::string_view text, GraphText& graph) {
  NodesAt nodes_at;
  std::map<std::uint32_t, std::uint32_t> router_of;  // by node
  std::uint32_t routers = 0;
  each_line(text, "#", [&](unsigned line, std::string_view rest) {
    graph.last_line = line;
    std::vector<std::string_view> words = words_of(rest);
    struct End {
      bool is_router;
      std::uint32_t number;
    };
    std::optional<End> first;
    for (std::size_t i = 0; i < words.size() && !graph.is_full();) {
      const bool is_router = words[i] == "router";
      if ((!is_router && words[i] != "node") || i + 1 == words.size()) {
        graph.findings.add(line, fmt::format("{}: must be router or node, and its number", shown(words[i])));
        return;
      }
      const auto number = numbered_node(words[i + 1], line, graph);
      if (!number) return;
      i += 2;
      std::string latency;
      if (first && i < words.size() && words[i] != "router" && words[i] != "node") {
        latency = weight_of("latency", words[i++], line, graph.findings);
      }
      if (is_router) routers = std::max(routers, *number + 1);
      if (!first) {
        first = End{is_router, *number};
      } else if (first->is_router && is_router) {
        graph.add(first->number, *number, line, latency);
      } else if (first->is_router != is_router) {
        const std::uint32_t router = is_router ? *number : first->number;
        const std::uint32_t node = is_router ? first->number : *number;
        const auto [entry, is_new] = router_of.try_emplace(node, router);
        if (is_new) nodes_at[router].push_back({node, latency});
        if (entry->second != router) {
          graph.findings.add(line, fmt::format("node {} is at router {} already; give it one router",
                                               node + graph.first_number, entry->second + graph.first_number));
        }
      } else {
        graph.findings.add(line, fmt::format("node {} cannot be linked with a node; give routers links",
                                             *number + graph.first_number));
      }
    }
  });
  graph.nodes = routers;
  if (!nodes_at.empty() && graph.findings.empty()) place_nodes(nodes_at, routers, graph.last_line, graph);
}

}  // namespace testbench
