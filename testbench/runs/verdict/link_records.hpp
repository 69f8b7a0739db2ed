// SPDX-License-Identifier: Apache-2.0
// Records of a run's link events: the load of every link, the latency of packets, a trace.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/nodes/link_events.hpp"
#include "testbench/ground/host/archive.hpp"
#include "testbench/judge/checker/edge_table.hpp"
#include "testbench/judge/checker/link_event.hpp"
#include "testbench/judge/checker/link_ledger.hpp"
#include "testbench/judge/checker/task.hpp"
#include "testbench/judge/checker/wire_event.hpp"

namespace testbench {

// The load of a set of links.
struct LoadSummary {
  std::uint64_t packets = 0;  // over all links
  std::uint64_t least = 0;    // over one link
  double mean = 0;
  std::uint64_t most = 0;
};

class LinkLoad {
 public:
  LinkLoad() = default;
  // `symmetric`: the events are those of node 0, and every node has the same load.
  LinkLoad(std::uint32_t nodes, unsigned ports, bool symmetric = false)
      : nodes_(nodes), is_symmetric_(symmetric), ports_(ports), packets_(std::size_t{symmetric ? 1 : nodes} * ports) {}

  // The events must be the ones that the checker accepted.
  void observe(std::span<const LinkEvent> events) {
    for (const LinkEvent& event : events) ++packets_[std::size_t{event.node} * ports_ + event.port];
  }

  // All links, or those of node 0, by node and then by port.
  std::vector<std::uint64_t>& packets() { return packets_; }
  // The packets of one node, by port, as of_node() has told them.
  void set(std::uint32_t node, const std::vector<std::uint64_t>& packets) {
    std::ranges::copy(packets,
                      packets_.begin() + static_cast<std::ptrdiff_t>(is_symmetric_ ? 0 : std::size_t{node} * ports_));
  }

  unsigned ports() const { return ports_; }
  // The packets of one node, by port.
  std::span<const std::uint64_t> of_node(std::uint32_t node) const {
    return std::span(packets_).subspan(is_symmetric_ ? 0 : std::size_t{node} * ports_, ports_);
  }
  std::uint32_t nodes() const { return nodes_; }
  void serialize(Archive& archive) { archive.vector(packets_); }

  LoadSummary of_all(const network::SomeNetwork& network) const { return summary(network, 0, 1); }
  // The load of all links through that port: the links of one dimension of the cube.
  LoadSummary of_port(unsigned port, const network::SomeNetwork& network) const {
    return summary(network, port, ports_);
  }

 private:
  // Ports without a neighbour are no links.
  LoadSummary summary(const network::SomeNetwork& network, std::size_t first, std::size_t stride) const {
    LoadSummary found{0, ~std::uint64_t{0}, 0, 0};
    std::uint64_t links = 0;
    for (std::size_t link = first; link < packets_.size(); link += stride) {
      const network::Address node(static_cast<std::uint32_t>(link / ports_));
      if (network.neighbour(node, static_cast<unsigned>(link % ports_)) == node) continue;
      ++links;
      found.packets += packets_[link];
      found.least = packets_[link] < found.least ? packets_[link] : found.least;
      found.most = packets_[link] > found.most ? packets_[link] : found.most;
    }
    if (links == 0) return {};
    found.mean = static_cast<double>(found.packets) / static_cast<double>(links);
    if (is_symmetric_) found.packets *= nodes_;
    return found;
  }

  std::uint32_t nodes_ = 0;
  bool is_symmetric_ = false;
  unsigned ports_ = 0;
  std::vector<std::uint64_t> packets_;  // by node, or of node 0; then by port
};

// The cycles that the wires of each link take.
class Wires {
 public:
  explicit Wires(const MeshSetting& setting) : cycles_(setting.link_latency), each_(setting.latencies) {}
  unsigned of(const LinkEvent& event) const { return each_ ? each_->of(event.node, event.port) : cycles_; }

 private:
  unsigned cycles_;
  std::shared_ptr<const LinkValues> each_;  // where they differ
};

// Latency of packets, in cycles. A delivery is a packet at a node that it is meant for; a packet
// for all nodes is delivered once to each. Its latency counts from the cycle in which the packet
// first leaves its source to the cycle in which it arrives, both included: one hop on a free link
// is 1, and the cycles of its wires.
// Percentiles are by nearest rank: so many percent of the deliveries took no longer.
struct LatencySummary {
  std::uint64_t deliveries = 0;
  double mean = 0;
  std::uint64_t p50 = 0;
  std::uint64_t p95 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
};

class LatencyHistogram {
 public:
  void add(std::uint64_t latency) {
    if (latency >= deliveries_.size()) deliveries_.resize(latency + 1);
    ++deliveries_[latency];
  }
  // Deliveries by latency.
  const std::vector<std::uint64_t>& deliveries() const { return deliveries_; }
  void set(std::vector<std::uint64_t> deliveries) { deliveries_ = std::move(deliveries); }
  void serialize(Archive& archive) { archive.vector(deliveries_); }
  // `nodes`: so many have had the same deliveries.
  LatencySummary summary(std::uint64_t nodes = 1) const;

 private:
  std::vector<std::uint64_t> deliveries_;  // by latency
};

class PacketLatency {
 public:
  explicit PacketLatency(const Task& task, const MeshSetting& setting = {})
      : PacketLatency(task, setting, 0, packet_numbers(task)) {}
  // Records the packets with these numbers alone (LinkLedger::packet_of).
  PacketLatency(const Task& task, const MeshSetting& setting, std::uint64_t first, std::uint64_t end);

  // A link layer holds packets for longer than the cycle of their event, so that arrive() tells when they come.
  bool needs_arrivals() const { return has_layer_; }
  // The events must be the ones that the checker accepted.
  void observe(std::span<const LinkEvent> events);
  // In the cycles of the events these packets have left the senders.
  void arrive(std::span<const LinkEvent> events);
  const LatencyHistogram& histogram() const { return histogram_; }
  LatencySummary summary() const { return histogram_.summary(); }
  void serialize(Archive& archive) {
    archive.vector(left_);
    histogram_.serialize(archive);
  }

  static std::uint64_t memory_bytes(const Task& task);

 private:
  std::uint64_t packet_of(const LinkEvent& event) const;

  Task task_;
  EdgeTable edges_;
  bool unicast_;
  bool has_layer_;
  Wires wires_;
  std::uint64_t first_;
  std::vector<std::uint32_t> left_;  // by packet: the cycle in which it left its source; 0: not yet
  LatencyHistogram histogram_;
};

// The packets that have arrived, in the cycles in which they have left the senders.
LinkEvents arrivals_in(const WireEvents& wires, const Task& task);

// Writes the trace of a run: CSV, one row for every packet on a link in the cycle in which the link
// carries it.
void write_trace_header(std::ostream& out);
void write_trace(std::ostream& out, std::span<const LinkEvent> events);

}  // namespace testbench
