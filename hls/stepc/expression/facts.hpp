// SPDX-License-Identifier: Apache-2.0
// Facts that hold at one point of a program, and the range of an expression there.
//
//     Facts facts;                        // at the start: nothing
//     facts.add(build.less(i, five), true);
//     facts.range_of(i);                  // [0, 5)
//     Facts inner(&facts);                // in a branch: all of that, and more
#pragma once

#include <llvm/IR/ConstantRange.h>

#include <unordered_map>

#include "hls/stepc/expression/operation.hpp"

namespace stepc {

class Facts {
 public:
  // `outer` is complete, and outlives this.
  explicit Facts(const Facts* outer = nullptr)
      : outer_(outer && outer->ranges_.empty() ? outer->outer_ : outer), impossible_(outer && outer->impossible_) {}

  // Adds that the condition, of one bit, is `holds`.
  void add(Expr condition, bool holds);
  // Adds that x is the number, or that it is not.
  void add_equal(Expr x, const llvm::APInt& number, bool holds);
  // Returns a set that contains every value that x can have here; empty if no execution reaches
  // this point.
  llvm::ConstantRange range_of(Expr x) const;
  // Returns whether the facts contradict one another, so that no execution reaches this point.
  bool impossible() const { return impossible_; }

 private:
  static constexpr unsigned kDepth = 20;  // levels of operands that are looked into; a choice counts as several
  static constexpr unsigned kChoiceDepth = 2;
  static constexpr unsigned kMostOuter = 1024;  // points of the program that are asked, the nearest first

  void add(Expr condition, bool holds, unsigned depth);
  void compare(llvm::CmpInst::Predicate predicate, Expr a, Expr b, unsigned depth);
  void restrict(Expr x, const llvm::ConstantRange& range);
  void wait_for_conditions(Expr x);
  void tell_those_who_wait(Expr condition);
  void restrict_what_is_left(Expr x, const llvm::ConstantRange& known);
  llvm::ConstantRange known_range(Expr x) const;
  llvm::ConstantRange range_of(Expr x, unsigned depth) const;
  llvm::ConstantRange computed_range(Expr x, unsigned depth) const;
  llvm::ConstantRange range_of_choice(Expr x, unsigned depth) const;

  const Facts* outer_;
  std::unordered_map<Expr, llvm::ConstantRange> ranges_;
  std::unordered_map<Expr, std::vector<Expr>> extracts_;  // those in ranges_, by the word they are taken from
  std::unordered_map<Expr, std::vector<Expr>> waiting_;   // those in ranges_, by conditions in them
  mutable std::unordered_map<Expr, std::pair<unsigned, llvm::ConstantRange>> computed_;  // with the depth of the look
  bool impossible_;
};

}  // namespace stepc
