// SPDX-License-Identifier: Apache-2.0
// Where paths of the control flow meet: which predecessor was left, as multiplexers over the
// branches between the block and its immediate dominator. Paths that never come to the block (they
// return) are ignored.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/BasicBlock.h>

#include <functional>
#include <vector>

#include "hls/stepc/expression/node.hpp"

namespace stepc {

class Decision {
 public:
  // The condition under which `from` branches to its successor number `successor`; not asked for
  // the default of a switch and the second successor of a branch.
  using Condition = std::function<Expr(const llvm::BasicBlock& from, unsigned successor)>;

  Decision(const llvm::BasicBlock& dominator, const llvm::BasicBlock& block, const Condition& condition);

  // Between two values, the first where the condition holds; without predecessors.
  explicit Decision(Expr condition) : steps_{{nullptr, 0, kNowhere}, {nullptr, 1, kNowhere}, {condition, 0, 1}} {}

  // Predecessors from which the block is reached, in the order in which evaluate() wants their
  // values.
  const std::vector<const llvm::BasicBlock*>& predecessors() const { return predecessors_; }

  // The value of the predecessor that is left; choose(condition, yes, no) makes a multiplexer of
  // two values.
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

  // A choice between two earlier steps, or, without a condition, predecessor `yes`.
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
