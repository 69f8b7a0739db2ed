// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/formats/graph_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/formats/numbers.hpp"

namespace testbench {

void Findings::add(unsigned line, std::string reason) {
  constexpr std::size_t kMostKept = 1000;
  if (++count_ <= kMostKept) kept_.emplace(line, std::move(reason));
}

void Findings::require_none() const {
  constexpr std::size_t kMostShown = 8;
  if (empty()) return;
  std::string text = label_;
  std::size_t number = 0;
  for (const auto& [line, reason] : kept_) {
    if (++number > kMostShown) break;
    text += fmt::format("{} line {}: {}", number == 1 ? "," : "; also", line, reason);
  }
  if (count_ > kMostShown) text += fmt::format("; also {} more findings", count_ - kMostShown);
  throw NetworkError(text);
}

std::string shown(std::string_view word) {
  constexpr std::size_t kMostShown = 32;
  return printable(word.substr(0, kMostShown)) + (word.size() > kMostShown ? "..." : "");
}

std::uint32_t GraphText::node_of(std::string_view name, unsigned line) {
  const auto [entry, is_new] = node_of_.try_emplace(std::string(name), nodes);
  if (!is_new) return entry->second;
  names.emplace_back(name);
  if (++nodes == network::kMaxNodes + 1) {
    findings.add(line, fmt::format("{}: is one node too many; give {} at most", shown(name), network::kMaxNodes));
  }
  return entry->second;
}

void GraphText::add(std::uint32_t from, std::uint32_t to, unsigned line, std::string weight) {
  if (links.size() == kMostFileLinks) return;
  links.push_back({from, to, line, std::move(weight)});
  if (links.size() == kMostFileLinks) {
    findings.add(line, fmt::format("is one link too many; {} are all that a network can have, in both directions",
                                   kMostFileLinks - 1));
  }
}

void GraphText::mark_switch(std::uint32_t node, std::string_view value, unsigned line) {
  if (value == "true") {
    switches.insert(node);
  } else if (value == "false") {
    switches.erase(node);
  } else {
    findings.add(line, fmt::format("switch {}: must be true or false", shown(value)));
  }
}

void GraphText::number_by_names() {
  std::vector<std::uint32_t> number(names.size(), nodes);
  std::vector<bool> seen(nodes, false);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const auto value = whole_number<std::uint32_t>(names[node]);
    if (!value || *value < first_number || *value - first_number >= nodes || seen[*value - first_number]) return;
    number[node] = *value - first_number;
    seen[number[node]] = true;
  }
  for (FileLink& link : links) link = {number[link.from], number[link.to], link.line, link.weight};
  std::set<std::uint32_t> renumbered;
  for (const std::uint32_t node : switches) renumbered.insert(number[node]);
  switches = std::move(renumbered);
  names.clear();
}

std::string weight_of(std::string_view kind, std::string_view value, unsigned line, Findings& findings) {
  const std::optional<double> number = decimal_number(value);
  if (!number || !(*number >= 0)) {
    findings.add(line, fmt::format("{} {}: must be a decimal number from 0 on; leave it out where links are alike",
                                   kind, shown(value)));
    return {};
  }
  return *number == 1 ? std::string() : fmt::format("{} {}", kind, *number);
}

bool is_weight(std::string_view attribute) {
  constexpr std::string_view kWeights[] = {"weight", "latency", "width", "bandwidth", "capacity"};
  return std::ranges::find(kWeights, attribute) != std::end(kWeights);
}

std::optional<std::uint32_t> numbered_node(std::string_view word, unsigned line, GraphText& graph) {
  const network::Limits limits{graph.first_number, network::kMaxNodes - 1 + graph.first_number};
  const auto number = number_in(word, limits);
  if (!number) {
    graph.findings.add(line, fmt::format("{}: must be a number, {}..{}{}", shown(word), limits.least, limits.most,
                                         form_of_whole_number(word)));
    return std::nullopt;
  }
  return *number - graph.first_number;
}

std::string count_of_numbers(std::size_t count) {
  return fmt::format("{} number{}", count, count == 1 ? "" : "s");
}

std::string_view next_word(std::string_view& text) {
  constexpr std::string_view kBlank = " \t\r\v\f,";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace testbench
