// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/experiment.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "firmware/networks/node_kind.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/runs/experiment/link_layer.hpp"

namespace testbench {
namespace {

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

MeshSetting with_depth(MeshSetting setting, std::size_t queue_depth) {
  if (queue_depth != 0) setting.queue_depth = {queue_depth, queue_depth, true};
  return setting;
}

}  // namespace

Task task_of(const collectives::Operation& operation) {
  const bool is_cube = network::kind_of(operation.network).routes_in_logic;
  const PacketCounts* const counts = is_cube ? nullptr : wired(operation).counts();
  const bool by_blocks = operation.row->by_blocks;
  Task task{named(kCollectives, name_of(operation.row->collective)),
            is_cube ? operation.d() : 0,
            named(kPortModels, name_of(operation.row->ports)),
            counts != nullptr ? counts->most()
            : by_blocks       ? collectives::packets_in_blocks(operation)
                              : operation.packets,
            operation.root.number(),
            is_cube ? nullptr : &wired(operation).edges(),
            counts,
            by_blocks};
  task.apart = operation.row->apart;
  if (operation.plan != nullptr) {
    task.preceding = operation.plan->preceding();
    task.part_places = operation.plan->parts().places;
    task.parts = operation.plan->parts().all;
  }
  task.latency = operation.link_latency;
  if (by_blocks && task.packets != operation.packets) task.asked = operation.packets;
  if (operation.redundant) task.trees = operation.d();
  if (operation.shape().combined) task.reduction = reduction_of(operation.combining);
  return task;
}

MeshSetting setting_of(const collectives::Operation& operation, MeshSetting setting) {
  using collectives::Party;
  const collectives::Shape shape = operation.shape();
  setting.network = operation.network;
  setting.hop_cycles = operation.router_cycles();
  setting.combine_stages = operation.combine_stages;
  if (!setting.links) setting.link_latency = operation.link_latency;
  setting.combining = shape.combined;
  setting.operation = operation.combining;
  if (operation.plan != nullptr) {
    setting.trees = operation.plan->trees_of_root();
    setting.tree_numbers = operation.plan->tree_numbers();
    setting.labels = operation.plan->labels();
  }
  setting.gated = collectives::needs_gate(operation);
  setting.closed_windows = setting.gated && operation.plan != nullptr && !operation.routing_cycles &&
                           network::kind_of(operation.network).routes_in_logic;
  setting.drops_copies = operation.redundant;
  setting.packets = sequences(task_of(operation));
  setting.copies = shape.senders == Party::kAll && shape.receivers == Party::kAll && !shape.distinct;
  return setting;
}

Experiment::Experiment(const collectives::Operation& operation, MeshSetting asked, std::size_t queue_depth)
    : operation_(operation),
      task_(task_of(operation)),
      setting_(setting_of(operation, with_depth(std::move(asked), queue_depth))),
      tried_(std::make_shared<TriedRuns>()) {
  take_links_that_differ();
  const auto dead = std::make_shared<const std::vector<collectives::DeadLink>>(known_dead(setting_.wires.broken));
  operation_.dead = {dead->data(), static_cast<std::uint32_t>(dead->size())};
  prepared_ = dead;
  if (!network::kind_of(operation.network).routes_in_logic) return;
  dim_ = operation.d();
  network_ = fmt::format("cube:{}", *dim_);
  words_ = fmt::format("--dim {}", *dim_);
}

Experiment::Experiment(const std::shared_ptr<const Prepared>& prepared, std::size_t queue_depth)
    : made_(prepared),
      prepared_(prepared),
      operation_(prepared->operation()),
      task_(task_of(operation_)),
      network_(prepared->site().name),
      words_(prepared->site().words),
      counts_(prepared->counts()),
      setting_(setting_of(operation_, with_depth(prepared->setting(), queue_depth))),
      tried_(prepared->tried()) {
  take_links_that_differ();
  const std::optional<network::Cube>& cube = prepared->site().cube;
  if (cube && !counts_) dim_ = cube->dimension();
}

void Experiment::take_links_that_differ() {
  packet_cycles_ = packet_cycles_of(operation_, setting_);
  task_.packet_cycles = packet_cycles_.get();
  if (!setting_.latencies || setting_.links) return;
  task_.latencies = setting_.latencies.get();
  task_.latency = setting_.latencies->least();
}

Experiment Experiment::with_seed(std::uint64_t seed) const {
  Experiment other = *this;
  other.setting_.seed = other.setting_.wires.seed = seed;
  return other;
}

Experiment Experiment::with_epochs() const {
  Experiment other = *this;
  other.setting_.epochs = true;
  return other;
}

Experiment Experiment::with_transit_first() const {
  const bool plans_order = operation_.plan != nullptr && operation_.shape().combined;
  if (std::optional<Experiment> made = plans_order ? made_again(operation_.packets, true) : std::nullopt) return *made;
  Experiment other = *this;
  other.operation_.transit_first = true;
  return other;
}

Experiment Experiment::as_tried() const {
  Experiment other = *this;
  other.setting_.threads = 1;
  other.setting_.engine = "native";
  other.setting_.rtl_nodes.clear();
  other.setting_.lockstep = false;
  return other;
}

Experiment Experiment::with_queue_depth(std::size_t depth) const {
  Experiment other = *this;
  other.setting_ = with_depth(setting_, depth);
  return other;
}

Experiment Experiment::alone(std::uint64_t more) const {
  Experiment other = with_seed(setting_.seed + more).as_tried();
  other.setting_.stall_probability = other.setting_.wires.bit_error_rate = 0;
  other.setting_.queue_depth = {};
  return other;
}

std::optional<Experiment> Experiment::with_packets(std::uint32_t packets) const {
  return made_again(packets, operation_.transit_first);
}

std::optional<Experiment> Experiment::made_again(std::uint32_t packets, bool transit_first) const {
  const bool has_plan = operation_.plan != nullptr;
  if (operation_.routing_cycles || counts_ || (has_plan && !made_)) return std::nullopt;
  Experiment other = *this;
  if (has_plan) {
    try {
      other.made_ = made_->made_again(packets, transit_first);
    } catch (const PlanError&) {
      return std::nullopt;
    }
    other.prepared_ = other.made_;
    other.operation_ = other.made_->operation();
  }
  if (packets != operation_.packets) other.tried_ = std::make_shared<TriedRuns>();
  other.operation_.packets = packets;
  other.task_ = task_of(other.operation_);
  other.setting_ = setting_of(other.operation_, setting_);
  other.take_links_that_differ();
  return other;
}

Experiment Experiment::with_records(bool latency, bool link_load) const {
  Experiment other = *this;
  other.setting_.latency = latency;
  other.setting_.link_load = link_load;
  return other;
}

}  // namespace testbench
