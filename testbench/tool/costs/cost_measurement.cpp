// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/costs/cost_measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

namespace {

MeshSetting asked_links(const CostCase& of, const CostLinks& links) {
  MeshSetting setting;
  LinkSetting& asked = setting.links.emplace();
  asked.wires = links.wires;
  asked.gap = links.gap;
  asked.frame_packets = of.frame_packets;
  asked.frame_room = links.frame_room;
  asked.cut_through = true;
  return setting;
}
collectives::Operation asked_of(const CostCase& of) {
  collectives::Operation operation;
  operation.network = network::Cube(of.dim);
  operation.packets = of.packets;
  operation.combining = combining_of({});
  return operation;
}

std::shared_ptr<const Prepared> prepared(const CostCase& of, const CostLinks& links) {
  try {
    return std::make_shared<const Prepared>(entry_of(*of.row), Site(network::Cube(of.dim)), asked_of(of),
                                            asked_links(of, links), std::nullopt, links.messages);
  } catch (const PlanError& error) {
    throw UsageError(fmt::format("--packets {}: {}", of.packets, error.what()));
  }
}

std::uint64_t busiest(const std::vector<std::uint32_t>& frames, unsigned d, collectives::PortModel ports) {
  using enum collectives::PortModel;
  if (ports == kAll) return *std::ranges::max_element(frames);
  std::uint64_t most = 0;
  for (const Address node : network::addresses(cube::nodes(d))) {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    for (unsigned port = 0; port < d; ++port) {
      sent += frames[std::size_t{node.number()} * d + port];
      received += frames[std::size_t{cube::neighbour(node, port).number()} * d + port];
    }
    most = std::max(most, ports == kHalf ? sent + received : std::max(sent, received));
  }
  return most;
}

}  // namespace

CostResult measured(const CostCase& of, const CostLinks& links) {
  const std::shared_ptr<const Prepared> operation = prepared(of, links);
  const RunReport report = Run(Experiment(operation)).execute({});
  CostResult result;
  result.of = of;
  // A run's clock begins with the first packet, which leaves after the start-up of its message.
  result.cycles = report.cycles + operation->in_cycles().first_release();
  result.registers = operation->in_cycles().registers();
  result.routing_cycles = operation->in_cycles().count();
  result.formula = of.row->has_formula ? find_formula(*of.row) : nullptr;
  result.fault = report.fault;
  const LinkTotals totals = report.link_layer.value_or(LinkTotals());
  if (!totals.frames_of_links.empty()) result.start_ups = busiest(totals.frames_of_links, of.dim, of.row->ports);
  result.at = {of.dim, of.packets, of.frame_packets, static_cast<double>(totals.tau),
               static_cast<double>(totals.packet_cycles)};
  return result;
}

CountedPackets count_packets(const CostCase& of, const CostLinks& links) {
  const std::shared_ptr<const Prepared> operation = prepared(of, links);
  const std::span<const std::uint64_t> begins = operation->in_cycles().begins();
  CountedPackets counted;
  counted.packets.assign(begins.size(), std::vector<std::uint64_t>(of.dim));
  RunHooks hooks;
  hooks.events = [&](std::span<const LinkEvent> events) {
    for (const LinkEvent& event : events) {
      // Cycle 1 is the first of routing cycle 0.
      const auto next = std::ranges::upper_bound(begins, event.cycle - 1);
      ++counted.packets[static_cast<std::size_t>(next - begins.begin()) - 1][event.port];
    }
  };
  counted.fault = Run(Experiment(operation)).execute(hooks).fault;
  return counted;
}

std::optional<std::uint64_t> measured_greedily(const collectives::Row& row, const CostCase& at,
                                               const CostLinks& links) {
  collectives::Operation operation = asked_of(at);
  operation.row = &row;
  const RunReport report = Run(Experiment(operation, asked_links(at, links))).execute({});
  return report.fault ? std::nullopt : std::optional(report.cycles);
}

std::vector<std::uint32_t> swept(const CostCase& of, double best) {
  const std::uint64_t most = std::min<std::uint64_t>(kMostFrame, std::uint64_t{of.packets} << of.dim);
  std::set<std::uint32_t> values;
  for (std::uint64_t b = 1; b <= most; b *= 2) {
    values.insert(static_cast<std::uint32_t>(b));
    if (b > 1 && b / 2 * 3 <= most) values.insert(static_cast<std::uint32_t>(b / 2 * 3));
  }
  if (std::isfinite(best)) {
    for (const double b : {std::floor(best), std::ceil(best)}) {
      values.insert(static_cast<std::uint32_t>(std::clamp(b, 1.0, static_cast<double>(most))));
    }
  }
  return {values.begin(), values.end()};
}

std::string number_text(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

std::string paper_text(const CostResult& result) {
  if (result.formula == nullptr) return "-";
  return (result.is_exact() ? "" : "~") + number_text(result.paper());
}

double bound_of(const CostResult& result) {
  return paper_bound(result.of.row->collective, result.of.row->ports, result.at);
}

Swept sweep(CostCase of, CostLinks links) {
  links.frame_room = kMostFrame;
  of.frame_packets = 1;
  CostResult best = measured(of, links);
  const double paper_frame = best.formula->best_frame(best.at);
  const double paper_least = best.formula->least(best.at);
  // No run is faster than its plan, so one runs only if its plan might win. Equal cycles: the smallest B.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> plans;
  for (const std::uint32_t b : swept(of, paper_frame)) {
    of.frame_packets = b;
    const auto operation = prepared(of, links);
    plans.emplace_back(operation->in_cycles().cycles()->value + operation->in_cycles().first_release(), b);
  }
  std::ranges::sort(plans);
  const auto is_better = [&best](std::uint64_t cycles, std::uint32_t b) {
    return std::pair(cycles, b) < std::pair(best.cycles, best.of.frame_packets);
  };
  for (const auto& [cycles, b] : plans) {
    if (!is_better(cycles, b)) continue;
    of.frame_packets = b;
    const CostResult tried = measured(of, links);
    if (is_better(tried.cycles, b)) best = tried;
  }
  return {best, paper_frame, paper_least};
}

}  // namespace testbench
