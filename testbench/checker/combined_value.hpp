// What a packet holds whose way is followed: the word, and whose contributions are in it. min, max,
// and, or hide a contribution that came twice, and any operation may hide one that is lost: a sum
// of random numbers, one for each node, hides neither.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/checker/reference_operator.hpp"
#include "testbench/checker/split_mix.hpp"
#include "testbench/checker/task.hpp"

namespace testbench {

// A sum of the nodes' numbers: how many there are in the low bits, which they are in the others.
class NodeSum {
 public:
  constexpr NodeSum() = default;
  static constexpr NodeSum of(std::uint64_t node) { return NodeSum(split_mix(node) << kCountBits | 1); }

  constexpr std::uint64_t count() const { return sum_ & ((std::uint64_t{1} << kCountBits) - 1); }
  constexpr NodeSum& operator+=(NodeSum other) {
    sum_ += other.sum_;
    return *this;
  }
  friend constexpr bool operator==(NodeSum, NodeSum) = default;

 private:
  static constexpr unsigned kCountBits = 20;

  explicit constexpr NodeSum(std::uint64_t sum) : sum_(sum) {}

  std::uint64_t sum_ = 0;
};

// The nodes whose contributions the results of a task must hold, by receiver.
class DueContributors {
 public:
  explicit DueContributors(const Task& task) : contributors_(meaning_of(task.collective).contributors), below_(1) {
    for (std::uint64_t node = 0; node < node_count(task); ++node) {
      below_.push_back(below_.back());
      below_.back() += NodeSum::of(node);
    }
  }
  NodeSum operator()(std::uint64_t node) const {
    if (contributors_ == Contributors::kBelowOwn) return below_[node];
    return contributors_ == Contributors::kUpToOwn ? below_[node + 1] : below_.back();
  }

 private:
  Contributors contributors_;
  std::vector<NodeSum> below_;  // of all nodes below the index
};

struct CombinedValue {
  std::uint64_t word = 0;
  NodeSum nodes;
};

// `left` of nobody is nothing yet.
inline CombinedValue combine(const ReferenceOperator& operation, CombinedValue left, const CombinedValue& right) {
  left.word = left.nodes == NodeSum() ? right.word : operation(left.word, right.word);
  left.nodes += right.nodes;
  return left;
}

}  // namespace testbench
