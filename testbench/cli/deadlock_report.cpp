#include "testbench/cli/deadlock_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbench/files/standard_streams.hpp"
#include "testbench/run/link_names.hpp"

namespace testbench {
namespace {

constexpr const char* kFinding = "{:<14} {:<10} {:<6} {:>2} {:>5}  {}\n";

}  // namespace

Finding examine(const network::SomeNetwork& network, const LinkGraph& graph, const std::vector<std::uint32_t>& cycle,
                bool alike) {
  Finding found;
  found.dependencies = graph.couplings();
  if (!cycle.empty()) {
    found.verdict = fmt::format("a cycle of {} links", cycle.size());
    found.can_deadlock = found.is_cyclic = true;
    found.proof = names_of_links(network, cycle);
    if (alike) found.dependencies *= network.nodes();
    return found;
  }
  found.verdict = "none: no link waits for another";
  const std::vector<std::uint32_t> order = graph.order();
  if (order.empty()) return found;
  if (alike) found.of = "ports";
  found.verdict = fmt::format("none: in this order of {} {} every link waits for later ones only ({} dependencies)",
                              order.size(), found.of, found.dependencies);
  if (!alike) found.proof = names_of_links(network, order);
  for (std::size_t i = 0; alike && i < order.size(); ++i) found.proof.push_back(std::to_string(order[i]));
  return found;
}

std::string deadlock_heading(bool on_cubes) {
  return fmt::format(kFinding, "collective", "algorithm", "ports", on_cubes ? "d" : "n", "M", "deadlock");
}

std::string as_text(const Examined& row, const Finding& found, bool shows_proof) {
  std::string heading = fmt::format(kFinding, row.collective, row.algorithm, row.ports, row.size,
                                    row.packets ? std::to_string(*row.packets) : "any", found.verdict);
  if (found.proof.empty()) return heading;
  const std::string proof = fmt::format("{} {}", found.of, fmt::join(found.proof, " "));
  const bool is_long = proof.size() > 400 && !shows_proof;
  return heading + "    " + (is_long ? proof.substr(0, proof.rfind(' ', 400)) + " ... (--proof)" : proof) + '\n';
}

std::string as_json(const Examined& row, const Finding& found, const std::optional<std::string>& network) {
  nlohmann::ordered_json json;
  json["collective"] = row.collective;
  json["algorithm"] = row.algorithm;
  json[row.collective == "rule" ? "trees" : "ports"] = row.ports;
  if (network) json["network"] = printable(*network);
  json[network ? "nodes" : "dim"] = row.size;
  json["packets"] = row.packets ? nlohmann::ordered_json(*row.packets) : nlohmann::ordered_json(nullptr);
  json["can_deadlock"] = found.can_deadlock;
  if (row.collective == "rule" && found.is_cyclic) json["can_deadlock"] = nullptr;  // it is not known what is sent
  json["dependencies"] = found.dependencies;
  json["of"] = found.of;
  json["order"] = nullptr;
  json["dependency_cycle"] = nullptr;
  json[found.is_cyclic ? "dependency_cycle" : "order"] = found.proof;
  json["queues"] = found.queues;
  return json.dump() + '\n';
}

}  // namespace testbench
