#include "testbench/networks/network_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>

#include "firmware/networks/cayley.hpp"
#include "testbench/networks/distances.hpp"
#include "testbench/networks/edge_list.hpp"
#include "testbench/networks/file_lines.hpp"
#include "testbench/networks/network_error.hpp"
#include "testbench/networks/permutation_group.hpp"

namespace testbench {
namespace {

using network::kMaxNodes;
using network::kMaxPorts;
using Permutation = PermutationGroup::Permutation;

constexpr const char* kGenerators = "generators";
constexpr const char* kEdges = "edges";

std::string numbers(std::size_t count) {
  return fmt::format("{} number{}", count, count == 1 ? "" : "s");
}

Permutation permutation_of(const NumberedFile& file, const FileLine& line) {
  const std::size_t count = line.values.size();
  if (count != file.lines.front().values.size()) {
    file.refuse(line.number, fmt::format("has {}, and line {} has {}; permute equally many", numbers(count),
                                         file.lines.front().number, numbers(file.lines.front().values.size())));
  }
  if (count > PermutationGroup::kMaxSymbols) {
    file.refuse(line.number, fmt::format("has {}; permute {} at most", numbers(count), PermutationGroup::kMaxSymbols));
  }
  std::vector<bool> seen(count, false);
  Permutation permutation;
  for (const std::uint32_t value : line.values) {
    if (value >= count || seen[value]) {
      file.refuse(line.number, fmt::format("{}: must be a permutation, each of 0..{} once", value, count - 1));
    }
    seen[value] = true;
    permutation.push_back(static_cast<std::uint8_t>(value));
  }
  return permutation;
}

Network network_of_generators(const NumberedFile& file) {
  std::vector<Permutation> generators;
  std::map<Permutation, unsigned> line_of;
  for (const FileLine& line : file.lines) {
    const Permutation generator = permutation_of(file, line);
    if (std::is_sorted(generator.begin(), generator.end())) {
      file.refuse(line.number, "is the identity, a loop at every node; leave it out");
    }
    const auto [earlier, is_new] = line_of.try_emplace(generator, line.number);
    if (!is_new) file.refuse(line.number, fmt::format("is that of line {} again; leave it out", earlier->second));
    if (generators.size() == kMaxPorts) {
      file.refuse(line.number, fmt::format("is one too many; a node has {} ports at most", kMaxPorts));
    }
    generators.push_back(generator);
  }
  for (const auto& [generator, line] : line_of) {
    const Permutation inverse = PermutationGroup::inverse_of(generator);
    if (!line_of.contains(inverse)) {
      file.refuse(line, fmt::format("its inverse is no generator; add a line {}", fmt::join(inverse, " ")));
    }
  }
  const auto group = PermutationGroup::of(generators);
  if (!group) {
    throw NetworkError(fmt::format("{}: generates a group of more than {} elements; give generators of a smaller one",
                                   file.label, kMaxNodes));
  }
  return Network(network::CayleyNetwork<PermutationGroup>(*group));
}

// The numbers of a line are two nodes.
void check_edge(const NumberedFile& file, const FileLine& line) {
  if (line.values.size() != 2) {
    file.refuse(line.number, fmt::format("has {}; an edge has two nodes", numbers(line.values.size())));
  }
  if (line.values[0] == line.values[1]) {
    file.refuse(line.number, fmt::format("is a loop at node {}; leave it out", line.values[0]));
  }
}

Network network_of_edges(const NumberedFile& file) {
  std::uint32_t last = 0;
  for (const FileLine& line : file.lines) {
    check_edge(file, line);
    last = std::max({last, line.values[0], line.values[1]});
  }
  EdgeList edges(last + 1);
  for (const FileLine& line : file.lines) {
    const Address a(line.values[0]);
    const Address b(line.values[1]);
    if (edges.linked(a, b)) {
      file.refuse(line.number, fmt::format("nodes {} and {} are linked already; leave it out", a.number(), b.number()));
    }
    for (const Address node : {a, b}) {
      if (edges.degree(node) == kMaxPorts) {
        file.refuse(line.number,
                    fmt::format("node {} has {} links already, the most that there can be", node.number(), kMaxPorts));
      }
    }
    edges.add(a, b);
  }
  const Network network(edges);
  const Adjacency adjacency(network);
  if (edges.degree(Address(0)) == 0) {
    file.refuse(file.last_line,
                "no edge up to here has node 0; nodes are numbered from 0: number them so, or add an edge of node 0");
  }
  if (const std::optional<std::uint32_t> lost = first_unreached(adjacency)) {
    file.refuse(file.last_line,
                fmt::format("there is no way from node 0 to node {} by all edges up to here; add an edge", *lost));
  }
  return network;
}

}  // namespace

std::optional<Network> network_file(std::string_view path) {
  if (path.empty()) return std::nullopt;
  const NumberedFile file = read_numbered_file(std::string(path), {kGenerators, kEdges});
  if (file.lines.empty()) file.refuse(file.last_line, fmt::format("has no {}; give one a line", file.heading));
  return file.heading == kGenerators ? network_of_generators(file) : network_of_edges(file);
}

}  // namespace testbench
