#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "firmware/collectives/catalog.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/plans/planned_rows.hpp"

namespace testbench {
namespace {

// Calls visit(row, network) for every row: those of the cube, and those for any other network.
template <class Visit>
void for_every_row(Visit visit) {
  for (const collectives::Row& row : collectives::kCatalog) visit(row, "cube");
  for (const PlannedRow& row : planned_rows()) visit(row, "other");
}

std::string as_json() {
  std::string text;
  for_every_row([&](const collectives::Row& row, const std::string& network) {
    nlohmann::ordered_json json;
    json["network"] = network;
    json["collective"] = name_of(row.collective);
    json["algorithm"] = row.algorithm;
    json["ports"] = name_of(row.ports);
    json["has_root"] = has_root(row.collective);
    json["has_formula"] = nullptr;  // on other networks than cubes the plan of a network says
    if (network == "cube") json["has_formula"] = row.cycles != nullptr;
    json["source"] = row.source;
    json["optimal"] = row.merit;
    text += (text.empty() ? "[" : ",\n ") + json.dump();
  });
  return text + "]\n";
}

std::string as_table() {
  constexpr const char* kLine = "{:<8} {:<11} {:<10} {:<6} {:<54} {}\n";
  std::string text = fmt::format(kLine, "network", "collective", "algorithm", "ports", "source", "optimal");
  for_every_row([&](const collectives::Row& row, const std::string& network) {
    text +=
        fmt::format(kLine, network, name_of(row.collective), row.algorithm, name_of(row.ports), row.source, row.merit);
  });
  return text;
}

}  // namespace

int list_command(bool json) {
  say(json ? as_json() : as_table());
  return 0;
}

}  // namespace testbench
