// SPDX-License-Identifier: Apache-2.0
// A Decision tells, where paths of the control flow meet, which predecessor was left. It is a tree
// of multiplexers over the branches between the block and its immediate dominator. Paths that
// return before they reach the block are ignored.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/BasicBlock.h>

#include <functional>
#include <vector>

#include "hls/stepc/expression/operation.hpp"

namespace stepc {

class Decision {
 public:
  // Returns the condition under which `from` branches to successor number `successor`. It is never
  // called for the default of a switch or the second successor of a branch.
  using Condition = std::function<Expr(const llvm::BasicBlock& from, unsigned successor)>;

  Decision(const llvm::BasicBlock& dominator, const llvm::BasicBlock& block, const Condition& condition);

  // Chooses between two values, the first where the condition holds. It has no predecessors.
  explicit Decision(Expr condition) : steps_{{nullptr, 0, kNowhere}, {nullptr, 1, kNowhere}, {condition, 0, 1}} {}

  // The predecessors from which the block is reached, in the order of evaluate()'s values.
  const std::vector<const llvm::BasicBlock*>& predecessors() const { return predecessors_; }

  // Returns the value of the predecessor that was left. choose(condition, yes, no) makes a
  // multiplexer of two values.
  template <class Value, class Choose>
  Value evaluate(const std::vector<Value>& values, const Choose& choose) const {
    std::vector<Value> results;
    results.reserve(steps_.size());
    for (const Step& step : steps_) {
      results.push_back(step.condition ? choose(step.condition, results[step.yes], results[step.no])
                                       : values[step.yes]);
    }
    return results.back();
  }

 private:
  static constexpr unsigned kNowhere = ~0u;

  // A step chooses between two earlier steps. Without a condition it is predecessor number `yes`.
  struct Step {
    Expr condition;
    unsigned yes;
    unsigned no;
  };

  unsigned from_block(const llvm::BasicBlock& from, const llvm::BasicBlock& block, const Condition& condition);
  unsigned predecessor_step(const llvm::BasicBlock& from);
  unsigned add_step(Step step);

  std::vector<Step> steps_;
  std::vector<const llvm::BasicBlock*> predecessors_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> of_block_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> of_predecessor_;
};

}  // namespace stepc
