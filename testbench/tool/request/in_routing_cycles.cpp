// SPDX-License-Identifier: Apache-2.0
// Runs in routing cycles: by the user's algorithm, or by the planner's.
#include <fmt/format.h>

#include "testbench/plans/cost/planner.hpp"
#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/row_choice.hpp"

namespace testbench {

std::shared_ptr<const CycleOperation> in_routing_cycles(const Request& request, collectives::PortModel ports,
                                                        EngineChoice engine, collectives::Operation operation) {
  const collectives::Collective collective = collective_named(request.collective.value_or(""));
  std::optional<LinkSetting>& links = engine.simulation.links;
  if (!links) return nullptr;
  const bool is_plain = links->check == hls::LinkCheck::kNone && !request.redundant && !request.engine.links.fail &&
                        request.engine.router_cycles() == 1 && engine.simulation.stall_probability == 0;
  if (!request.routing_cycles && (request.algorithm || !is_plain)) return nullptr;
  const CycleRow* row = nullptr;
  std::vector<std::string> names;
  for (const CycleRow& known : cycle_rows()) {
    if (known.collective != collective || known.ports != ports) continue;
    names.emplace_back(known.algorithm);
    if (row == nullptr || request.algorithm == known.algorithm) row = &known;
  }
  if (row == nullptr) {
    if (!request.routing_cycles) return nullptr;
    throw UsageError(fmt::format("--ports {}: no {} goes in routing cycles; use --ports all or one", name_of(ports),
                                 name_of(collective)));
  }
  if (request.algorithm) {
    if (*request.algorithm != row->algorithm) refuse_name("--algorithm", *request.algorithm, names);
  } else {
    // Without start-ups nothing is gained by routing cycles.
    if (!request.routing_cycles && links->gap == 0) return nullptr;
    operation.row = row;
    links->release_depth = 1;
    const hls::LinkTimes times = link_times(operation, engine.simulation);
    const CostPoint at{operation.d(), operation.packets, links->frame_packets,
                       static_cast<double>(times.tau(links->gap)), static_cast<double>(times.packet)};
    const std::optional<CostChoice> planned =
        plan_cost(collective, ports, at, times.pipeline + operation.hop_cycles - 1);
    if (!planned) return nullptr;
    row = planned->row;
    links->frame_room = links->frame_packets;
    links->frame_packets = planned->frame_packets;
  }
  try {
    return std::make_shared<const CycleOperation>(*row, operation, engine);
  } catch (const PlanError& error) {
    throw UsageError(fmt::format("--packets {}: {}", operation.packets, error.what()));
  }
}

}  // namespace testbench
