// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/verdict/link_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "testbench/judge/checker/saturating.hpp"

namespace testbench {

PacketLatency::PacketLatency(const Task& task, const MeshSetting& setting, std::uint64_t first, std::uint64_t end)
    : task_(task),
      edges_(edges_of(task)),
      unicast_(is_unicast(task)),
      has_layer_(setting.links.has_value()),
      wires_(setting),
      first_(first),
      left_(end - first) {
}

std::uint64_t PacketLatency::memory_bytes(const Task& task) {
  return times(packet_numbers(task), sizeof(std::uint32_t));
}

std::uint64_t PacketLatency::packet_of(const LinkEvent& event) const {
  const Meaning meaning = meaning_of(task_.collective);
  const std::uint64_t source = meaning.only_root_sends ? 0 : event.source;
  const std::uint64_t block =
      meaning.block_for_each ? source * end_count(task_) + static_cast<std::uint32_t>(event.destination) : source;
  return block * task_.packets + event.sequence - first_;
}

void PacketLatency::observe(std::span<const LinkEvent> events) {
  for (const LinkEvent& event : events) {
    const std::uint64_t packet = packet_of(event);
    if (packet >= left_.size()) continue;  // a fault; the checker reports it
    if (left_[packet] == 0) left_[packet] = static_cast<std::uint32_t>(event.cycle);
    if (!has_layer_) arrive({&event, 1});
  }
}

void PacketLatency::arrive(std::span<const LinkEvent> events) {
  for (const LinkEvent& event : events) {
    const std::uint64_t packet = packet_of(event);
    if (packet >= left_.size() || left_[packet] == 0) continue;
    const std::uint32_t receiver = edges_.receiver(event.node, event.port);
    const bool is_delivery =
        unicast_ ? receiver == static_cast<std::uint32_t>(event.destination) : receiver < end_count(task_);
    if (!is_delivery) continue;
    histogram_.add(event.cycle + wires_.of(event) - left_[packet] + 1);
  }
}

LinkEvents arrivals_in(const WireEvents& wires, const Task& task) {
  LinkEvents arrivals;
  for (const WireEvent& wire : wires) {
    if (wire.kind != WireEventKind::kArrived) continue;
    LinkEvent& event = arrivals.emplace_back(wire.packet);
    event.cycle = wire.last;
    if (task.trees > 1) event.sequence += event.tree * task.packets;
  }
  return arrivals;
}

LatencySummary LatencyHistogram::summary(std::uint64_t nodes) const {
  LatencySummary found;
  double sum = 0;
  for (std::uint64_t latency = 0; latency < deliveries_.size(); ++latency) {
    found.deliveries += deliveries_[latency];
    sum += static_cast<double>(latency) * static_cast<double>(deliveries_[latency]);
    if (deliveries_[latency] != 0) found.max = latency;
  }
  if (found.deliveries == 0) return found;
  found.mean = sum / static_cast<double>(found.deliveries);
  const auto percentile = [&](std::uint64_t percent) {
    std::uint64_t seen = 0;
    std::uint64_t latency = 0;
    while (seen * 100 < found.deliveries * percent) seen += deliveries_[latency++];
    return latency - 1;
  };
  found.p50 = percentile(50);
  found.p95 = percentile(95);
  found.p99 = percentile(99);
  found.deliveries *= nodes;
  return found;
}

void write_trace_header(std::ostream& out) {
  const char* separator = "";
  LinkEvent{}.each_field([&](const char* name, auto) {
    out << separator << name;
    separator = ",";
  });
  out << '\n';
}

void write_trace(std::ostream& out, std::span<const LinkEvent> events) {
  fmt::memory_buffer rows;
  for (const LinkEvent& event : events) {
    char separator = '\0';
    event.each_field([&](const char*, auto value) {
      if (separator != '\0') rows.push_back(separator);
      const fmt::format_int digits(value);
      rows.append(digits.data(), digits.data() + digits.size());
      separator = ',';
    });
    rows.push_back('\n');
  }
  out.write(rows.data(), static_cast<std::streamsize>(rows.size()));
}

}  // namespace testbench
