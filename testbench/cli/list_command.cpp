#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "firmware/collectives/catalog.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/files/standard_streams.hpp"

namespace testbench {
namespace {

std::string as_json() {
  std::string text;
  for (const collectives::Row& row : collectives::kCatalog) {
    nlohmann::ordered_json json;
    json["collective"] = name_of(row.collective);
    json["algorithm"] = row.algorithm;
    json["ports"] = name_of(row.ports);
    json["has_root"] = has_root(row.collective);
    json["has_formula"] = row.cycles != nullptr;
    json["source"] = row.source;
    json["optimal"] = row.merit;
    text += (text.empty() ? "[" : ",\n ") + json.dump();
  }
  return text + "]\n";
}

std::string as_table() {
  constexpr const char* kLine = "{:<11} {:<10} {:<6} {:<54} {}\n";
  std::string text = fmt::format(kLine, "collective", "algorithm", "ports", "source", "optimal");
  for (const collectives::Row& row : collectives::kCatalog) {
    text += fmt::format(kLine, name_of(row.collective), row.algorithm, name_of(row.ports), row.source, row.merit);
  }
  return text;
}

}  // namespace

int list_command(bool json) {
  say(json ? as_json() : as_table());
  return 0;
}

}  // namespace testbench
