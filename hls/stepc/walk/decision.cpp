// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/decision.hpp"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <numeric>

namespace stepc {
namespace {

// Lists the successors of a terminator. The first is the one taken when no condition holds.
std::vector<unsigned> otherwise_first(const llvm::Instruction& terminator) {
  std::vector<unsigned> order(terminator.getNumSuccessors());
  std::iota(order.begin(), order.end(), 0u);
  if (!llvm::isa<llvm::SwitchInst>(terminator)) std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

Decision::Decision(const llvm::BasicBlock& dominator, const llvm::BasicBlock& block, const Condition& condition) {
  const unsigned last = from_block(dominator, block, condition);
  // evaluate() returns the last step, but a shared step may have been made earlier.
  if (last != kNowhere && last + 1 != steps_.size()) steps_.resize(last + 1);
}

unsigned Decision::add_step(Step step) {
  steps_.push_back(step);
  return static_cast<unsigned>(steps_.size()) - 1;
}

unsigned Decision::predecessor_step(const llvm::BasicBlock& from) {
  if (const auto found = of_predecessor_.find(&from); found != of_predecessor_.end()) return found->second;
  predecessors_.push_back(&from);
  return of_predecessor_[&from] = add_step({nullptr, static_cast<unsigned>(predecessors_.size()) - 1, kNowhere});
}

// Returns the step that decides for paths at the end of `from`; kNowhere if none of them reaches
// `block`.
unsigned Decision::from_block(const llvm::BasicBlock& from, const llvm::BasicBlock& block, const Condition& condition) {
  if (const auto found = of_block_.find(&from); found != of_block_.end()) return found->second;
  unsigned result = kNowhere;
  const llvm::Instruction* end = from.getTerminator();
  for (const unsigned successor : otherwise_first(*end)) {
    const llvm::BasicBlock* to = end->getSuccessor(successor);
    const unsigned step = to == &block ? predecessor_step(from) : from_block(*to, block, condition);
    if (step == kNowhere || step == result) continue;
    result = result == kNowhere ? step : add_step({condition(from, successor), step, result});
  }
  return of_block_[&from] = result;
}

}  // namespace stepc
