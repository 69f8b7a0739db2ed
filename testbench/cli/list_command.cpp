#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "firmware/collectives/catalog.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/request.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/networks/spec.hpp"

namespace testbench {
namespace {

struct Listed {
  const collectives::Row* row;
  bool has_formula;
};

// The rows of the cube, or those of which another network has a plan.
std::vector<Listed> listed_rows(const std::optional<std::string>& spec) {
  std::vector<Listed> rows;
  Request request;
  request.network = spec;
  if (!spec || dimension_of(request)) {
    for (const collectives::Row& row : collectives::kCatalog) rows.push_back({&row, row.cycles != nullptr});
    return rows;
  }
  const Network network = network_of(*spec);
  for (const PlannedRow& row : planned_rows()) {
    try {
      const NetworkOperation made(network, row, 1, Address());
      rows.push_back({&row, has_closed_form(made.operation())});
    } catch (const PlanError&) {
      continue;  // the network has none
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
  const std::vector<Listed> rows = listed_rows(arguments.network);
  say(arguments.json ? as_json(rows) : as_table(rows));
  return 0;
}

}  // namespace testbench
