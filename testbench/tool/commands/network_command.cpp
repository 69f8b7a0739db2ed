// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

struct Listed {
  const collectives::Row* row;
  bool has_formula;
};

// Lists the rows that are offered on a network, but for those that it has no plan for.
std::vector<Listed> listed_rows(const std::string& spec) {
  Parameters request;
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

Json to_json(const Listed& listed) {
  const collectives::Row& row = *listed.row;
  return {{"collective", name_of(row.collective)},
          {"algorithm", row.algorithm},
          {"ports", name_of(row.ports)},
          {"has_root", has_root(row.collective)},
          {"has_formula", listed.has_formula},
          {"source", row.source},
          {"optimal", row.merit}};
}

std::string as_json(const std::vector<Listed>& rows) {
  std::string text;
  for (const Listed& row : rows) text += (text.empty() ? "[" : ",\n ") + to_json(row).dump();
  return text + "]\n";
}

std::string as_table(const std::vector<Listed>& rows) {
  int width = 0;
  for (const Listed& listed : rows)
    width = std::max(width, static_cast<int>(std::string_view(listed.row->source).size()));
  const Columns columns{{"collective", "collective", -14},
                        {"algorithm", "algorithm", -10},
                        {"ports", "ports", -6},
                        {"source", "source", -width},
                        {"optimal", "optimal"}};
  std::string text = heading_of(columns);
  for (const Listed& row : rows) text += line_of(columns, to_json(row));
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
    for (std::uint32_t node = 0; node < adjacency.ends(); ++node) {
      least_degree = std::min(least_degree, adjacency.degree(node));
      most_degree = std::max(most_degree, adjacency.degree(node));
    }
  }
  // A Cayley graph is regular. A regular graph that was given without a group may or may not be
  // one.
  bool cayley_is_known() const { return network.is_cayley() || network.has_switches() || least_degree != most_degree; }

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

Json to_json(const std::string& spec, const Survey& survey) {
  Json json;
  json["network"] = spec;
  json["nodes"] = survey.network.ends();
  add_switches(survey.network.nodes() - survey.network.ends(), json);
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

// "3", or "2..4" if nodes differ.
std::string range_of(const Json& range) {
  if (range.is_null()) return "";
  const Json& least = range["least"];
  return least == range["most"] ? least.dump() : least.dump() + ".." + range["most"].dump();
}
std::string or_not_measured(const Json& value, const std::string& text) {
  return value.is_null() ? fmt::format("not measured beyond {} nodes that are not symmetric", kMaxAskedNodes) : text;
}
std::string or_not_known(const Json& value, const std::string& text) {
  return value.is_null() ? "not known" : text;
}

const Columns kNetworkColumns{
    {"network", "network"},
    {"nodes", "nodes"},
    {"ports", "ports"},
    {"degree", "degree", 0, "", [](const Json& row) { return range_of(row["degree"]); }},
    {"cayley", "Cayley", 0, "",
     [](const Json& row) { return or_not_known(row["cayley"], row["cayley"] == true ? "yes" : "no"); }},
    {"diameter", "diameter", 0, "",
     [](const Json& row) { return or_not_measured(row["diameter"], row["diameter"].dump()); }},
    {"status", "status", 0, "",
     [](const Json& row) { return or_not_measured(row["status"], range_of(row["status"])); }},
    {"bisection", "bisection", 0, "",
     [](const Json& row) { return or_not_known(row["bisection"], row["bisection"].dump()); }}};

void say_links(const Network& network) {
  const Columns columns{{"", "node", 6}, {"", "port", 4}, {"", "behind", 6}, {"", "arrives", 7}, {"", "names"}};
  LongText text;
  text.add('\n' + heading_of(columns));
  for_every_link(network, [&](Address node, unsigned port, Address there, unsigned arrival) {
    text.add(aligned(columns, {fmt::to_string(node.number()), fmt::to_string(port), fmt::to_string(there.number()),
                               fmt::to_string(arrival), network.name(node) + " - " + network.name(there)}));
  });
}

}  // namespace

int network_command(const NetworkArguments& arguments) {
  const std::string asked = arguments.spec.value_or("");
  CommandFiles files;
  files.read_elsewhere("network", files_of(asked));
  files.check();
  const Survey survey(network_of(asked, Weights::kTaken));
  const Json record = to_json(printable(asked), survey);
  if (!arguments.json) {
    Columns columns = kNetworkColumns;
    if (record.contains("switches")) columns.insert(columns.begin() + 2, {"switches", "switches"});
    say(lines_of(columns, record, 10));
    if (arguments.links) say_links(survey.network);
    return 0;
  }
  std::string json = record.dump();
  json.pop_back();
  say(json);
  if (arguments.links) say_links_as_json(survey.network);
  say("}\n");
  return 0;
}

}  // namespace testbench
