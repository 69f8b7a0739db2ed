// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "hls/operators/operation.hpp"
#include "testbench/runs/experiment/link_layer.hpp"

namespace testbench {
namespace {

constexpr std::size_t kMostReleases = 65536;  // of a configuration

const WiredNetwork& wired(const collectives::Operation& operation) {
  return static_cast<const WiredNetwork&>(operation.network.other());
}

// Finds the judge's enumerator of that name.
template <class To, std::size_t N>
To named(const To (&candidates)[N], const std::string& name) {
  for (const To candidate : candidates) {
    if (name_of(candidate) == name) return candidate;
  }
  throw std::logic_error("the judge does not know " + name);
}

Reduction reduction_of(std::uint32_t operation) {
  return {named(kFunctions, std::string(operators::name(operators::function_of(operation)))),
          named(kLaneTypes, std::string(operators::name(operators::type_of(operation))))};
}

collectives::Operation going_around(collectives::Operation operation, const std::vector<collectives::DeadLink>& dead) {
  operation.dead = {dead.data(), static_cast<std::uint32_t>(dead.size())};
  return operation;
}

}  // namespace

WiredNetwork::WiredNetwork(const Network& network)
    : network_(network), links_(network), edges_(links_.neighbours(), network.is_cayley()) {
}

NetworkOperation::NetworkOperation(const Network& network, const PlannedRow& row, std::uint32_t packets, Address root,
                                   const std::vector<std::uint32_t>& counts)
    : plan_(row.make({network, packets, root, counts})), wired_(std::make_unique<WiredNetwork>(network)) {
  if (!counts.empty()) wired_->count(counts, packets);
  operation_.row = &row;
  operation_.network = network::SomeNetwork(*wired_);
  operation_.packets = packets;
  operation_.root = root;
  operation_.plan = plan_.get();
}

CycleOperation::CycleOperation(const CycleRow& row, const collectives::Operation& asked, EngineChoice engine,
                               const Messages& messages)
    : operation_(asked), engine_(std::move(engine)) {
  operation_.row = &row;
  if (!engine_.simulation.links) throw std::logic_error("routing cycles need links");
  LinkSetting& links = *engine_.simulation.links;
  // Packets leave in a later routing cycle anyway.
  links.cut_through = links.check == hls::LinkCheck::kNone;
  links.release_depth = 1;  // a program of any depth adds rules, and so bits, to a packet
  const hls::LinkTimes times = link_times(operation_, engine_.simulation);
  plan_ = plan_in_cycles(
      row, operation_,
      {links.frame_packets, times.tau(links.gap), times.packet, times.pipeline + operation_.hop_cycles - 1,
       links.cut_through, messages.packets, messages.start_up});
  constexpr std::uint64_t kMostCycles = 0x7fffffff;
  if (plan_->cycles()->value > kMostCycles || plan_->longest_program() > kMostReleases) {
    throw PlanError(
        fmt::format("{} cycles in {} releases: release programs count to {} cycles and have {} entries; use "
                    "fewer packets or a shorter gap",
                    plan_->cycles()->value, plan_->longest_program(), kMostCycles, kMostReleases));
  }
  // Few depths, because each is a model.
  links.release_depth = static_cast<unsigned>(std::bit_ceil(std::max<std::size_t>(plan_->longest_program(), 64)));
  operation_.plan = plan_.get();
  operation_.routing_cycles = true;
}

NetworkOperation::NetworkOperation(const Network& network, const PlannedRow& row, const collectives::Operation& asked)
    : plan_(row.make({network,
                      asked.packets,
                      asked.root,
                      {},
                      {asked.dead.links, asked.dead.count},
                      asked.hop(),
                      asked.combining})),
      operation_(asked) {
  operation_.row = &row;
  operation_.plan = plan_.get();
  operation_.dead = {};
  if (operation_.shape().combined) return;
  wired_ = std::make_unique<WiredNetwork>(network);
  operation_.network = network::SomeNetwork(*wired_);
}

std::vector<collectives::DeadLink> known_dead(const std::vector<BrokenLink>& broken) {
  std::vector<collectives::DeadLink> dead;
  for (const BrokenLink& link : broken) {
    if (link.cycle == 0) dead.push_back({link.node, link.port});
  }
  return dead;
}

Task task_of(const collectives::Operation& operation) {
  const bool is_cube = operation.network.is_cube();
  const PacketCounts* const counts = is_cube ? nullptr : wired(operation).counts();
  const bool by_blocks = operation.row->by_blocks;
  Task task{named(kCollectives, name_of(operation.row->collective)),
            is_cube ? operation.d() : 0,
            named(kPortModels, name_of(operation.row->ports)),
            counts != nullptr ? counts->most()
            : by_blocks       ? collectives::block_of(operation) * operation.network.nodes()
                              : operation.packets,
            operation.root.number(),
            is_cube ? nullptr : &wired(operation).edges(),
            counts,
            by_blocks};
  task.apart = operation.row->apart;
  if (by_blocks && task.packets != operation.packets) task.asked = operation.packets;
  if (operation.redundant) task.trees = operation.d();
  if (operation.shape().combined) task.reduction = reduction_of(operation.combining);
  return task;
}

MeshSetting setting_of(const collectives::Operation& operation) {
  using collectives::Party;
  const collectives::Shape shape = operation.shape();
  MeshSetting setting;
  setting.network = operation.network;
  setting.hop_cycles = operation.router_cycles();
  setting.combine_stages = operation.combine_stages;
  setting.combining = shape.combined;
  setting.operation = operation.combining;
  setting.gated = collectives::needs_gate(operation);
  setting.closed_windows =
      setting.gated && operation.plan != nullptr && !operation.routing_cycles && operation.network.is_cube();
  setting.drops_copies = operation.redundant;
  setting.packets = sequences(task_of(operation));
  setting.copies = shape.senders == Party::kAll && shape.receivers == Party::kAll && !shape.distinct;
  return setting;
}

Experiment::Experiment(const collectives::Operation& operation, EngineChoice engine, std::size_t queue_depth)
    : dead_(std::make_shared<const std::vector<collectives::DeadLink>>(known_dead(engine.simulation.wires.broken))),
      operation_(going_around(operation, *dead_)),
      task_(task_of(operation)),
      network_(operation.network.is_cube() ? "cube:" + std::to_string(operation.d()) : ""),
      engine_(std::move(engine)),
      queue_depth_(queue_depth) {
}

Experiment::Experiment(const std::shared_ptr<const NetworkOperation>& planned, std::string network,
                       std::optional<Counts> counts, EngineChoice engine, std::size_t queue_depth)
    : planned_(planned),
      dead_(std::make_shared<const std::vector<collectives::DeadLink>>(known_dead(engine.simulation.wires.broken))),
      operation_(going_around(planned->operation(), *dead_)),
      task_(task_of(operation_)),
      network_(std::move(network)),
      counts_(std::move(counts)),
      engine_(std::move(engine)),
      queue_depth_(queue_depth) {
}

Experiment::Experiment(std::shared_ptr<const CycleOperation> planned, std::size_t queue_depth)
    : Experiment(planned->operation(), planned->engine(), queue_depth) {
  planned_ = std::move(planned);
}

Experiment Experiment::with_seed(std::uint64_t seed) const {
  Experiment other = *this;
  other.engine_.simulation.stall_seed = other.engine_.simulation.wires.seed = seed;
  return other;
}

}  // namespace testbench
