// SPDX-License-Identifier: Apache-2.0
// The independent judge of the nodes' memories: every word of another node is written exactly once,
// and right (memory_layout.hpp says where). Payloads are kept, and looked at when the run is over
// (check_memory), or computed, and judged as they come (DeliveryChecker). CombinedChecker
// (combined_checker.hpp) has the results of combining.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/ground/host/archive.hpp"
#include "testbench/ground/host/huge_pages.hpp"
#include "testbench/judge/checker/memory_layout.hpp"
#include "testbench/judge/checker/node_share.hpp"
#include "testbench/judge/checker/payload_hash.hpp"

namespace testbench {

// A word of a receive memory.
struct DeliveredWord {
  std::uint64_t node;
  std::uint64_t source;
  std::uint64_t packet;  // 0 .. M-1
  std::uint64_t sent;    // the payload at the source
  std::uint64_t held;
  unsigned writes;  // how often a packet has been delivered to it

  std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> place() const { return {node, source, packet}; }
};

// The faults in receive memories: their numbers, and the first in words.
class DeliveryFaults {
 public:
  // A word of another node must have been written once, with the payload of its source, and a word
  // of an own block never.
  void judge(const DeliveredWord& word);
  // A word that no packet is for.
  void judge_unused(const DeliveredWord& word);

  // Adds the faults of other nodes.
  void add(const DeliveryFaults& others);
  // Nothing if there is none; else the first, by node, source and packet, and their numbers.
  std::optional<std::string> verdict() const;

 private:
  enum class What { kOwn, kMissing, kDoubled, kAltered, kUnused };

  void name(const DeliveredWord& word, What what);

  struct Named {
    DeliveredWord word;
    What what;
  };

  std::uint64_t missing_ = 0;
  std::uint64_t doubled_ = 0;
  std::uint64_t altered_ = 0;
  std::uint64_t own_ = 0;
  std::optional<Named> first_;
};

// The receive memory of one node. writes[i] counts the packets delivered into words[i]; it stops at
// 255.
struct DeliveredMemory {
  std::vector<std::uint64_t> words;
  std::vector<std::uint8_t> writes;

  void serialize(Archive& archive) {
    archive.vector(words);
    archive.vector(writes);
  }
};

/// \brief Judges memories that are kept, when the run is over.
/// \param send     one memory per node; where the layout has none, it is ignored.
/// \param receive  one memory per node. Sizes that disagree with the layout are a fault.
/// \return nothing if every word equals the sender's, every word of another node was written
/// exactly once, and no word of an own block or without a packet was written. Else the first fault
/// (node, source, packet, both values, number of writes) and the numbers of missing, doubled and
/// altered words.
std::optional<std::string> check_memory(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                                        std::span<const DeliveredMemory> receive);
// The faults alone, of memories of the right sizes. A node without receive memory is left out.
DeliveryFaults delivery_faults(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                               std::span<const DeliveredMemory> receive);

// Judges deliveries whose payloads are computed (payload_hash.hpp), as they come, and remembers one
// bit of each.
//
//     DeliveryChecker checker(task, PayloadHash(seed));
//     checker.observe(node, source, sequence, payload);
//     if (auto fault = checker.finish()) ...
class DeliveryChecker {
 public:
  // `share`: the nodes whose deliveries are judged here, or null for all.
  DeliveryChecker(const Task& task, PayloadHash payload, const NodeShare* share = nullptr);

  /// A packet has come to the node's receive memory (memory_layout.hpp). The source has such a
  /// packet, and the memory a word for it. Different threads may report different nodes at a time.
  void observe(std::uint32_t node, std::uint32_t source, std::uint32_t sequence, std::uint64_t payload) {
    const std::uint64_t index = layout_.receive_index(source, sequence);
    std::uint64_t& seen = seen_[row_of(node) + index / 64];
    const std::uint64_t bit = std::uint64_t{1} << index % 64;
    const unsigned writes = (seen & bit) == 0 ? 1 : 2;
    const std::uint64_t right = sent(node, source, sequence);
    if (writes != 1 || source == node || payload != right) [[unlikely]] {
      note({node, source, sequence, right, payload, writes});
    }
    seen |= bit;
  }
  // A hint that this packet comes soon.
  void prefetch(std::uint32_t node, std::uint32_t source, std::uint32_t sequence) const {
    const std::uint64_t word = row_of(node) + layout_.receive_index(source, sequence) / 64;
    if (word < seen_.size()) __builtin_prefetch(&seen_[word], 1);
  }

  /// Nothing if every word at every node was delivered once, and right. Else the first fault, by
  /// node, and their numbers.
  std::optional<std::string> finish() const { return faults().verdict(); }
  DeliveryFaults faults() const;
  void serialize(Archive& archive) {
    archive.vector(seen_);
    archive.values(faults_);
  }

  /// Bytes that a checker of this task allocates; 2^64-1 where that number is larger.
  static std::uint64_t memory_bytes(const Task& task);

 private:
  std::uint64_t row_of(std::uint32_t node) const { return one_receiver_ ? 0 : place_of(share_, node) * row_; }
  std::uint64_t sent(std::uint64_t node, std::uint64_t source, std::uint64_t sequence) const {
    return payload_(source, layout_.send_index(node, sequence));
  }
  void note(const DeliveredWord& word);

  Task task_;
  MemoryLayout layout_;
  PayloadHash payload_;
  const NodeShare* share_;
  bool one_receiver_;
  std::uint64_t row_;                     // words of 64 bits for a node
  std::pmr::vector<std::uint64_t> seen_;  // a bit for each word of the receive memories
  DeliveryFaults faults_;
  std::unique_ptr<std::mutex> noting_ = std::make_unique<std::mutex>();  // apart: a checker can be moved
};

// The receive memories of a task that combines, with the cycle and the stream of each delivery.
// Deliveries to different nodes may come from different threads.
class DeliveredResults {
 public:
  // `share`: the nodes whose memories these are, or null for all. The memories of other nodes are
  // empty.
  explicit DeliveredResults(const Task& task, const NodeShare* share = nullptr)
      : memories_(end_count(task)), last_(memories_.size()) {
    const MemoryLayout layout(task);
    for (std::uint32_t node = 0; node < memories_.size(); ++node) {
      if (!is_here(share, node)) continue;
      memories_[node].words.resize(layout.receive_words(node));
      memories_[node].writes.resize(layout.receive_words(node));
      last_[node].resize(layout.receive_words(node));
    }
  }
  static std::uint64_t memory_bytes(const Task& task) {
    constexpr std::uint64_t kWord = sizeof(std::uint64_t) + sizeof(std::uint8_t) + sizeof(Delivery);
    constexpr std::uint64_t kNode = sizeof(DeliveredMemory) + sizeof(std::vector<Delivery>);
    return plus(times(expected_deliveries(task), kWord), times(end_count(task), kNode));
  }

  // The cycle of the deliveries from now on, as link events count them; 0 before the first.
  void set_cycle(std::uint64_t cycle) { cycle_ = cycle; }
  void deliver(std::uint64_t node, std::uint64_t index, std::uint32_t stream, std::uint64_t word) {
    DeliveredMemory& memory = memories_[node];
    memory.words[index] = word;
    if (memory.writes[index] != std::numeric_limits<std::uint8_t>::max()) ++memory.writes[index];
    last_[node][index] = {cycle_, stream};
  }

  std::span<const DeliveredMemory> memories() const { return memories_; }
  std::span<DeliveredMemory> memories() { return memories_; }
  bool has(std::uint64_t node, std::uint64_t index) const { return memories_[node].writes[index] != 0; }
  std::uint64_t cycle(std::uint64_t node, std::uint64_t index) const { return last_[node][index].cycle; }
  // The ejector that delivered it.
  std::uint32_t stream(std::uint64_t node, std::uint64_t index) const {
    return static_cast<std::uint32_t>(last_[node][index].stream);
  }

  void serialize(Archive& archive) {
    for (DeliveredMemory& memory : memories_) memory.serialize(archive);
    for (std::vector<Delivery>& last : last_) archive.vector(last);
    archive.values(cycle_);
  }

 private:
  struct Delivery {
    std::uint64_t cycle : 48 = 0;
    std::uint64_t stream : 16 = 0;
  };

  std::vector<DeliveredMemory> memories_;
  std::vector<std::vector<Delivery>> last_;
  std::uint64_t cycle_ = 0;
};

}  // namespace testbench
