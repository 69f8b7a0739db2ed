// The independent judge of what the links of a run carried. It knows the network's links and the
// meaning of the collectives, and nothing of routers, rules, trees or firmware.
//
//     LinkChecker checker(task);
//     checker.observe(events_of_some_cycles);  // as often as you like, cycles never decreasing
//     if (auto fault = checker.finish()) fmt::print(stderr, "{}\n", *fault);
//
// It judges, and words the first fault with its cycle, node, port and packet:
//   1. fields: node, port, source, destination and sequence are those of a packet of the task; the first event is in
//      cycle 1 and cycles do not decrease (events of one cycle come in any order);
//   2. links: a directed link carries at most one packet per cycle;
//   3. ports: a one-port node sends at most once and receives at most once per cycle, on any ports; a half-duplex node
//      does one of the two, once;
//   4. causality: a node sends its own packets, and packets that reached it in an earlier cycle;
//   5. exactly-once delivery. Multicast: no node receives a packet twice and none returns to its source. Unicast: a
//      packet is at one place at a time, so it follows one path; the path does not return to its source and ends at the
//      destination. finish() adds that nothing is missing, and names the first few that are. (A detour that crosses a
//      third node twice delivers once; it shows as more transmissions than the least possible.)
// Packets that are combined are judged by 1 to 3 here; what they hold, and when they may be sent,
// is for the judge of values (combined_checker.hpp), which is given the events after this one.
//
// One to four memory accesses per event; with threads, each judges a share of the packets and of
// the links, and the first fault is the same. All memory (link_ledger.hpp) is allocated by the
// constructor, which may throw std::bad_alloc: ask memory_bytes first. A task that find_fault()
// rejects is reported by finish(), and nothing is allocated.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/checker/link_judge.hpp"
#include "testbench/checker/link_ledger.hpp"
#include "testbench/host/workers.hpp"

namespace testbench {

class LinkChecker {
 public:
  explicit LinkChecker(const Task& task, unsigned threads = 1);

  // Judges the next events. After the first fault nothing more is judged.
  void observe(std::span<const LinkEvent> events);

  // Whether there is a fault already.
  bool has_failed() const { return fault_.has_value(); }
  // Nothing if the run is right so far and complete; else the first fault, or what is missing.
  std::optional<std::string> finish() const;

  // Events judged before the first fault: the transmissions of the run when there is none.
  std::uint64_t transmissions() const { return transmissions_; }
  // The cycle of the last event: the `cycles` of the run.
  std::uint64_t last_cycle() const { return cycle_; }

  // Bytes that a checker of this task allocates with one thread; 2^64-1 where that number is
  // larger. 0 for a task with a fault.
  static std::uint64_t memory_bytes(const Task& task);

 private:
  const LinkFault* first_fault() const;

  std::optional<std::string> fault_;
  std::unique_ptr<LinkLedger> ledger_;  // none of a task with a fault
  std::vector<LinkJudge> judges_;       // by worker
  std::shared_ptr<Workers> workers_;
  std::uint64_t cycle_ = 0;
  std::uint64_t transmissions_ = 0;
};

}  // namespace testbench
