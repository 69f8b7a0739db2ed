#include "testbench/cli/result.hpp"

#include <fmt/format.h>

#include <vector>

#include "testbench/run/task_of.hpp"

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
std::optional<collectives::ClosedForm> Result::closed_form() const {
  const bool stopped = engine.simulation.stall_probability > 0 || (queues_can_fill && report.stall_cycles > 0);
  if (stopped || !collectives::has_closed_form(operation)) return std::nullopt;
  return collectives::closed_form(operation);
}

bool Result::as_it_should() const {
  const std::optional<collectives::ClosedForm> cycles = closed_form();
  return !report.fault && (!cycles || cycles->met_by(report.cycles));
}

nlohmann::ordered_json to_json(const Result& result) {
  const collectives::Operation& operation = result.operation;
  const Simulation& simulation = result.engine.simulation;
  const RunReport& report = result.report;
  const double links = static_cast<double>(operation.network.nodes()) * operation.network.ports();
  nlohmann::ordered_json json;
  json["collective"] = name_of(operation.row->collective);
  json["algorithm"] = operation.row->algorithm;
  json["source"] = operation.row->source;
  json["dim"] = operation.d();
  json["nodes"] = operation.network.nodes();
  json["ports"] = name_of(operation.row->ports);
  json["packets"] = operation.packets;
  json["root"] = operation.root.number();
  json["engine"] = result.engine.name;
  json["lockstep"] = simulation.lockstep;
  json["rtl_nodes"] = addresses(simulation.rtl_nodes);
  json["stall"] = simulation.stall_probability;
  json["cycles"] = report.cycles;
  json["total_cycles"] = report.total_cycles;
  json["lower_bound"] = result.lower_bound().value;
  json["lower_bound_source"] = result.lower_bound().source;
  json["ratio"] = per(static_cast<double>(report.cycles), static_cast<double>(result.lower_bound().value));
  const std::optional<collectives::ClosedForm> cycles = result.closed_form();
  json["formula"] = cycles ? nlohmann::ordered_json(closed_form_text(result)) : nlohmann::ordered_json(nullptr);
  json["formula_met"] =
      cycles ? nlohmann::ordered_json(cycles->met_by(report.cycles)) : nlohmann::ordered_json(nullptr);
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

std::string closed_form_text(const Result& result) {
  const std::optional<collectives::ClosedForm> cycles = result.closed_form();
  if (!cycles) return "-";
  const bool may_exceed = cycles->slack != 0;
  return fmt::format("{} {}{}", cycles->is_upper_bound ? "<=" : "=", cycles->value,
                     may_exceed ? fmt::format(" (+{})", cycles->slack) : "");
}

}  // namespace testbench
