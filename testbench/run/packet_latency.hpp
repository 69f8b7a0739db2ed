// How long packets were on their way: for every delivery (a packet at a node that it is meant for)
// the cycles from the one in which the packet first leaves its source to the one in which it
// arrives, both included. One hop on a free link is 1. A packet for all nodes is delivered once to
// each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "testbench/checker/edge_table.hpp"
#include "testbench/checker/link_event.hpp"
#include "testbench/checker/task.hpp"

namespace testbench {

// In cycles. Percentiles are by nearest rank: so many percent of the deliveries took no longer.
struct LatencySummary {
  std::uint64_t deliveries = 0;
  double mean = 0;
  std::uint64_t p50 = 0;
  std::uint64_t p95 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
};

class PacketLatency {
 public:
  explicit PacketLatency(const Task& task);

  // Events that the checker has found right.
  void observe(std::span<const LinkEvent> events);
  LatencySummary summary() const;

  static std::uint64_t memory_bytes(const Task& task);

 private:
  std::uint64_t packet_of(const LinkEvent& event) const;

  Task task_;
  EdgeTable edges_;
  bool unicast_;
  std::vector<std::uint32_t> left_;       // by packet: the cycle in which it left its source; 0: not yet
  std::vector<std::uint64_t> histogram_;  // deliveries by latency
};

}  // namespace testbench
