// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/network_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "firmware/networks/network.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
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
constexpr std::size_t kMaxLines = std::size_t{network::kMaxNodes} * network::kMaxPorts / 2;

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

// A word of the file for a message.
std::string shown(std::string_view word) {
  constexpr std::size_t kMostShown = 32;
  return printable(word.substr(0, kMostShown)) + (word.size() > kMostShown ? "..." : "");
}

void require_heading(const NumberedFile& file, const std::vector<std::string>& headings) {
  if (std::find(headings.begin(), headings.end(), file.heading) != headings.end()) return;
  const std::string begin = file.heading.empty() ? "is empty" : fmt::format("begins with '{}'", shown(file.heading));
  throw NetworkError(
      fmt::format("{}: {}; must begin with the word {}", file.label, begin, fmt::join(headings, " or ")));
}

// Takes the next word from the text: nothing where there is none.
std::string_view next_word(std::string_view& text) {
  constexpr std::string_view kBlank = " \t\r\v\f";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  text.remove_prefix(word.size());
  return word;
}

void take_line(NumberedFile& file, std::string_view text, const std::vector<std::string>& headings) {
  FileLine line{file.last_line, {}};
  for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
    if (file.heading.empty()) {
      file.heading = word;
      require_heading(file, headings);
      continue;
    }
    const auto value = number_in(word, {0, network::kMaxNodes - 1});
    if (!value) {
      file.refuse(file.last_line, fmt::format("{}: must be a number, 0..{}{}", shown(word), network::kMaxNodes - 1,
                                              form_of_whole_number(word)));
    }
    line.values.push_back(*value);
  }
  if (line.values.empty()) return;
  if (file.lines.size() == kMaxLines) {
    file.refuse(file.last_line, fmt::format("is one too many; {} are all links that a network can have", kMaxLines));
  }
  file.lines.push_back(std::move(line));
}

}  // namespace

void NumberedFile::refuse(unsigned line, const std::string& reason) const {
  throw NetworkError(fmt::format("{}, line {}: {}", label, line, reason));
}

NumberedFile read_numbered_file(const std::string& path, const std::vector<std::string>& headings) {
  NumberedFile file;
  file.label = "file:" + path;
  std::ifstream in = opened(file.label, path);
  for (std::string text; std::getline(in, text);) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    std::string_view line = text;
    if (++file.last_line == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    take_line(file, line.substr(0, line.find('#')), headings);
  }
  if (in.bad()) throw NetworkError(fmt::format("{}: cannot be read: {}", file.label, std::strerror(errno)));
  require_heading(file, headings);
  return file;
}

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

// "; leave it out", or with others like it: "; leave out 3 such lines".
std::string left_out(std::size_t lines) {
  return lines == 1 ? "; leave it out" : fmt::format("; leave out {} such lines", lines);
}

Network network_of_generators(const NumberedFile& file) {
  std::vector<Permutation> generators;
  std::map<Permutation, unsigned> line_of;
  std::vector<std::pair<unsigned, unsigned>> again;  // a line, and the earlier one
  for (const FileLine& line : file.lines) {
    const Permutation generator = permutation_of(file, line);
    if (std::is_sorted(generator.begin(), generator.end())) {
      file.refuse(line.number, "is the identity, a loop at every node; leave it out");
    }
    const auto [earlier, is_new] = line_of.try_emplace(generator, line.number);
    if (!is_new) {
      again.emplace_back(line.number, earlier->second);
      continue;
    }
    if (generators.size() == kMaxPorts) {
      file.refuse(line.number, fmt::format("is one too many; a node has {} ports at most", kMaxPorts));
    }
    generators.push_back(generator);
  }
  if (!again.empty()) {
    file.refuse(again.front().first,
                fmt::format("is that of line {} again{}", again.front().second, left_out(again.size())));
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
  // A list of directed links has each twice, once for each direction.
  std::unordered_set<std::uint64_t> directed;
  std::vector<const FileLine*> again;
  for (const FileLine& line : file.lines) {
    const Address a(line.values[0]);
    const Address b(line.values[1]);
    if (!directed.insert(std::uint64_t{a.number()} << 32 | b.number()).second) {
      again.push_back(&line);
      continue;
    }
    if (edges.linked(a, b)) continue;
    for (const Address node : {a, b}) {
      if (edges.degree(node) == kMaxPorts) {
        file.refuse(line.number,
                    fmt::format("node {} has {} links already, the most that there can be; divide it into linked nodes",
                                node.number(), kMaxPorts));
      }
    }
    edges.add(a, b);
  }
  if (!again.empty()) {
    const std::vector<std::uint32_t>& nodes = again.front()->values;
    file.refuse(again.front()->number, fmt::format("nodes {} and {} are linked already, in this direction{}", nodes[0],
                                                   nodes[1], left_out(again.size())));
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
