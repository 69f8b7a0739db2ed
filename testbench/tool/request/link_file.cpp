// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/link_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>

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

bool LinkQuantity::is_file(const std::string& value) {
  constexpr std::string_view kBeginsNumber = "+-0123456789";
  return !value.empty() && kBeginsNumber.find(value.front()) == std::string_view::npos;
}

LinkFile::LinkFile(const LinkQuantity& quantity, const std::string& path)
    : quantity_(quantity), path_(path), of_others_(quantity.of_others) {
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
    if (!line.words.empty()) take(std::move(line));
  }
  if (in.bad()) refuse_file(fmt::format("cannot be read: {}", reason()));
  if (lines_.empty()) refuse_file("names no link");
}

void LinkFile::take(Line line) {
  const std::string value = line.words.back();
  line.words.pop_back();
  if (line.words.size() == 1) {
    const std::string link = line.words.front();
    const std::size_t colon = link.rfind(':');
    if (colon == std::string::npos) {
      refuse(line.number, link, fmt::format("must be two nodes, or NODE:PORT, with {} behind", quantity_.unit));
    }
    line.has_port = true;
    line.words = {link.substr(0, colon), link.substr(colon + 1)};
  }
  if (line.words.size() > 2) {
    refuse(line.number, value,
           fmt::format("must be the {} behind two nodes, or behind NODE:PORT, like 0 1 54 or 0:2 54", quantity_.unit));
  }
  const auto number = number_in(value, {quantity_.least, quantity_.most});
  if (!number) {
    refuse(line.number, value,
           fmt::format("must be {}, {}..{}{}{}", quantity_.unit, quantity_.least, quantity_.most,
                       form_of_whole_number(value), quantity_.way_to_more));
  }
  if (line.words.empty()) {
    if (line_of_others_ != 0) {
      refuse(line.number, value,
             fmt::format("line {} has the number of links that no line names already; give it once", line_of_others_));
    }
    line_of_others_ = line.number;
    of_others_ = number;
    return;
  }
  line.value = *number;
  lines_.push_back(std::move(line));
}

unsigned LinkFile::most() const {
  return std::max(of_others_.value_or(0), std::ranges::max_element(lines_, {}, &Line::value)->value);
}

std::shared_ptr<const LinkValues> LinkFile::of(const Network& network) const {
  const NodeNames names(network);
  const LinkTable links(network);
  const unsigned ports = links.ports();
  constexpr unsigned kUnnamed = 0;
  std::vector<unsigned> line_of(std::size_t{links.nodes()} * ports, kUnnamed);
  std::vector<std::uint16_t> values(line_of.size(), static_cast<std::uint16_t>(most()));
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
    values[link] = static_cast<std::uint16_t>(line.value);
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
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < ports; ++port) {
      const std::size_t link = std::size_t{node} * ports + port;
      if (!links.has_link(node, port) || line_of[link] != kUnnamed) continue;
      if (!of_others_) {
        refuse_file(
            fmt::format("says nothing of the link {}:{}; a line with a number alone is for all others", node, port));
      }
      values[link] = static_cast<std::uint16_t>(*of_others_);
    }
  }
  return std::make_shared<const LinkValues>(ports, std::move(values), path_);
}

namespace {

// In words such as "width 4, latency 3": the one of that kind, or else what is only a weight.
std::string_view value_in(std::string_view weight, std::string_view of_kind) {
  if (weight.empty()) return "1";
  for (const std::string_view kind : {of_kind, std::string_view("weight")}) {
    const std::size_t at = weight.find(kind);
    if (at == std::string_view::npos) continue;
    const std::string_view value = weight.substr(at + kind.size() + 1);
    return value.substr(0, value.find_first_of(", "));
  }
  return "";
}

}  // namespace

std::shared_ptr<const LinkValues> values_of_weights(const LinkQuantity& quantity, const Network& network) {
  const std::shared_ptr<const FileWeights> weights = network.weights();
  if (!weights) {
    throw UsageError(
        fmt::format("{} weights: the network is not from a file of links; give --network file:PATH of one, or {}, or a "
                    "FILE of {} (./weights, if that is its name)",
                    quantity.option, quantity.unit, quantity.unit));
  }
  const LinkTable links(network);
  const unsigned ports = links.ports();
  std::vector<std::optional<std::uint16_t>> given(std::size_t{links.nodes()} * ports);
  std::vector<std::optional<std::uint16_t>> turned(given.size());
  unsigned most = 0;
  const auto refusal = [&](const std::string& what) {
    return UsageError(fmt::format("{} weights: {}{}; give others, or a FILE of {}", quantity.option,
                                  printable(weights->label), what, quantity.unit));
  };
  if (std::ranges::all_of(weights->links, [](const FileLink& link) { return link.weight.empty(); })) {
    throw refusal(" has no link with a weight");
  }
  for (const FileLink& link : weights->links) {
    // A bandwidth is a width too.
    if (link.weight.find(quantity.kind) != link.weight.rfind(quantity.kind)) {
      throw refusal(fmt::format(", line {}: {}: must be one {}", link.line, link.weight, quantity.kind));
    }
    const auto number = number_in(value_in(link.weight, quantity.kind), {quantity.least, quantity.most});
    if (!number) {
      throw refusal(fmt::format(", line {}: {}: must be a weight or {} of whole {}, {}..{}", link.line, link.weight,
                                quantity.kind, quantity.unit, quantity.least, quantity.most));
    }
    most = std::max(most, *number);
    for (unsigned port = 0; port < ports; ++port) {
      if (links.neighbour(link.from, port) != link.to) continue;
      given[std::size_t{link.from} * ports + port] = static_cast<std::uint16_t>(*number);
      turned[std::size_t{link.to} * ports + links.arrival_port(link.from, port)] = static_cast<std::uint16_t>(*number);
    }
  }
  std::vector<std::uint16_t> values(given.size());
  for (std::size_t link = 0; link < given.size(); ++link) {
    values[link] = given[link].value_or(turned[link].value_or(static_cast<std::uint16_t>(most)));
  }
  return std::make_shared<const LinkValues>(ports, std::move(values), "weights");
}

void LinkFile::refuse_file(const std::string& why) const {
  throw FileError(fmt::format("{} {}: {}; give {}, or a file with lines such as 0 1 54", quantity_.option,
                              printable(path_), why, quantity_.unit));
}

void LinkFile::refuse(unsigned line, const std::string& word, const std::string& reason) const {
  constexpr std::size_t kMostShown = 32;
  throw FileError(fmt::format("{} {}, line {}: {}{}: {}", quantity_.option, printable(path_), line,
                              printable(word.substr(0, kMostShown)), word.size() > kMostShown ? "..." : "", reason));
}

}  // namespace testbench
