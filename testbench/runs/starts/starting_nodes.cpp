// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/starts/starting_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace testbench {

StartingNodes::StartingNodes(const Experiment& experiment, std::vector<std::uint64_t> ready, std::uint32_t repeat,
                             bool start_together, const Parts& parts, Judge judge, Load load)
    : task_(experiment.task()),
      seed_(experiment.setting().seed),
      payload_bits_(experiment.setting().payload_bits),
      ready_(std::move(ready)),
      repeat_(repeat),
      start_together_(start_together),
      parts_(parts),
      collectives_(repeat * parts.count()),
      quiet_(is_combined(task_) ? std::uint64_t{2} * port_count(task_) * (1 + task_.latency) : 0),
      judge_(std::move(judge)),
      load_(std::move(load)),
      stall_(experiment.setting()),
      barrier_(experiment.operation(), experiment.setting().link_latency),
      nodes_(ready_.size()),
      memories_(repeat),
      done_(collectives_) {
}

void StartingNodes::begin_cycle(std::uint64_t cycle) {
  cycle_ = cycle;
  // The barrier of a start ends when all nodes have begun that collective, and so are done with the one before.
  const bool ends = barrier_.ends(cycle);
  if (ends && start_together_) {
    is_loaded_ = !begin_part();
    loads_at_ = cycle + (is_loaded_ ? 0 : quiet_);
    starts_at_ = kNever;
  }
  if (cycle == loads_at_) {
    starts_at_ = cycle + (is_loaded_ ? 0 : load_(parts_));
    last_event_ = starts_at_;
  }
  const bool is_beginning = loads_at_ != kNever && cycle <= starts_at_;
  for (std::uint32_t number = 0; number < nodes_.size(); ++number) {
    Node& node = nodes_[number];
    if (ends) node.is_in_barrier = false;
    const bool is_ready = node.started == 0 ? cycle >= ready_[number] : node.done == node.started;
    const bool joins = is_ready && node.started != collectives_ && !node.is_in_barrier && !is_beginning;
    if (joins) {
      barrier_.join(number, cycle);
      node.is_in_barrier = true;
    }
    node.starts = start_together_ ? cycle == starts_at_ : joins;
    if (!node.starts) continue;
    ++node.started;
    last_event_ = cycle;
  }
}

NodeMemory& StartingNodes::memory(std::uint32_t collective) {
  const std::uint32_t number = (collective - 1) / parts_.count();
  std::unique_ptr<NodeMemory>& memory = memories_[number];
  if (!memory) memory = std::make_unique<NodeMemory>(task_, PayloadHash(seed_ + number, payload_bits_));
  return *memory;
}

bool StartingNodes::begin_part() {
  const bool was_rest = parts_.is_rest() && begun_ != 0;
  if (begun_++ % parts_.count() == 0) {
    parts_.begin_again();
  } else {
    parts_.next();
  }
  memory(begun_).begin_part(parts_.first());
  return parts_.is_rest() != was_rest;
}

void StartingNodes::show(Address address, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) {
  const Node& node = nodes_[address.number()];
  in.start = node.starts;
  in.eject_ready = stall_.ready(cycle, address, static_cast<unsigned>(out.ports.size()));
  if (node.started == 0) return;
  const NodeMemory& own = memory(node.started);
  for (std::size_t stream = 0; stream < out.fetches.size(); ++stream) {
    const WideFetch& fetch = out.fetches[stream];
    if (fetch.valid) in.payloads[stream] = answer_of(own, address, fetch);
  }
}

// The epoch tells whether a packet is of this collective or of the next one. All nodes have begun this one before a
// neighbour begins the next, so that nothing else can come.
void StartingNodes::take(Address address, const NodeOutputs& out, const NodeInputs& in) {
  const Node& node = nodes_[address.number()];
  if (address.number() >= end_count(task_)) return;
  for (unsigned port = 0; port < out.ejects.size(); ++port) {
    if (!out.ejects[port].valid || !in.eject_ready.contains(port)) continue;
    const WidePacket& packet = out.ejects[port].packet;
    const std::uint32_t collective = node.started + (node.started % 2 == packet.header.epoch ? 0 : 1);
    if (collective == 0 || collective > collectives_ || collective <= node.done) {
      return complain(fmt::format("node {} is done with collective {}, and a packet of node {} comes that is of {}",
                                  address.number(), node.done, packet.header.source.number(),
                                  collective == node.done ? "that one" : "none"));
    }
    memory(collective).deliver(address, packet.header.source, packet.header.sequence, packet.payload, port);
    last_event_ = cycle_;
  }
}

void StartingNodes::observe(Address address, const NodeOutputs& out) {
  Node& node = nodes_[address.number()];
  // A switch sends nothing of its own where packets are moved as they are, and counts those for all nodes.
  const bool only_moves = address.number() >= end_count(task_) && !is_combined(task_);
  if ((!out.done && !only_moves) || node.done == node.started) return;
  ++node.done;
  last_event_ = cycle_;
  if (++done_[node.done - 1] != nodes_.size() || node.done % parts_.count() != 0) return;
  ++judged_;
  if (const auto fault = judge_(judged_, *memories_[judged_ - 1])) {
    complain(fmt::format("collective {} of {}: {}", judged_, repeat_, *fault));
  }
  memories_[judged_ - 1].reset();
}

std::string StartingNodes::progress() const {
  const auto least = std::ranges::min_element(nodes_, {}, &Node::done);
  return fmt::format("node {} is done with {} of {} collectives and has started {}", least - nodes_.begin(),
                     least->done, collectives_, least->started);
}

void StartingNodes::complain(const std::string& text) {
  if (!fault_) fault_ = text;
}

}  // namespace testbench
