// The receive memories of a task that combines, with what is known of each delivery. Nodes may be
// told of side by side.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "testbench/checker/memory_checker.hpp"

namespace testbench {

class DeliveredResults {
 public:
  explicit DeliveredResults(const Task& task) : memories_(node_count(task)), last_(memories_.size()) {
    const MemoryLayout layout(task);
    for (std::uint64_t node = 0; node < memories_.size(); ++node) {
      memories_[node].words.resize(layout.receive_words(node));
      memories_[node].writes.resize(layout.receive_words(node));
      last_[node].resize(layout.receive_words(node));
    }
  }
  static std::uint64_t memory_bytes(const Task& task) {
    constexpr std::uint64_t kWord = sizeof(std::uint64_t) + sizeof(std::uint8_t) + sizeof(Delivery);
    constexpr std::uint64_t kNode = sizeof(DeliveredMemory) + sizeof(std::vector<Delivery>);
    return plus(times(expected_deliveries(task), kWord), times(node_count(task), kNode));
  }

  // The cycle that deliveries are made in from now on, as link events count them; 0 before the
  // first.
  void set_cycle(std::uint64_t cycle) { cycle_ = cycle; }
  void deliver(std::uint64_t node, std::uint64_t index, std::uint32_t stream, std::uint64_t word) {
    DeliveredMemory& memory = memories_[node];
    memory.words[index] = word;
    if (memory.writes[index] != std::numeric_limits<std::uint8_t>::max()) ++memory.writes[index];
    last_[node][index] = {cycle_, stream};
  }

  std::span<const DeliveredMemory> memories() const { return memories_; }
  bool has(std::uint64_t node, std::uint64_t index) const { return memories_[node].writes[index] != 0; }
  std::uint64_t cycle(std::uint64_t node, std::uint64_t index) const { return last_[node][index].cycle; }
  // Of the ejectors, the one that delivered it.
  std::uint32_t stream(std::uint64_t node, std::uint64_t index) const {
    return static_cast<std::uint32_t>(last_[node][index].stream);
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
