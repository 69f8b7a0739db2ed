// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/result.hpp"

#include <fmt/format.h>

#include "testbench/engines/mesh/payload.hpp"
#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/runs/experiment/queue_check.hpp"
#include "testbench/tool/request/choose.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

std::optional<double> clock_of(const Parameters& parameters) {
  if (!parameters.clock) return std::nullopt;
  return decimal_of("--clock", *parameters.clock, " MHz");
}

namespace {

using Kind = collectives::Collective;

double per(double amount, double whole) {
  return whole > 0 ? amount / whole : 0;
}

// The task as the user asked for it. The filling of the blocks is left out, because it belongs to
// the algorithm.
Task asked_task(const Experiment& experiment) {
  Task task = experiment.task();
  if (const std::optional<unsigned> dim = experiment.dim()) {  // its nodes may be those of any network
    task.dim = *dim;
    task.network = nullptr;
  }
  // With a link layer the bound counts the times of packets on wires. A hop takes one, and those that pass while its
  // last word is under way.
  if (const std::optional<LinkLayer> links = LinkLayer::of(experiment)) {
    const MeshSetting& setting = experiment.setting();
    const unsigned least = setting.latencies ? setting.latencies->least() : setting.link_latency;
    task.latency = task.packet_cycles == nullptr ? least / links->times().packet
                                                 : links->times().pipeline - (setting.link_latency - least);
  }
  if (!is_combined(task)) return task;
  task.packets = experiment.operation().packets;
  task.blocks = false;
  task.asked = 0;
  return task;
}

Bound with_link_layer(const Experiment& experiment, Bound bound) {
  if (const std::optional<LinkLayer> links = LinkLayer::of(experiment)) bound.value = links->least_cycles(bound.value);
  return bound;
}

// Whether a node's buffer holds M packets, not a block of M for each node.
bool is_of_one_buffer(Kind collective) {
  const collectives::Shape shape = collectives::shape_of(collective);
  return !shape.distinct && (shape.combined || shape.senders == collectives::Party::kRoot);
}

}  // namespace

Bound Result::lower_bound() const {
  return with_link_layer(experiment, testbench::lower_bound(asked_task(experiment)));
}
std::optional<Degraded> Result::degraded() const {
  if (operation().dead.count == 0) return std::nullopt;
  const Task task = asked_task(experiment);
  std::vector<std::pair<std::uint32_t, unsigned>> dead;
  Degraded found;
  for (std::uint32_t i = 0; i < operation().dead.count; ++i) {
    const collectives::DeadLink& link = operation().dead.links[i];
    dead.emplace_back(link.node.number(), link.port);
    found.links.push_back(fmt::format("{}:{}", link.node.number(), link.port));
  }
  found.bound = with_link_layer(experiment, bound_on_live_links(task, without(edges_of(task), dead)));
  if (!experiment.dim()) return found;
  Wanted wanted{operation().row->collective, operation().row->ports, std::nullopt};
  if (operation().plan == nullptr && operation().row->cycles != nullptr) wanted.algorithm = operation().row->algorithm;
  try {
    const auto whole = choose(wanted, Site(network::Cube(task.dim)), operation());
    found.algorithm = whole->operation().row->algorithm;
    if (!experiment.setting().links && !operation().redundant) found.cycles = whole->cycles();
  } catch (const UsageError&) {
    return found;  // no such row for these ports
  }
  return found;
}
Bound Result::least_transmissions() const {
  return testbench::least_transmissions(asked_task(experiment));
}
std::optional<collectives::ClosedForm> Result::closed_form() const {
  const bool queues_can_fill = experiment.setting().has_rtl() || experiment.queue_depth() != 0;
  const bool stopped = experiment.setting().stall_probability > 0 || (queues_can_fill && report.stall_cycles > 0);
  const bool has_links = experiment.setting().links.has_value() || experiment.setting().latencies;
  const bool is_uneven = operation().dead.count != 0 && operation().plan == nullptr;  // some trees are not used
  if (stopped || report.parts || has_links || is_uneven || !collectives::has_closed_form(operation()))
    return std::nullopt;
  if (operation().redundant) {
    const collectives::ClosedForm one_tree{operation().packets + operation().hop() * operation().d(),
                                           "Johnsson and Ho 1986, table 5 (nESBT), every packet on every tree"};
    return operation().d() == 1 ? collectives::closed_form(operation()) : one_tree;
  }
  return collectives::closed_form(operation());
}

std::optional<std::uint64_t> Result::planned_cycles() const {
  if (!operation().routing_cycles) return std::nullopt;
  return collectives::closed_form(operation()).value;
}

double Result::ratio() const {
  return per(static_cast<double>(report.cycles), static_cast<double>(lower_bound().value));
}

double Result::link_utilization() const {
  const std::uint64_t packet_cycles = report.link_layer ? report.link_layer->packet_cycles : 1;
  const std::uint64_t narrow_cycles = report.link_layer ? report.link_layer->narrow_cycles : 0;
  return per(static_cast<double>(report.transmissions * packet_cycles + narrow_cycles),
             static_cast<double>(report.cycles * link_count(asked_task(experiment))));
}

double Result::node_cycles_per_second() const {
  return per(static_cast<double>(report.node_cycles), report.seconds);
}
double Result::packet_hops_per_second() const {
  return per(static_cast<double>(report.transmissions), report.seconds);
}

std::uint64_t Result::payload_bytes() const {
  if (operation().row->collective == Kind::kBarrier) return 0;
  return payload ? payload->bytes : testbench::payload_bytes(asked_task(experiment));
}

std::uint64_t buffer_bytes(const Result& result) {
  const collectives::Operation& operation = result.operation();
  const Task& task = result.experiment.task();
  const auto bytes_of = [&result](std::uint64_t packets) {
    return (packets * result.experiment.setting().payload_bits + 7) / 8;
  };
  if (task.counts != nullptr) return bytes_of(task.counts->of_a_node());
  const Kind collective = operation.row->collective;
  if (collective == Kind::kBarrier) return 0;
  const std::uint64_t blocks = is_of_one_buffer(collective) ? 1 : operation.network.ends();
  return bytes_of(blocks * operation.packets);
}

std::optional<double> bus_factor(Kind collective, std::uint32_t nodes) {
  const double others = per(nodes - 1, nodes);
  const bool is_prefix = collectives::shape_of(collective).scope != collectives::Scope::kAllNodes;
  if (is_prefix || collective == Kind::kBarrier) return std::nullopt;
  if (collective == Kind::kAllreduce) return 2 * others;
  return is_of_one_buffer(collective) ? 1 : others;
}

Bandwidth bandwidth(const Result& result, double clock_mhz) {
  constexpr double kMegabytesOfGigabyte = 1000;
  Bandwidth found;
  found.bytes = buffer_bytes(result);
  found.microseconds = static_cast<double>(result.report.cycles) / clock_mhz;
  if (found.bytes == 0) return found;
  found.algorithm = per(static_cast<double>(found.bytes), found.microseconds) / kMegabytesOfGigabyte;
  const collectives::Operation& operation = result.operation();
  const std::optional<double> factor = bus_factor(operation.row->collective, operation.network.ends());
  if (factor) found.bus = *found.algorithm * *factor;
  return found;
}

std::string heading_of(const Experiment& experiment) {
  const collectives::Operation& operation = experiment.operation();
  const std::optional<unsigned> dim = experiment.dim();
  const std::string network = dim ? fmt::format("d = {}", *dim) : printable(experiment.network());
  const bool has_operator = combines_data(operation.row->collective);
  const std::string cycles = latency_words(experiment.setting());
  const std::string latency = cycles.empty() ? "" : " --link-latency " + printable(cycles);
  return fmt::format("{} {} on {} nodes ({}), --ports {}{}, {} packet(s){}, {}\n", name_of(operation.row->collective),
                     operation.row->algorithm, operation.network.ends(), network, name_of(operation.row->ports),
                     router_options(operation) + latency, operation.packets,
                     has_operator ? ", " + reduction_text(operation.asked()) : "", operation.row->source);
}

std::string source_of(const Bound& bound, const Experiment& experiment) {
  std::string text(bound.source);
  const std::optional<LinkLayer> links = LinkLayer::of(experiment);
  if (!links) return text;
  const unsigned packet = links->times().packet, tau = links->tau();
  text += experiment.setting().widths
              ? "; in the cycles of each link"
              : fmt::format("; {} times the {} cycles of a packet", (bound.value - tau) / packet, packet);
  return tau == 0 ? text : fmt::format("{}, and {} more of the first frame", text, tau);
}

std::string text_of(const std::optional<collectives::ClosedForm>& cycles) {
  return cycles ? fmt::format("= {}", cycles->value) : "-";
}

std::string text_of(const PartsTotals& parts, const Experiment& experiment,
                    const std::function<std::uint64_t(const Experiment&)>& cycles_of) {
  const std::string order = parts.transit_first ? "one in which fewer packets wait" : "the usual one";
  const std::string made =
      fmt::format("{} of {} packet(s), each begun when all nodes are done with the one before{}", parts.count,
                  parts.packets, parts.transit_first ? "; their order is " + order : "");
  const std::string how =
      (parts.count > 1 ? made : order) + (parts.is_tried ? ", tried with these stalls, not proved for others" : "");
  const std::size_t depth = experiment.queue_depth();
  const char* const slower = parts.count > 1 ? "whole" : "usual order";
  if (depth == 0) {
    const bool stalls = experiment.setting().stall_probability > 0;
    return fmt::format("{}, because the {} takes more cycles{}", how, slower, stalls ? " with these stalls" : "");
  }
  const CoupledLinks links = couple_links(experiment);
  const std::size_t deeper = QueueCheck(experiment, links, {}).depth_of_a_run();
  if (deeper <= depth) return fmt::format("{}, because the {} takes more cycles with queues of {}", how, slower, depth);
  const std::string takes =
      links.passages > kMostHops / 8
          ? fmt::format("goes whole{}", experiment.setting().stall_probability > 0 ? "" : " without stalls")
          : fmt::format("takes {} cycles", cycles_of(experiment.with_queue_depth(deeper).as_tried()));
  return fmt::format("{}, because packets of the whole fill queues of {}; {} {} with --queue-depth {}", how, depth,
                     experiment.operation().row->algorithm, takes, deeper);
}

std::string text_of(const LinkTotals& links) {
  return fmt::format(
      "{} cycles of the wires a packet, {} more a frame (head, checksum, gap), {} more a hop (registers); "
      "{} frames, {} damaged, {} timeouts",
      links.packet_cycles, links.tau, links.pipeline, links.frames, links.refused, links.time_outs);
}

}  // namespace testbench
