// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/judge/checker/memory_layout.hpp"
#include "testbench/judge/checker/reference_operator.hpp"
#include "testbench/judge/checker/split_mix.hpp"

namespace testbench {

// Payloads that are computed and stored nowhere: a keyed hash of where they lie in the send
// memories (memory_layout.hpp), so that source, destination and sequence give the payload.
//
//     const PayloadHash payload(/*seed=*/1);
//     payload(source, layout.send_index(destination, sequence))

class PayloadHash {
 public:
  // The same seed gives the same payloads, of 1 to 64 bits.
  explicit constexpr PayloadHash(std::uint64_t seed, unsigned bits = 64)
      : key_(split_mix(seed)), mask_(~std::uint64_t{0} >> (64 - bits)) {}

  // The word of the node's send memory.
  constexpr std::uint64_t operator()(std::uint64_t node, std::uint64_t send_index) const {
    return split_mix(split_mix(key_ + node) + send_index) & mask_;
  }
  // The bits of a word that a payload has.
  constexpr std::uint64_t fit(std::uint64_t word) const { return word & mask_; }

 private:
  std::uint64_t key_;
  std::uint64_t mask_;
};

// The same words, stored: the send memory of every node. Words that are combined are of their type.
inline std::vector<std::vector<std::uint64_t>> words_of(const Task& task, PayloadHash payload) {
  const MemoryLayout layout(task);
  std::vector<std::vector<std::uint64_t>> send(end_count(task));
  for (std::size_t node = 0; node < send.size(); ++node) {
    for (std::uint64_t index = 0; index < layout.send_words(node); ++index) {
      const std::uint64_t word = payload(node, index);
      send[node].push_back(is_combined(task) ? payload.fit(contribution_of(task.reduction, word)) : word);
    }
  }
  return send;
}

// The contributions of each node to what is combined: the words of its send memory
// (memory_layout.hpp), kept or computed. The word of an item has the item's number.
//
//     const Contributions own(task, PayloadHash(seed));
//     own.word(node, layout.send_index(destination, sequence))
class Contributions {
 public:
  using Words = std::vector<std::vector<std::uint64_t>>;

  Contributions(const Task& task, PayloadHash payload)
      : task_(task),
        all_contribute_(!is_left_out(task, 1, 0) && end_count(task) == router_count(task)),
        words_of_a_node_(MemoryLayout(task).send_words(0)),
        receivers_(task.apart ? end_count(task) : 1),
        payload_(payload) {}
  // The send memory of every node, of that many words; switches have none.
  Contributions(const Task& task, Words words) : Contributions(task, PayloadHash(0)) { words_ = std::move(words); }

  // 0 outside the memory, and at a switch the identity of the operation.
  std::uint64_t word(std::uint64_t node, std::uint64_t item) const {
    if (item >= words_of_a_node_ * receivers_) return 0;
    if (!all_contribute_ && is_left_out(task_, node, item / words_of_a_node_)) return identity_of(task_.reduction);
    item %= words_of_a_node_;
    return words_.empty() ? payload_.fit(contribution_of(task_.reduction, payload_(node, item))) : words_[node][item];
  }

  bool are_computed() const { return words_.empty(); }
  PayloadHash payload() const { return payload_; }
  // Kept contributions.
  const Words& words() const { return words_; }

 private:
  Task task_;
  bool all_contribute_;  // to the results of all receivers
  std::uint64_t words_of_a_node_;
  std::uint64_t receivers_;  // whose results are combined apart
  PayloadHash payload_;
  Words words_;
};

}  // namespace testbench
