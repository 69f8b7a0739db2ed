// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/cli/commands.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

struct Listed {
  const collectives::Row* row;
  bool has_formula;
};

// Lists the rows that are offered on a network, but for those that it has no plan for.
std::vector<Listed> listed_rows(const std::string& spec) {
  Request request;
  request.network = spec;
  const Site site = site_of(request);
  std::vector<Listed> rows;
  for (const Entry& row : rows_at(site.kind())) {
    try {
      rows.push_back({&row, has_closed_form(Prepared(row, site, {}).operation())});
    } catch (const PlanError&) {
      continue;
    }
  }
  return rows;
}

std::string as_json(const std::vector<Listed>& rows) {
  std::string text;
  for (const auto& [row, has_formula] : rows) {
    nlohmann::ordered_json json;
    json["collective"] = name_of(row->collective);
    json["algorithm"] = row->algorithm;
    json["ports"] = name_of(row->ports);
    json["has_root"] = has_root(row->collective);
    json["has_formula"] = has_formula;
    json["source"] = row->source;
    json["optimal"] = row->merit;
    text += (text.empty() ? "[" : ",\n ") + json.dump();
  }
  return text + "]\n";
}

std::string as_table(const std::vector<Listed>& rows) {
  constexpr const char* kLine = "{:<14} {:<10} {:<6} {:<{}} {}\n";
  std::size_t width = 0;
  for (const auto& [row, has_formula] : rows) width = std::max(width, std::string_view(row->source).size());
  std::string text = fmt::format(kLine, "collective", "algorithm", "ports", "source", width, "optimal");
  for (const auto& [row, has_formula] : rows) {
    text += fmt::format(kLine, name_of(row->collective), row->algorithm, name_of(row->ports), row->source, width,
                        row->merit);
  }
  return text;
}

}  // namespace

int list_command(const ListArguments& arguments) {
  CommandFiles files;
  files.read_elsewhere("--network", files_of(arguments.network.value_or("")));
  files.check();
  const std::vector<Listed> rows = listed_rows(arguments.network.value_or("cube:1"));
  say(arguments.json ? as_json(rows) : as_table(rows));
  return 0;
}

// Prints a network: its size, its distances and, with --links, its links.

namespace {

struct Survey {
  explicit Survey(const Network& asked)
      : network(asked), adjacency(asked), distances(distances_of(adjacency, asked.is_cayley())) {
    for (std::uint32_t node = 0; node < adjacency.nodes(); ++node) {
      least_degree = std::min(least_degree, adjacency.degree(node));
      most_degree = std::max(most_degree, adjacency.degree(node));
    }
  }
  // A Cayley graph is regular. A regular graph that was given without a group may or may not be
  // one.
  bool cayley_is_known() const { return network.is_cayley() || least_degree != most_degree; }

  Network network;
  Adjacency adjacency;
  std::optional<Distances> distances;
  std::uint32_t least_degree = network::kMaxPorts;
  std::uint32_t most_degree = 0;
};

// Calls visit(node, port, there, arrival) for every port that leads to another node.
template <class Visit>
void for_every_link(const Network& network, Visit visit) {
  for (const Address node : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const Address there = network.neighbour(node, port);
      if (there != node) visit(node, port, there, network.arrival_port(node, port));
    }
  }
}

// Prints text in portions, so that long text is never held whole.
class LongText {
 public:
  ~LongText() { say(text_); }
  void add(std::string_view text) {
    text_ += text;
    if (text_.size() < kPortion) return;
    say(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kPortion = 1 << 16;
  std::string text_;
};

nlohmann::ordered_json to_json(const std::string& spec, const Survey& survey) {
  nlohmann::ordered_json json;
  json["network"] = spec;
  json["nodes"] = survey.network.nodes();
  json["ports"] = survey.network.ports();
  json["degree"] = {{"least", survey.least_degree}, {"most", survey.most_degree}};
  json["cayley"] = nullptr;
  if (survey.cayley_is_known()) json["cayley"] = survey.network.is_cayley();
  json["diameter"] = nullptr;
  json["status"] = nullptr;
  if (survey.distances) {
    json["diameter"] = survey.distances->diameter;
    json["status"] = {{"least", survey.distances->least_sum}, {"most", survey.distances->most_sum}};
  }
  json["bisection"] = nullptr;
  if (const auto bisection = survey.network.bisection()) json["bisection"] = *bisection;
  return json;
}

// Prints the links as the last key of the object, which stays open.
void say_links_as_json(const Network& network) {
  LongText text;
  text.add(",\"links\":[");
  const char* before = "";
  for_every_link(network, [&](Address node, unsigned port, Address there, unsigned arrival) {
    text.add(fmt::format("{}[{},{},{},{}]", before, node.number(), port, there.number(), arrival));
    before = ",";
  });
  text.add("]");
}

// Prints "3", or "2..4" if nodes differ.
template <class Number>
std::string range(Number least, Number most) {
  return least == most ? fmt::format("{}", least) : fmt::format("{}..{}", least, most);
}

std::string as_text(const std::string& spec, const Survey& survey) {
  constexpr const char* kLine = "{:<10} {}\n";
  const std::string not_measured = fmt::format("not measured beyond {} nodes of an asymmetric network", kMaxAskedNodes);
  const auto& [network, adjacency, distances, least_degree, most_degree] = survey;
  const std::optional<std::uint32_t> bisection = network.bisection();
  return fmt::format(kLine, "network", spec) + fmt::format(kLine, "nodes", network.nodes()) +
         fmt::format(kLine, "ports", network.ports()) + fmt::format(kLine, "degree", range(least_degree, most_degree)) +
         fmt::format(kLine, "Cayley", survey.cayley_is_known() ? network.is_cayley() ? "yes" : "no" : "not known") +
         fmt::format(kLine, "diameter", distances ? fmt::format("{}", distances->diameter) : not_measured) +
         fmt::format(kLine, "status", distances ? range(distances->least_sum, distances->most_sum) : not_measured) +
         fmt::format(kLine, "bisection", bisection ? fmt::format("{}", *bisection) : std::string("not known"));
}

void say_links(const Network& network) {
  constexpr const char* kLine = "{:>6} {:>4} {:>6} {:>7}  {}\n";
  LongText text;
  text.add('\n' + fmt::format(kLine, "node", "port", "behind", "arrives", "names"));
  for_every_link(network, [&](Address node, unsigned port, Address there, unsigned arrival) {
    text.add(fmt::format(kLine, node.number(), port, there.number(), arrival,
                         network.name(node) + " - " + network.name(there)));
  });
}

}  // namespace

int network_command(const NetworkArguments& arguments) {
  const std::string asked = arguments.spec.value_or("");
  CommandFiles files;
  files.read_elsewhere("network", files_of(asked));
  files.check();
  const Survey survey(network_of(asked));
  const std::string spec = printable(asked);
  if (!arguments.json) {
    say(as_text(spec, survey));
    if (arguments.links) say_links(survey.network);
    return 0;
  }
  std::string json = to_json(spec, survey).dump();
  json.pop_back();
  say(json);
  if (arguments.links) say_links_as_json(survey.network);
  say("}\n");
  return 0;
}

}  // namespace testbench
