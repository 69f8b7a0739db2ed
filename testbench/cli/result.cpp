#include "testbench/cli/result.hpp"

#include <fmt/format.h>

#include "testbench/cli/payload.hpp"
#include "testbench/run/task_of.hpp"

namespace testbench {
namespace {

double per(double amount, double whole) {
  return whole > 0 ? amount / whole : 0;
}

}  // namespace

Bound Result::lower_bound() const {
  return testbench::lower_bound(task_of(operation()));
}
Bound Result::least_transmissions() const {
  return testbench::least_transmissions(task_of(operation()));
}
std::optional<collectives::ClosedForm> Result::closed_form() const {
  const bool queues_can_fill = engine.has_rtl() || queue_depth != 0;
  const bool stopped = engine.simulation.stall_probability > 0 || (queues_can_fill && report.stall_cycles > 0);
  if (stopped || !collectives::has_closed_form(operation())) return std::nullopt;
  return collectives::closed_form(operation());
}

bool Result::as_it_should() const {
  const std::optional<collectives::ClosedForm> cycles = closed_form();
  return !report.fault && (!cycles || report.cycles == cycles->value);
}

double Result::ratio() const {
  return per(static_cast<double>(report.cycles), static_cast<double>(lower_bound().value));
}

double Result::link_utilization() const {
  const double links = static_cast<double>(operation().network.nodes()) * operation().network.ports();
  return per(static_cast<double>(report.transmissions), static_cast<double>(report.cycles) * links);
}

double Result::node_cycles_per_second() const {
  return per(static_cast<double>(report.node_cycles), report.seconds);
}
double Result::packet_hops_per_second() const {
  return per(static_cast<double>(report.transmissions), report.seconds);
}

std::uint64_t Result::payload_bytes() const {
  return payload ? payload->bytes : testbench::payload_bytes(task_of(operation()));
}

std::uint64_t buffer_bytes(const Result& result) {
  const collectives::Operation& operation = result.operation();
  const Task task = task_of(operation);
  if (task.counts != nullptr) return task.counts->of_a_node() * sizeof(std::uint64_t);
  const bool is_broadcast = operation.row->collective == collectives::Collective::kBroadcast;
  const std::uint64_t blocks = is_broadcast ? 1 : operation.network.nodes();
  return blocks * operation.packets * sizeof(std::uint64_t);
}

Bandwidth bandwidth(const Result& result, double clock_mhz) {
  const bool is_broadcast = result.operation().row->collective == collectives::Collective::kBroadcast;
  const double nodes = result.operation().network.nodes();
  constexpr double kMegabytesOfGigabyte = 1000;
  Bandwidth found;
  found.bytes = buffer_bytes(result);
  found.microseconds = static_cast<double>(result.report.cycles) / clock_mhz;
  found.algorithm = per(static_cast<double>(found.bytes), found.microseconds) / kMegabytesOfGigabyte;
  found.bus = found.algorithm * (is_broadcast ? 1 : (nodes - 1) / nodes);
  return found;
}

std::string text_of(const std::optional<collectives::ClosedForm>& cycles) {
  return cycles ? fmt::format("= {}", cycles->value) : "-";
}

}  // namespace testbench
