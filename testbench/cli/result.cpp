#include "testbench/cli/result.hpp"

#include <fmt/format.h>

#include <vector>

#include "testbench/cli/request.hpp"

namespace testbench {
namespace {

double per(double amount, double whole) {
  return whole > 0 ? amount / whole : 0;
}

std::vector<std::size_t> addresses(const std::vector<bool>& nodes) {
  std::vector<std::size_t> found;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (nodes[node]) found.push_back(node);
  }
  return found;
}

}  // namespace

Bound Result::lower_bound() const {
  return testbench::lower_bound(task_of(operation));
}
Bound Result::least_transmissions() const {
  return testbench::least_transmissions(task_of(operation));
}
std::optional<Formula> Result::formula() const {
  const bool stopped = stall > 0 || (queues_can_fill && report.stall_cycles > 0);
  return stopped ? std::nullopt : expected_cycles(task_of(operation), name_of(operation.algorithm));
}

bool Result::as_it_should() const {
  const std::optional<Formula> closed_form = formula();
  return !report.fault && (!closed_form || closed_form->met_by(report.cycles));
}

nlohmann::ordered_json to_json(const Result& result) {
  const collectives::Operation& operation = result.operation;
  const RunReport& report = result.report;
  const double links = static_cast<double>(cube::nodes(operation.d)) * operation.d;
  nlohmann::ordered_json json;
  json["collective"] = name_of(operation.collective);
  json["algorithm"] = name_of(operation.algorithm);
  json["source"] = offer_of(operation).source;
  json["dim"] = operation.d;
  json["nodes"] = cube::nodes(operation.d);
  json["ports"] = name_of(operation.ports);
  json["packets"] = operation.packets;
  json["root"] = operation.root;
  json["engine"] = result.engine.name;
  json["lockstep"] = result.engine.lockstep;
  json["rtl_nodes"] = addresses(result.engine.rtl_nodes);
  json["stall"] = result.stall;
  json["cycles"] = report.cycles;
  json["total_cycles"] = report.total_cycles;
  json["lower_bound"] = result.lower_bound().value;
  json["lower_bound_source"] = result.lower_bound().source;
  json["ratio"] = per(static_cast<double>(report.cycles), static_cast<double>(result.lower_bound().value));
  const std::optional<Formula> formula = result.formula();
  json["formula"] = formula ? nlohmann::ordered_json(formula_text(result)) : nlohmann::ordered_json(nullptr);
  json["formula_met"] =
      formula ? nlohmann::ordered_json(formula->met_by(report.cycles)) : nlohmann::ordered_json(nullptr);
  json["transmissions"] = report.transmissions;
  json["least_transmissions"] = result.least_transmissions().value;
  json["link_utilization"] = per(static_cast<double>(report.transmissions), static_cast<double>(report.cycles) * links);
  json["deepest_queue"] = report.deepest_queue;
  json["stall_cycles"] = report.stall_cycles;
  json["verified"] = !report.fault.has_value();
  if (report.fault) json["fault"] = *report.fault;
  json["seconds"] = report.seconds;
  json["node_cycles_per_second"] = per(static_cast<double>(report.node_cycles), report.seconds);
  json["packet_hops_per_second"] = per(static_cast<double>(report.transmissions), report.seconds);
  return json;
}

std::string formula_text(const Result& result) {
  const std::optional<Formula> formula = result.formula();
  if (!formula) return "-";
  const bool may_exceed = formula->slack != 0;
  return fmt::format("{} {}{}", formula->is_upper_bound ? "<=" : "=", formula->value,
                     may_exceed ? fmt::format(" (+{})", formula->slack) : "");
}

}  // namespace testbench
