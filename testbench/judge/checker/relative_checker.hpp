// SPDX-License-Identifier: Apache-2.0
// The judge of a run in which one node, of address 0, stands for all (docs/guides/scale.md). It sees
// what this node sends over its links and what comes to its memory. Neighbour u sends the same, with
// every address moved by the network's symmetry to u's view; so the judge also knows all that comes
// to node 0, and where each packet of each source is. It judges what LinkChecker, NodeMemory and
// CombinedChecker judge of a whole network:
//
//   1. fields of a packet; one packet a link and cycle; one a node and cycle with one port;
//   2. a node sends its own packets, and those that reached it in an earlier cycle;
//   3. exactly once: no packet for all reaches a node twice or its source again, a packet with one
//      destination is at one place at a time, and what is combined leaves a node once;
//   4. the memory gets the packet of every source once, and with its own payload. A result holds the
//      contribution of every node to this item once.
//
//     RelativeChecker checker(task, network);
//     word = checker.fetch(destination, sequence);       // what the memory answers
//     checker.deliver(source, sequence, word);           // what comes to it
//     checker.observe(events_of_some_cycles);            // of node 0, cycles never decreasing
//     if (auto fault = checker.finish()) ...
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/judge/checker/link_event.hpp"
#include "testbench/judge/checker/symbolic_payload.hpp"
#include "testbench/judge/checker/task.hpp"

namespace testbench {

// The symmetry of a network whose nodes are a group (firmware/networks/network.hpp).
struct NodeGroup {
  // The node that `origin` sees as `seen`, and back. Null: XOR, on a cube.
  std::function<std::uint32_t(std::uint32_t seen, std::uint32_t origin)> absolute_of;
  std::function<std::uint32_t(std::uint32_t node, std::uint32_t origin)> relative_of;

  std::uint32_t absolute(std::uint32_t seen, std::uint32_t origin) const {
    return absolute_of ? absolute_of(seen, origin) : seen ^ origin;
  }
  std::uint32_t relative(std::uint32_t node, std::uint32_t origin) const {
    return relative_of ? relative_of(node, origin) : node ^ origin;
  }
};

class RelativeChecker {
 public:
  // Called with the cycles that a packet takes from its source to a destination, both included.
  using OnArrival = std::function<void(std::uint64_t cycles)>;

  // `neighbours`: of node 0, by port. `on_arrival`: for every packet that comes to node 0 and is not
  // combined; null without. The task is one of all nodes and has no fault.
  RelativeChecker(const Task& task, NodeGroup group, std::vector<std::uint32_t> neighbours, OnArrival on_arrival = {});
  RelativeChecker(const RelativeChecker&) = delete;
  RelativeChecker& operator=(const RelativeChecker&) = delete;

  // The memory of node 0.
  std::uint64_t fetch(std::uint32_t destination, std::uint32_t sequence) const {
    return SymbolicPayload{item(destination, sequence), 0}.word();
  }
  std::uint64_t fetch_result(std::uint32_t sequence) const {
    return sequence < words_.size() ? words_[sequence] : kNothing;
  }
  void deliver(std::uint32_t source, std::uint32_t sequence, std::uint64_t word);
  std::uint64_t deliveries() const { return delivered_; }
  // Deliveries of a right run.
  std::uint64_t due() const { return due_; }

  void observe(std::span<const LinkEvent> events);

  Expressions& expressions() { return expressions_; }
  const std::optional<std::string>& fault() const { return fault_; }
  // The first fault, or what is missing at the end.
  std::optional<std::string> finish();

  std::uint64_t transmissions() const { return transmissions_; }
  std::uint64_t last_cycle() const { return cycle_; }

  // For a checker without a fault.
  void serialize(Archive& archive);

  // Bytes that a judge of the task allocates, with the payloads of combinations.
  static std::uint64_t memory_bytes(const Task& task, bool latency);

 private:
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  // A packet with one destination, seen from its source.
  struct Place {
    std::uint32_t node = 0;
    std::uint32_t cycle = 0;  // of the hop that brought it there
  };

  std::uint32_t item(std::uint32_t destination, std::uint32_t sequence) const {
    return static_cast<std::uint32_t>(blocks_ ? destination * sequences_ + sequence : sequence);
  }
  bool is_copy_of_result(const LinkEvent& event) const;
  std::string fault_of(const LinkEvent& event);
  std::string link_fault(const LinkEvent& event);
  std::string multicast_fault(const LinkEvent& event);
  std::string unicast_fault(const LinkEvent& event);
  std::string combined_fault(const LinkEvent& event);
  std::string result_fault(std::uint32_t sequence);
  std::optional<std::string> memory_fault();
  void fail(std::string what) {
    if (!fault_) fault_ = std::move(what);
  }

  const Task task_;
  const NodeGroup group_;
  const std::vector<std::uint32_t> neighbours_;
  const std::uint64_t nodes_;
  const std::uint64_t sequences_;
  const bool combined_;
  const bool blocks_;   // a node has a block of packets for each
  const bool unicast_;  // packets that are not combined have one destination
  const std::uint64_t due_;
  const OnArrival on_arrival_;

  std::vector<std::uint32_t> arrived_;    // packets for all, by source: the cycle of the hop to node 0
  std::vector<std::uint32_t> left_;       // for latencies, by item: the cycle in which node 0 first sends it
  std::vector<Place> places_;             // packets with one destination, by that and sequence
  std::vector<bool> sent_;                // combined packets, by item or by port and sequence
  std::vector<bool> here_;                // by source: the memory has the packet
  std::vector<std::uint64_t> words_;      // results, and copies of them, by source
  std::vector<std::uint64_t> last_sent_;  // by port: the cycle
  Expressions expressions_;
  std::uint64_t delivered_ = 0;
  std::uint64_t transmissions_ = 0;
  std::uint64_t cycle_ = 0;
  std::uint64_t node_sent_ = 0;  // the cycle in which the node has last sent
  std::optional<std::string> fault_;
};

}  // namespace testbench
