// What each node contributes to what is combined: the words of its send memory (memory_layout.hpp),
// kept or computed. The word of an item has the item's number.
//
//     const Contributions own(task, PayloadHash(seed));
//     own.word(node, layout.send_index(destination, sequence))
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/checker/payload_hash.hpp"

namespace testbench {

class Contributions {
 public:
  using Words = std::vector<std::vector<std::uint64_t>>;

  Contributions(const Task& task, PayloadHash payload)
      : type_(task.reduction.type), words_of_a_node_(MemoryLayout(task).send_words(0)), payload_(payload) {}
  // The send memory of every node, of that many words.
  Contributions(const Task& task, Words words)
      : type_(task.reduction.type),
        words_of_a_node_(MemoryLayout(task).send_words(0)),
        payload_(0),
        words_(std::move(words)) {}

  // 0 outside the memory.
  std::uint64_t word(std::uint64_t node, std::uint64_t item) const {
    if (item >= words_of_a_node_) return 0;
    return words_.empty() ? payload_.fit(contribution_of(type_, payload_(node, item))) : words_[node][item];
  }

  bool are_computed() const { return words_.empty(); }
  PayloadHash payload() const { return payload_; }
  // Those that are kept.
  const Words& words() const { return words_; }

 private:
  LaneType type_;
  std::uint64_t words_of_a_node_;
  PayloadHash payload_;
  Words words_;
};

}  // namespace testbench
