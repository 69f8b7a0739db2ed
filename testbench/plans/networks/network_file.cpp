// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/network_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "firmware/networks/network.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/formats/graph_text.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench {
namespace {

using Permutation = PermutationGroup::Permutation;

std::string bytes_of(const Permutation& permutation) {
  return {permutation.begin(), permutation.end()};
}

Permutation composed(const Permutation& a, const Permutation& b) {
  Permutation result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[b[i]];
  return result;
}

}  // namespace

std::optional<PermutationGroup> PermutationGroup::of(const std::vector<Permutation>& generators) {
  PermutationGroup group;
  Permutation identity(generators.front().size());
  std::iota(identity.begin(), identity.end(), std::uint8_t{0});
  group.add(identity);
  for (const Permutation& generator : generators) group.generators_.push_back(group.add(generator));
  for (std::uint32_t node = 0; node < group.nodes(); ++node) {
    for (const Permutation& generator : generators) {
      group.add(composed(group.elements_[node], generator));
      if (group.nodes() > network::kMaxNodes) return std::nullopt;
    }
  }
  return group;
}

Address PermutationGroup::add(const Permutation& element) {
  const auto [entry, is_new] = node_of_.try_emplace(bytes_of(element), nodes());
  if (is_new) elements_.push_back(element);
  return Address(entry->second);
}

Address PermutationGroup::product(Address a, Address b) const {
  return Address(node_of_.at(bytes_of(composed(elements_[a.number()], elements_[b.number()]))));
}

Permutation PermutationGroup::inverse_of(const Permutation& permutation) {
  Permutation result(permutation.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[permutation[i]] = static_cast<std::uint8_t>(i);
  return result;
}

Address PermutationGroup::inverse(Address a) const {
  return Address(node_of_.at(bytes_of(inverse_of(elements_[a.number()]))));
}

std::string PermutationGroup::name(Address node) const {
  return fmt::format("({})", fmt::join(elements_[node.number()], ","));
}

namespace {

constexpr std::uintmax_t kMaxBytes = std::uintmax_t{1} << 26;  // all links of 65,536 nodes, with room for comments

std::ifstream opened(const std::string& label, const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (error) throw NetworkError(fmt::format("{}: {}; give a regular file", label, error.message()));
  if (!std::filesystem::is_regular_file(status))
    throw NetworkError(fmt::format("{}: is no regular file; give one", label));
  if (std::filesystem::file_size(path, error) > kMaxBytes) {
    throw NetworkError(fmt::format("{}: is longer than {} bytes; give a smaller network", label, kMaxBytes));
  }
  std::ifstream in(path);
  if (!in) throw NetworkError(fmt::format("{}: cannot be read: {}", label, std::strerror(errno)));
  return in;
}

// The whole file, without a byte order mark.
std::string text_of(const std::string& label, const std::string& path) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::ifstream in = opened(label, path);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw NetworkError(fmt::format("{}: cannot be read: {}", label, std::strerror(errno)));
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

}  // namespace

void EdgeList::add(Address a, Address b) {
  const unsigned port_of_a = degree(a);
  const unsigned port_of_b = degree(b);
  links_[a.number()].push_back({b, port_of_b});
  links_[b.number()].push_back({a, port_of_a});
  ports_ = std::max({ports_, port_of_a + 1, port_of_b + 1});
}

bool EdgeList::linked(Address a, Address b) const {
  const std::vector<Link>& links = links_[a.number()];
  return std::any_of(links.begin(), links.end(), [b](const Link& link) { return link.neighbour == b; });
}

namespace {

using network::kMaxNodes;
using network::kMaxPorts;

// "; leave it out", or with others like it: "; leave out 3 such lines".
std::string left_out(std::size_t lines) {
  return lines == 1 ? "; leave it out" : fmt::format("; leave out {} such lines", lines);
}

// The permutation of a line, and the first line's number of symbols.
std::optional<Permutation> permutation_of(std::string_view line, unsigned number, Findings& findings) {
  std::vector<std::uint32_t> values;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    const auto value = number_in(word, {0, PermutationGroup::kMaxSymbols - 1});
    if (!value) {
      findings.add(number, fmt::format("{}: must be a number, 0..{}{}", shown(word), PermutationGroup::kMaxSymbols - 1,
                                       form_of_whole_number(word)));
      return std::nullopt;
    }
    values.push_back(*value);
  }
  if (values.size() > PermutationGroup::kMaxSymbols) {
    findings.add(number, fmt::format("has {}; permute {} at most", count_of_numbers(values.size()),
                                     PermutationGroup::kMaxSymbols));
    return std::nullopt;
  }
  std::vector<bool> seen(values.size(), false);
  Permutation permutation;
  for (const std::uint32_t value : values) {
    if (value >= values.size() || seen[value]) {
      findings.add(number, fmt::format("{}: must be a permutation, each of 0..{} once", value, values.size() - 1));
      return std::nullopt;
    }
    seen[value] = true;
    permutation.push_back(static_cast<std::uint8_t>(value));
  }
  return permutation;
}

Network network_of_generators(std::string_view text, const std::string& label) {
  Findings findings(label);
  std::vector<Permutation> generators;
  std::map<Permutation, unsigned> line_of;
  std::vector<std::pair<unsigned, unsigned>> again;  // a line, and the earlier one
  unsigned first_line = 0;
  unsigned last_line = 1;
  bool has_heading = false;
  each_line(text, "#", [&](unsigned line, std::string_view rest) {
    last_line = line;
    if (!has_heading && next_word(rest) != "generators") return;
    has_heading = true;
    if (rest.find_first_not_of(" \t\r\v\f,") == std::string_view::npos) return;
    const std::optional<Permutation> generator = permutation_of(rest, line, findings);
    if (!generator) return;
    if (first_line == 0) first_line = line;
    if (!generators.empty() && generator->size() != generators.front().size()) {
      findings.add(line,
                   fmt::format("has {}, and line {} has {}; permute equally many", count_of_numbers(generator->size()),
                               first_line, count_of_numbers(generators.front().size())));
    } else if (std::is_sorted(generator->begin(), generator->end())) {
      findings.add(line, "is the identity, a loop at every node; leave it out");
    } else if (const auto [earlier, is_new] = line_of.try_emplace(*generator, line); !is_new) {
      again.emplace_back(line, earlier->second);
    } else if (generators.size() == kMaxPorts) {
      findings.add(line, fmt::format("is one too many; a node has {} ports at most", kMaxPorts));
    } else {
      generators.push_back(*generator);
    }
  });
  if (!again.empty()) {
    findings.add(again.front().first,
                 fmt::format("is that of line {} again{}", again.front().second, left_out(again.size())));
  }
  if (findings.empty() && generators.empty()) findings.add(last_line, "has no generators; give one a line");
  findings.require_none();
  for (const auto& [generator, line] : line_of) {
    const Permutation inverse = PermutationGroup::inverse_of(generator);
    if (!line_of.contains(inverse)) {
      findings.add(line, fmt::format("its inverse is no generator; add a line {}", fmt::join(inverse, " ")));
    }
  }
  findings.require_none();
  const auto group = PermutationGroup::of(generators);
  if (!group) {
    throw NetworkError(fmt::format("{}: generates a group of more than {} elements; give generators of a smaller one",
                                   label, kMaxNodes));
  }
  return Network(network::CayleyNetwork<PermutationGroup>(*group));
}

// Switches get the last numbers, and keep their names.
void put_switches_last(GraphText& graph) {
  if (graph.switches.empty()) return;
  const std::uint32_t last = *graph.switches.rbegin();
  const auto ends = static_cast<std::uint32_t>(graph.nodes - std::min<std::size_t>(graph.nodes, graph.switches.size()));
  if (last >= graph.nodes) {
    graph.findings.add(
        graph.last_line,
        fmt::format("no edge up to here has switch {}; add one, or leave the switch out", last + graph.first_number));
  } else if (ends < 2) {
    graph.findings.add(graph.last_line, fmt::format("all nodes up to here but {} are switches; a network has two nodes "
                                                    "or more that send and receive",
                                                    ends));
  }
  if (last >= graph.nodes || ends < 2) return graph.switches.clear();
  std::vector<std::uint32_t> number(graph.nodes);
  std::vector<std::string> names(graph.nodes);
  std::uint32_t next_end = 0;
  std::uint32_t next_switch = ends;
  for (std::uint32_t node = 0; node < graph.nodes; ++node) {
    number[node] = graph.switches.contains(node) ? next_switch++ : next_end++;
    names[number[node]] = graph.names.empty() ? std::to_string(node + graph.first_number) : graph.names[node];
  }
  for (FileLink& link : graph.links) link = {number[link.from], number[link.to], link.line, link.weight};
  graph.names = std::move(names);
}

// Each link once, in the order of the file; loops, links that stand twice in a direction and nodes of too many links are
// findings. Links that are not alike are one where there are others: by themselves they may be meant.
EdgeList edges_of(const std::string& label, GraphText& graph) {
  put_switches_last(graph);
  EdgeList edges(graph.nodes, std::move(graph.names), graph.first_number,
                 static_cast<std::uint32_t>(graph.switches.size()));
  std::unordered_set<std::uint64_t> directed;
  std::vector<const FileLink*> again;
  std::vector<const FileLink*> unlike;
  for (const FileLink& link : graph.links) {
    const Address a(link.from);
    const Address b(link.to);
    if (a == b) {
      graph.findings.add(link.line, fmt::format("is a loop at node {}; leave it out", edges.name(a)));
      continue;
    }
    if (!directed.insert(std::uint64_t{link.from} << 32 | link.to).second) {
      again.push_back(&link);
      continue;
    }
    if (link.weight != graph.links.front().weight) unlike.push_back(&link);
    if (directed.contains(std::uint64_t{link.to} << 32 | link.from)) continue;
    bool has_room = true;
    for (const Address node : {a, b}) {
      if (edges.degree(node) < kMaxPorts) continue;
      has_room = false;
      graph.findings.add(
          link.line,
          fmt::format("node {} has {} links already, the most that there can be; divide it into linked nodes",
                      edges.name(node), kMaxPorts));
    }
    if (has_room) edges.add(a, b);
  }
  if (!again.empty()) {
    graph.findings.add(
        again.front()->line,
        fmt::format("nodes {} and {} are linked already, in this direction{}", edges.name(Address(again.front()->from)),
                    edges.name(Address(again.front()->to)), left_out(again.size())));
  }
  FileWeights weights{.label = label};
  if (!unlike.empty()) {
    const auto said = [](const FileLink& link) { return link.weight.empty() ? std::string("weight 1") : link.weight; };
    const std::string reason = fmt::format(
        "the link has {}, and line {} has {}; give all the same, or none, or --link-latency weights or --link-wires "
        "weights in run and measure",
        said(*unlike.front()), graph.links.front().line, said(graph.links.front()));
    if (!graph.findings.empty()) graph.findings.add(unlike.front()->line, reason);
    weights.unlike = fmt::format("{}, line {}: {}", label, unlike.front()->line, reason);
  }
  weights.links = graph.links;
  edges.set_weights(std::move(weights));
  return edges;
}

Network network_of_graph(const std::string& label, GraphText& graph) {
  if (graph.findings.empty() && graph.links.empty())
    graph.findings.add(graph.last_line, "has no edges; a network has two nodes or more");
  const EdgeList edges = edges_of(label, graph);
  graph.findings.require_none();
  const Network network(edges);
  if (edges.degree(Address(0)) == 0) {
    graph.findings.add(
        graph.last_line,
        fmt::format("no edge up to here has node {0}; nodes are numbered from {0}: number them so, {1}or "
                    "add an edge of node {0}",
                    edges.name(Address(0)),
                    graph.first_number == 0 ? "take file1:PATH where they are numbered from 1, " : ""));
  } else if (const std::optional<std::uint32_t> lost = first_unreached(Adjacency(network))) {
    graph.findings.add(graph.last_line,
                       fmt::format("there is no way from node {} to node {} by all edges up to here; add an edge",
                                   edges.name(Address(0)), edges.name(Address(*lost))));
  }
  graph.findings.require_none();
  return network;
}

using Reader = void (*)(std::string_view text, GraphText& graph);

// By the first word behind comments; a graph of METIS, which begins with a number as a list of edges does, by its ending.
Reader reader_of(std::string_view word, const std::filesystem::path& path) {
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower.starts_with('<')) return read_graphml;
  if (lower.starts_with('{')) return read_msccl;
  if (lower == "router" || lower == "node") return read_anynet;
  if (lower == "strict" || lower == "graph" || lower == "digraph") return read_dot;
  if (word == "edges" || word == "switch") return read_edge_list;
  if (!is_whole_number(word)) return nullptr;
  return path.extension() == ".metis" || path.extension() == ".graph" ? read_metis : read_edge_list;
}

// The first word that is not in a comment of any format.
std::string_view first_word(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\v\f,"), text.size()));
    if (text.starts_with('#') || text.starts_with('%') || text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      text.remove_prefix(std::min(text.find("*/"), text.size() - 2) + 2);
    } else {
      return text.empty() ? text : text.substr(0, text.find_first_of(" \t\r\n\v\f,#%{", 1));
    }
  }
}

std::optional<Network> network_in_file(const char* kind, std::string_view path, std::uint32_t first_number) {
  if (path.empty()) return std::nullopt;
  const std::string label = fmt::format("{}:{}", kind, path);
  const std::string text = text_of(label, std::string(path));
  const std::string_view word = first_word(text);
  if (word == "generators") return network_of_generators(text, label);
  const Reader read = reader_of(word, path);
  if (read == nullptr) {
    throw NetworkError(fmt::format(
        "{}: {}; must begin with the word generators or edges, a number (edges, or METIS in a file *.graph), graph or "
        "digraph (DOT), router (anynet), <graphml> or {{ (MSCCL)",
        label, word.empty() ? "is empty" : fmt::format("begins with '{}'", shown(word))));
  }
  GraphText graph(label, first_number);
  read(text, graph);
  return network_of_graph(label, graph);
}

}  // namespace

std::string EdgeList::name(Address node) const {
  return names_.empty() ? std::to_string(node.number() + first_number_) : printable(names_[node.number()]);
}

std::optional<Network> network_file(std::string_view path) {
  return network_in_file("file", path, 0);
}

std::optional<Network> network_file_from_1(std::string_view path) {
  return network_in_file("file1", path, 1);
}

}  // namespace testbench
