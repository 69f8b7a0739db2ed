// How the packets of an item travel: towards one node, its owner, which combines what comes last
// and whose packets to all nodes hold the result; or in an exchange, in which all nodes combine, on
// the ports of one tree after another. Task and packets tell.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/checker/link_event.hpp"
#include "testbench/checker/task.hpp"

namespace testbench {

class CombiningWays {
 public:
  explicit CombiningWays(const Task& task)
      : by_block_(task.blocks || meaning_of(task.collective).block_for_each), sequences_(sequences(task)) {
    if (!by_block_) ways_.assign(item_count(task), kUnknown);
  }
  static std::uint64_t memory_bytes(const Task& task) { return times(item_count(task), sizeof(std::uint32_t)); }

  // The item that a packet is of: a number of the block of its owner, or of the whole vector.
  std::uint64_t item_of(const LinkEvent& event) const {
    if (!by_block_) return event.sequence;
    const std::uint64_t owner =
        event.destination == kAllNodes ? event.source : static_cast<std::uint32_t>(event.destination);
    return owner * sequences_ + event.sequence;
  }

  bool is_owner(std::uint64_t item, std::uint32_t node) const {
    return by_block_ ? item / sequences_ == node : ways_[item] == node;
  }
  // An item that goes to a node goes to no other, and is not exchanged. False where it does or is.
  bool goes_to(std::uint64_t item, std::uint32_t owner) { return by_block_ || is_or_becomes(item, owner); }
  // An item that is exchanged is on the ports of one tree.
  bool is_exchanged(std::uint64_t item, std::uint32_t tree) {
    return !by_block_ && is_or_becomes(item, kExchanged + tree);
  }

 private:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  static constexpr std::uint32_t kExchanged = std::uint32_t{1} << 31;

  bool is_or_becomes(std::uint64_t item, std::uint32_t way) {
    if (ways_[item] == kUnknown) ways_[item] = way;
    return ways_[item] == way;
  }

  bool by_block_;
  std::uint64_t sequences_;
  std::vector<std::uint32_t> ways_;  // by item
};

}  // namespace testbench
