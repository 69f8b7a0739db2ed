// SPDX-License-Identifier: Apache-2.0
// Payloads of runs in which one node stands for all: names of values instead of values. A name means
// the same at every node, and moves to another node's view like an address.
//
//     SymbolicPayload own{item, 0};                         // the node's contribution to an item
//     own.moved_by(v) names what the node seen as v contributes to the item that it calls so
//     Expressions made(items);
//     made.combine(a, b)                                    // names the combination of two values
//
// A name below `items` is a contribution, and any other the combination of two names.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/ground/host/archive.hpp"

namespace testbench {

struct SymbolicPayload {
  std::uint32_t value = 0;   // a contribution, or a combination
  std::uint32_t origin = 0;  // the node from whose view it is named, as this node sees it

  static SymbolicPayload of_word(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)};
  }
  std::uint64_t word() const { return std::uint64_t{origin} << 32 | value; }

  friend bool operator==(const SymbolicPayload&, const SymbolicPayload&) = default;
};

// All combinations of a run.
class Expressions {
 public:
  struct Combination {
    SymbolicPayload left;
    SymbolicPayload right;
  };

  explicit Expressions(std::uint64_t items) : items_(items) {}

  // Takes and returns words of payloads.
  std::uint64_t combine(std::uint64_t left, std::uint64_t right) {
    made_.push_back({SymbolicPayload::of_word(left), SymbolicPayload::of_word(right)});
    return SymbolicPayload{static_cast<std::uint32_t>(items_ + made_.size() - 1), 0}.word();
  }

  bool is_contribution(std::uint32_t value) const { return value < items_; }
  bool is_known(std::uint32_t value) const { return value < items_ + made_.size(); }
  const Combination& operator[](std::uint32_t value) const { return made_[value - items_]; }
  void serialize(Archive& archive) { archive.vector(made_); }

 private:
  std::uint64_t items_;
  std::vector<Combination> made_;
};

}  // namespace testbench
