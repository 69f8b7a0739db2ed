// The independent judge of deliveries whose payloads are computed (payload_hash.hpp): it sees each
// of them as it comes and remembers one bit of it.
//
//     DeliveryChecker checker(task, PayloadHash(seed));
//     checker.observe(node, source, sequence, payload);
//     if (auto fault = checker.finish()) ...
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "testbench/checker/delivery_faults.hpp"
#include "testbench/checker/payload_hash.hpp"
#include "testbench/host/huge_pages.hpp"

namespace testbench {

class DeliveryChecker {
 public:
  DeliveryChecker(const Task& task, PayloadHash payload);

  // A packet has come to a place of the node's receive memory (memory_layout.hpp): the source has
  // so many for the node, and the word is there. Different nodes may be told of by different
  // threads at a time.
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

  // Nothing if every word at every node was delivered once, and right. Else the first fault, by
  // node, and their numbers.
  std::optional<std::string> finish() const;

  // Bytes that a checker of this task allocates; 2^64-1 where that number is larger.
  static std::uint64_t memory_bytes(const Task& task);

 private:
  std::uint64_t row_of(std::uint64_t node) const { return one_receiver_ ? 0 : node * row_; }
  std::uint64_t sent(std::uint64_t node, std::uint64_t source, std::uint64_t sequence) const {
    return payload_(source, layout_.send_index(node, sequence));
  }
  void note(const DeliveredWord& word);

  Task task_;
  MemoryLayout layout_;
  PayloadHash payload_;
  bool one_receiver_;
  std::uint64_t row_;                     // words of 64 bits for a node
  std::pmr::vector<std::uint64_t> seen_;  // a bit for each word of the receive memories
  DeliveryFaults faults_;
  std::unique_ptr<std::mutex> noting_ = std::make_unique<std::mutex>();  // apart: a checker can be moved
};

}  // namespace testbench
