// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/trace_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace testbench {

TraceRow row_of(const LinkEvent& sent) {
  return {{WireEventKind::kSent, sent.cycle, sent.cycle, 0, sent}};
}

TraceRows::TraceRows(const Experiment& experiment)
    : experiment_(experiment),
      network_(experiment.operation().network),
      combined_(is_combined(experiment.task())),
      has_layer_(experiment.setting().links.has_value()),
      wires_(experiment.setting()),
      routes_(experiment.task()) {
}

// Packets of one source and number on several trees are different ones.
std::uint64_t TraceRows::item_of(const LinkEvent& event) const {
  if (combined_) return routes_.item_of(event);
  const Task& task = experiment_.task();
  const std::uint64_t pair =
      event.source * (end_count(task) + 1) + static_cast<std::uint64_t>(std::int64_t{event.destination} + 1);
  return (pair * task.trees + (task.trees > 1 ? event.tree : 0)) * task.packets + event.sequence;
}

std::vector<TraceRow> TraceRows::of(std::span<const LinkEvent> sent, std::span<const WireEvent> wires) {
  std::vector<TraceRow> rows;
  rows.reserve(sent.size() + wires.size());
  const auto add_wires = [&](std::uint64_t before) {
    for (; !wires.empty() && wires.front().packet.cycle < before; wires = wires.subspan(1)) {
      if (wires.front().kind == WireEventKind::kStopped && !has_layer_) {
        stops_.push_back(wires.front());
        continue;
      }
      WireEvent& event = rows.emplace_back(wires.front()).event;
      if (event.kind != WireEventKind::kArrived) continue;
      event.last += wires_.of(event.packet);
      arrive(event.packet, event.last);
    }
  };
  for (const LinkEvent& event : sent) {
    add_wires(event.cycle);
    take_stops(event.cycle, rows);
    TraceRow& row = rows.emplace_back(row_of(event));
    if (!has_layer_) row.event.last += wires_.of(event);
    if (combined_) {
      take_combined(event, row);
    } else {
      wait(event.source == event.node ? std::span<const Arrival>() : arrivals_[{item_of(event), event.node}], event,
           row);
    }
    if (!has_layer_) arrive(event, row.event.last);
  }
  add_wires(~std::uint64_t{0});
  return rows;
}

// The other end's `go` comes over the wires, and the sender obeys it a cycle later.
void TraceRows::take_stops(std::uint64_t before, std::vector<TraceRow>& rows) {
  std::erase_if(stops_, [&](const WireEvent& stop) {
    const network::Address node(stop.packet.node);
    const std::uint32_t receiver = network_.neighbour(node, stop.packet.port).number();
    const LinkEvent back{stop.last, receiver, network_.arrival_port(node, stop.packet.port), 0, 0, 0, 0};
    const std::uint64_t later = 1 + wires_.of(back);
    if (stop.last + later >= before) return false;
    rows.push_back({{stop.kind, stop.first + later, stop.last + later, 0, stop.packet}});
    rows.back().event.packet.cycle = stop.last + later;
    return true;
  });
}

// As the judge combines (testbench/judge/checker/combined_packets.hpp).
void TraceRows::take_combined(const LinkEvent& event, TraceRow& row) {
  routes_.decide(event);
  const std::uint64_t item = item_of(event);
  std::vector<Arrival>& came = arrivals_[{item, event.node}];
  const bool is_exchange =
      event.source == event.node && event.destination == kAllNodes && !routes_.is_owner(item, event.node);
  std::vector<Arrival> parts;
  std::ranges::copy_if(came, std::back_inserter(parts), [&](const Arrival& of) { return of.cycle < event.cycle; });
  const Task& task = experiment_.task();
  for (auto other = item_before(task, event.node, item); other; other = item_before(task, event.node, *other)) {
    const std::vector<Arrival>& going_on = arrivals_[{*other, event.node}];
    std::ranges::copy(going_on, std::back_inserter(parts));
  }
  if (task.parts != nullptr) {
    parts.clear();
    for (const auto& [in, receiver] : parts_of(task, event.node, item / task.packets)) {
      if (in >= network_.ports()) continue;
      const std::vector<Arrival>& of_one =
          arrivals_[{receiver * std::uint64_t{task.packets} + item % task.packets, event.node}];
      const std::uint32_t sender = network_.neighbour(Address(event.node), in).number();
      std::ranges::copy_if(of_one, std::back_inserter(parts), [&](const Arrival& of) { return of.sender == sender; });
    }
  }
  if (is_exchange) {
    // Own, then what came through the ports from the tree's on, up to this one.
    std::vector<Arrival> in_turn;
    for (unsigned port = event.tree; port != event.port; port = (port + 1) % network_.ports()) {
      const std::uint32_t neighbour = network_.neighbour(Address(event.node), port).number();
      const auto part = std::ranges::find(parts, neighbour, &Arrival::sender);
      if (part != parts.end()) in_turn.push_back(*part);
    }
    parts = std::move(in_turn);
  }
  wait(parts, event, row);
  if (event.source == event.node && event.node < end_count(task)) row.operands = "own";  // a switch adds nothing
  for (const Arrival& part : parts) {
    row.operands += fmt::format("{}{}", row.operands.empty() ? "" : "+", part.sender);
  }
  if (event.destination != kAllNodes && !goes_on(task)) came.clear();
}

void TraceRows::wait(std::span<const Arrival> since, const LinkEvent& event, TraceRow& row) const {
  const std::uint64_t hop = experiment_.operation().hop_cycles - experiment_.operation().link_latency;
  if (since.empty()) {
    if (event.source == event.node) row.waited = event.cycle - 1;
    return;
  }
  const std::uint64_t last = std::ranges::max(since, {}, &Arrival::cycle).cycle + hop;
  row.waited = event.cycle - std::min(last, event.cycle);
}

void TraceRows::arrive(const LinkEvent& event, std::uint64_t cycle) {
  const network::Address node(event.node);
  const std::uint32_t receiver = network_.neighbour(node, event.port).number();
  // A packet for one node ends there.
  if (!combined_ && event.destination == static_cast<std::int32_t>(receiver)) return;
  std::vector<Arrival>& came = arrivals_[{item_of(event), receiver}];
  if (combined_ && event.source != event.node) came.clear();  // it is a copy
  came.push_back({event.node, cycle});
}

}  // namespace testbench
