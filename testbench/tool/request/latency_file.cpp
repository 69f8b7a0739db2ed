// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/latency_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "hls/link/config.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 28;

// Names and numbers of a network's nodes. A name goes first: a file may call its third node 0.
class NodeNames {
 public:
  explicit NodeNames(const Network& network) : nodes_(network.nodes()) {
    for (const Address node : network::addresses(nodes_)) of_name_.emplace(network.name(node), node.number());
  }
  std::optional<std::uint32_t> find(const std::string& word) const {
    const auto found = of_name_.find(word);
    return found == of_name_.end() ? number_in(word, {0, nodes_ - 1}) : std::optional(found->second);
  }

 private:
  std::uint32_t nodes_;
  std::unordered_map<std::string, std::uint32_t> of_name_;
};

}  // namespace

LatencyFile::LatencyFile(const std::string& path, unsigned most) : path_(path) {
  const auto refuse_file = [&](const std::string& why) {
    throw FileError(
        fmt::format("--link-latency {}: {}; give cycles, or a file with lines such as 0 1 54", printable(path), why));
  };
  const NamedFile file = look_at(path);
  if (file.kind == FileKind::kNew || file.kind == FileKind::kLost)
    refuse_file("is no number, and there is no such file");
  if (file.kind != FileKind::kRegular) refuse_file(fmt::format("is {}", what_it_is(file)));
  if (file.size > kMostBytes) refuse_file(fmt::format("is longer than {} bytes", kMostBytes));
  std::ifstream in(path);
  if (!in) refuse_file(fmt::format("cannot be read: {}", reason()));
  unsigned number = 0;
  for (std::string text; std::getline(in, text);) {
    std::istringstream words(text.substr(0, text.find('#')));
    Line line{++number, {}, false, 0};
    for (std::string word; words >> word;) line.words.push_back(word);
    if (!line.words.empty()) take(std::move(line), most);
  }
  if (in.bad()) refuse_file(fmt::format("cannot be read: {}", reason()));
  if (lines_.empty()) refuse_file("names no link");
}

void LatencyFile::take(Line line, unsigned most) {
  const std::string cycles = line.words.back();
  line.words.pop_back();
  if (line.words.size() == 1) {
    const std::string link = line.words.front();
    const std::size_t colon = link.rfind(':');
    if (colon == std::string::npos) refuse(line.number, link, "must be two nodes, or NODE:PORT, with cycles behind");
    line.has_port = true;
    line.words = {link.substr(0, colon), link.substr(colon + 1)};
  }
  if (line.words.size() != 2) {
    refuse(line.number, cycles, "must be the cycles behind two nodes, or behind NODE:PORT, like 0 1 54 or 0:2 54");
  }
  const auto number = number_in(cycles, {0, most});
  if (!number) {
    const char* const way =
        most < links::kMaxWireLatency ? "; give fewer, or --link-wires, for links with buffers" : "";
    refuse(line.number, cycles, fmt::format("must be cycles, 0..{}{}{}", most, form_of_whole_number(cycles), way));
  }
  line.cycles = *number;
  lines_.push_back(std::move(line));
}

unsigned LatencyFile::most() const {
  return std::ranges::max_element(lines_, {}, &Line::cycles)->cycles;
}

std::shared_ptr<const LinkLatencies> LatencyFile::of(const Network& network) const {
  const NodeNames names(network);
  const LinkTable links(network);
  const unsigned ports = links.ports();
  constexpr unsigned kUnnamed = 0;
  std::vector<unsigned> line_of(std::size_t{links.nodes()} * ports, kUnnamed);
  std::vector<std::uint16_t> cycles(line_of.size(), static_cast<std::uint16_t>(most()));
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < ports; ++port) {
      if (links.has_link(node, port)) cycles[std::size_t{node} * ports + port] = 0;
    }
  }
  const auto node_of = [&](const Line& line, const std::string& word) {
    if (const std::optional<std::uint32_t> node = names.find(word)) return *node;
    refuse(line.number, word,
           fmt::format("must be a node, 0..{}{}, or a name like {}", links.nodes() - 1, form_of_whole_number(word),
                       network.name(Address(links.nodes() - 1))));
  };
  const auto set = [&](const Line& line, std::uint32_t node, unsigned port) {
    const std::size_t link = std::size_t{node} * ports + port;
    if (line_of[link] != kUnnamed) {
      refuse(line.number, fmt::format("{}:{}", node, port),
             fmt::format("stands in line {} already; give it once", line_of[link]));
    }
    line_of[link] = line.number;
    cycles[link] = static_cast<std::uint16_t>(line.cycles);
  };
  for (const Line& line : lines_) {
    const std::uint32_t node = node_of(line, line.words[0]);
    if (line.has_port) {
      const auto port = number_in(line.words[1], {0, ports - 1});
      if (!port || !links.has_link(node, *port)) {
        refuse(line.number, line.words[0] + ":" + line.words[1],
               "is no link; 'cubecast network SPEC --links' lists them");
      }
      set(line, node, *port);
      continue;
    }
    const std::uint32_t other = node_of(line, line.words[1]);
    bool is_link = false;
    for (unsigned port = 0; port < ports; ++port) {
      if (other == node || links.neighbour(node, port) != other) continue;
      is_link = true;
      set(line, node, port);
      set(line, other, links.arrival_port(node, port));
    }
    if (!is_link) {
      refuse(line.number, line.words[0] + " " + line.words[1],
             "no link joins these nodes; 'cubecast network SPEC --links' lists them");
    }
  }
  return std::make_shared<const LinkLatencies>(ports, std::move(cycles), path_);
}

namespace {

// Words such as "width 4, latency 3": the latency, or else what is only a weight.
std::string_view cycles_in(std::string_view weight) {
  if (weight.empty()) return "1";
  for (const std::string_view kind : {"latency ", "weight "}) {
    const std::size_t at = weight.find(kind);
    if (at == std::string_view::npos) continue;
    const std::string_view value = weight.substr(at + kind.size());
    return value.substr(0, value.find_first_of(", "));
  }
  return "";
}

}  // namespace

std::shared_ptr<const LinkLatencies> latencies_of_weights(const Network& network, unsigned most) {
  const std::shared_ptr<const FileWeights> weights = network.weights();
  if (!weights) {
    throw UsageError(
        "--link-latency weights: the network is not from a file of links; give --network file:PATH of one, or cycles, "
        "or a "
        "FILE of cycles (./weights, if that is its name)");
  }
  const LinkTable links(network);
  const unsigned ports = links.ports();
  std::vector<std::optional<std::uint16_t>> given(std::size_t{links.nodes()} * ports);
  std::vector<std::optional<std::uint16_t>> turned(given.size());
  unsigned longest = 0;
  for (const FileLink& link : weights->links) {
    const auto cycles = number_in(cycles_in(link.weight), {0, most});
    if (!cycles) {
      throw UsageError(
          fmt::format("--link-latency weights: {}, line {}: {}: must be a weight or latency of whole cycles, "
                      "0..{}; give others, or a FILE of cycles",
                      printable(weights->label), link.line, link.weight, most));
    }
    longest = std::max(longest, *cycles);
    for (unsigned port = 0; port < ports; ++port) {
      if (links.neighbour(link.from, port) != link.to) continue;
      given[std::size_t{link.from} * ports + port] = static_cast<std::uint16_t>(*cycles);
      turned[std::size_t{link.to} * ports + links.arrival_port(link.from, port)] = static_cast<std::uint16_t>(*cycles);
    }
  }
  std::vector<std::uint16_t> cycles(given.size());
  for (std::size_t link = 0; link < given.size(); ++link) {
    cycles[link] = given[link].value_or(turned[link].value_or(static_cast<std::uint16_t>(longest)));
  }
  return std::make_shared<const LinkLatencies>(ports, std::move(cycles), "weights");
}

void LatencyFile::refuse(unsigned line, const std::string& word, const std::string& reason) const {
  constexpr std::size_t kMostShown = 32;
  throw FileError(fmt::format("--link-latency {}, line {}: {}{}: {}", printable(path_), line,
                              printable(word.substr(0, kMostShown)), word.size() > kMostShown ? "..." : "", reason));
}

}  // namespace testbench
