// SPDX-License-Identifier: Apache-2.0
// The independent judge. It knows the network's links and the meaning of the collectives
// (task.hpp), and nothing of routers, rules, trees or firmware.
//
// Exactly-once delivery has two sides, and each has one place:
//
//   on the links, hop by hop   the policies of LinkJudge (link_judge.hpp), one for each kind of packet:
//                                UnicastPackets    one destination: at one node at a time
//                                MulticastPackets  for all nodes: none receives it twice
//                                CombinedFields    combined on its way: fields and ports alone;
//                              CombinedPackets (combined_packets.hpp) follows its contributors
//   in the nodes' memories     memory_checker.hpp: each word written once, and right; with payloads
//                              that are kept (check_memory) or computed (DeliveryChecker), and with
//                              results of combining (CombinedChecker)
//
//     LinkChecker checker(task);
//     checker.observe(events_of_some_cycles);  // as often as you like, cycles never decreasing
//     if (auto fault = checker.finish()) fmt::print(stderr, "{}\n", *fault);
//
// LinkChecker words the first fault with its cycle, node, port and packet:
//   1. fields: node, port, source, destination and sequence are those of a packet of the task; the
//      first event is in cycle 1 and cycles do not decrease (events of one cycle come in any order);
//   2. links: a directed link carries at most one packet per cycle;
//   3. ports: a one-port node sends at most once and receives at most once per cycle, on any ports;
//      a half-duplex node does one of the two, once;
//   4. causality: a node sends its own packets, and packets that reached it in an earlier cycle;
//   5. exactly once. Multicast: no node receives a packet twice and none returns to its source.
//      Unicast: a packet is at one place at a time, so it follows one path; the path does not return
//      to its source and ends at the destination. finish() adds that nothing is missing, and names
//      the first few that are. (A detour that crosses a third node twice delivers once; it shows as
//      more transmissions than the least possible.)
// Combined packets pass 1 to 3 here. Their values and 4 and 5 are for CombinedPackets, which
// belongs to the CombinedChecker of the run, since results in memories continue over links.
//
// A hop takes one to four memory accesses. With threads each judges a share of the packets and of
// the links, and the first fault is the same. The constructor allocates all memory and may throw
// std::bad_alloc: ask memory_bytes first. A task that find_fault() rejects is reported by finish(),
// and nothing is allocated.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/ground/host/archive.hpp"
#include "testbench/ground/host/workers.hpp"
#include "testbench/judge/checker/event_order.hpp"
#include "testbench/judge/checker/link_event.hpp"
#include "testbench/judge/checker/task.hpp"

namespace testbench {

class LinkJudge;
struct JudgedPart;
struct LinkLedger;

class LinkChecker {
 public:
  /// \param task     its network and counts must outlive the checker.
  /// \param threads  that judge side by side.
  explicit LinkChecker(const Task& task, unsigned threads = 1);
  /// \param part  of the run. finish() is then for the one who knows all parts.
  LinkChecker(const Task& task, unsigned threads, const JudgedPart& part);
  ~LinkChecker();
  LinkChecker(LinkChecker&&) noexcept;
  LinkChecker& operator=(LinkChecker&&) noexcept;

  /// Judges the next events. After the first fault nothing more is judged.
  void observe(std::span<const LinkEvent> events);

  /// Whether there is a fault already.
  bool has_failed() const { return fault_.has_value(); }
  /// The first fault.
  const std::optional<std::string>& fault() const { return fault_; }
  /// The same with its event, by the kinds of LinkFault.
  const std::optional<FirstLinkFault>& first_fault() const { return first_; }
  /// Packets of the part that have come to their receivers.
  std::uint64_t deliveries() const;
  const LinkLedger& ledger() const { return *ledger_; }
  /// Nothing if the run is right so far and complete; else the first fault, or the missing packets.
  std::optional<std::string> finish() const;

  /// Events judged before the first fault: the transmissions of the run when there is none.
  std::uint64_t transmissions() const { return transmissions_; }
  /// The cycle of the last event: the `cycles` of the run.
  std::uint64_t last_cycle() const { return cycle_; }

  /// For a checker without a fault, with the same threads.
  void serialize(Archive& archive);

  /// Bytes that a checker of this task allocates with one thread; 2^64-1 where that number is
  /// larger. 0 for a task with a fault.
  static std::uint64_t memory_bytes(const Task& task);

 private:
  std::optional<std::string> fault_;
  std::optional<FirstLinkFault> first_;
  std::unique_ptr<LinkLedger> ledger_;  // none for a task with a fault
  std::vector<LinkJudge> judges_;       // by worker
  std::shared_ptr<Workers> workers_;
  std::uint64_t cycle_ = 0;
  std::uint64_t transmissions_ = 0;
};

}  // namespace testbench
