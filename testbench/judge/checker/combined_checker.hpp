// SPDX-License-Identifier: Apache-2.0
// The independent judge of a task that combines packets on their way: of their values on the links
// (combined_packets.hpp, which has the order in which a node combines), and of the results in the
// memories. Fields, links and ports are judged by LinkChecker before. It knows the links' events,
// what comes to the memories, and whose contributions a result must hold; nothing of routers,
// rules, trees or firmware.
//
//     CombinedChecker checker(task, Contributions(task, PayloadHash(seed)));
//     checker.set_cycle(cycle);                        // of what follows, as events count it; 0 before the first
//     checker.deliver(node, stream, index, word);      // several nodes side by side
//     checker.observe(events_of_some_cycles);          // in order, after the deliveries of those cycles
//     if (auto fault = checker.finish()) ...
//
// Exactly once: a result of every receiver and item, a packet of a node and item towards one owner,
// a copy of a result at a node. After a right run every memory has the words of the host's own
// operator, to the last bit, made of the contribution of each node once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "testbench/judge/checker/combined_packets.hpp"
#include "testbench/judge/checker/memory_checker.hpp"
#include "testbench/judge/checker/payload_hash.hpp"

namespace testbench {

// The faults in the results of nodes: their numbers, and the first, by node and item. Missing results that only fill
// blocks are named if there is no other fault, and not counted.
class ResultFaults {
 public:
  struct Result {
    std::uint64_t node;
    std::uint64_t item;
    unsigned writes;
    std::uint64_t held;
    CombinedValue due;
    NodeSum contributors;
    bool is_early;  // there before all that it is made of
    bool fills;     // padding of a block
  };

  void judge(const Result& result);
  // Adds the faults of other nodes.
  void add(const ResultFaults& others);
  // Nothing if there is none; else the first, and their numbers.
  std::optional<std::string> verdict() const;

 private:
  enum Kind { kMissing, kDoubled, kIncomplete, kAltered, kEarly, kRight };

  struct Named {
    Result result;
    Kind kind;
  };
  void name(const Named& named);

  std::array<std::uint64_t, kRight> numbers_{};  // by Kind
  std::optional<Named> first_;
};

class CombinedChecker {
 public:
  /// The task has no fault. `share`: the nodes that are judged here, or null for all; it must outlive
  /// the checker.
  CombinedChecker(const Task& task, Contributions contributions, const NodeShare* share = nullptr);
  CombinedChecker(const CombinedChecker&) = delete;
  CombinedChecker& operator=(const CombinedChecker&) = delete;

  void set_cycle(std::uint64_t cycle) { results_.set_cycle(cycle); }
  /// A result, or a copy of one, has come to a word of the node's receive memory
  /// (memory_layout.hpp).
  void deliver(std::uint32_t node, std::uint32_t stream, std::uint64_t index, std::uint64_t word) {
    results_.deliver(node, index, stream, word);
  }
  void observe(std::span<const LinkEvent> events) { packets_.observe(events); }

  /// Nothing if all results have come once, and right. Else the first fault of the links, or of the
  /// memories by node and item, with the number of faults.
  std::optional<std::string> finish() const;

  /// The two sides of finish() for a checker of some nodes, whose links others judge too.
  CombinedPackets& packets() { return packets_; }
  ResultFaults result_faults() const;
  /// Results that have not come, without those that only fill blocks.
  std::uint64_t missing() const;

  void serialize(Archive& archive) {
    results_.serialize(archive);
    packets_.serialize(archive);
  }

  const Contributions& contributions() const { return contributions_; }
  // The receive memories as they are now.
  std::span<const DeliveredMemory> memories() const { return results_.memories(); }
  std::span<DeliveredMemory> memories() { return results_.memories(); }

  /// Bytes that a checker of this task allocates at most, without contributions that are kept;
  /// 2^64-1 where that number is larger.
  static std::uint64_t memory_bytes(const Task& task);

 private:
  const Task task_;
  Contributions contributions_;
  DeliveredResults results_;
  CombinedPackets packets_;
};

}  // namespace testbench
