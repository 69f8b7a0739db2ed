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

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "testbench/checker/combined_packets.hpp"
#include "testbench/checker/memory_checker.hpp"
#include "testbench/checker/payload_hash.hpp"

namespace testbench {

// A result that has come to a memory, as deliver() is told of it.
struct LoggedResult {
  std::uint64_t cycle;
  std::uint64_t word;
  std::uint64_t index;
  std::uint32_t node;
  std::uint32_t stream;
};

class CombinedChecker {
 public:
  /// The task has no fault.
  CombinedChecker(const Task& task, Contributions contributions);
  CombinedChecker(const CombinedChecker&) = delete;
  CombinedChecker& operator=(const CombinedChecker&) = delete;

  void set_cycle(std::uint64_t cycle) { results_.set_cycle(cycle); }
  /// A result, or a copy of one, has come to a word of the node's receive memory
  /// (memory_layout.hpp).
  void deliver(std::uint32_t node, std::uint32_t stream, std::uint64_t index, std::uint64_t word) {
    results_.deliver(node, index, stream, word);
    if (log_) log_->add({results_.present_cycle(), word, index, node, stream});
  }
  void observe(std::span<const LinkEvent> events) { judge_.observe(events); }

  /// Nothing if all results have come once, and right. Else the first fault of the links, or of the
  /// memories by node and item, with the number of faults.
  std::optional<std::string> finish() const;

  /// Keeps what comes, for another checker that judges the nodes of several.
  void keep_log() { log_ = std::make_unique<ResultLog>(); }
  std::vector<LoggedResult> take_log() { return log_ ? std::exchange(log_->results, {}) : std::vector<LoggedResult>(); }
  /// Deliveries to nodes of others; the cycle is then again what it was.
  void deliver(std::span<const LoggedResult> results);

  void keep(Archive& archive) {
    results_.keep(archive);
    judge_.keep(archive);
    if (log_) archive.vector(log_->results);
  }

  const Contributions& contributions() const { return contributions_; }
  // The receive memories as they are now.
  std::span<const DeliveredMemory> memories() const { return results_.memories(); }

  /// Bytes that a checker of this task allocates at most, without contributions that are kept;
  /// 2^64-1 where that number is larger.
  static std::uint64_t memory_bytes(const Task& task);

 private:
  // Different threads deliver.
  struct ResultLog {
    void add(const LoggedResult& result) {
      const std::scoped_lock lock(adding);
      results.push_back(result);
    }
    std::mutex adding;
    std::vector<LoggedResult> results;
  };

  const Task task_;
  Contributions contributions_;
  DeliveredResults results_;
  CombinedPackets judge_;
  std::unique_ptr<ResultLog> log_;
};

}  // namespace testbench
