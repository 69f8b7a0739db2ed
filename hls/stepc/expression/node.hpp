// SPDX-License-Identifier: Apache-2.0
// The nodes of the expression graph: combinational functions of registers, inputs and memory words.
//
// Nodes are immutable, unsigned, and of one exact width. Equal nodes are the same node (Builder
// keeps them unique), so that comparing pointers compares expressions.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/Support/KnownBits.h>

#include <string>
#include <vector>

#include "hls/stepc/diagnostics/diagnostics.hpp"

namespace stepc {

enum class Op {
  kConstant,
  kFailed,      // an operation that could not be translated; the error has been reported
  kSymbol,      // a register, an input, an output of an instance: `tag` numbers it within the module
  kMemoryWord,  // word operands[0] of memory `tag`
  kConcat,      // operands from the lowest bits up
  kExtract,     // bits low .. low + width - 1 of operands[0]
  kSignExtend,
  kNot,
  kAnd,
  kOr,
  kXor,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kSignedDivide,
  kSignedRemainder,
  kShiftLeft,   // by operands[1], of at most kMostAmountBits bits; a shift by the width or more leaves nothing
  kShiftRight,  // likewise
  kSignedShiftRight,
  kEqual,  // comparisons have one bit
  kLess,
  kSignedLess,
  kMux,    // operands[0] (one bit) ? operands[1] : operands[2]
  kIndex,  // operands[1 + operands[0]]; there are 2^width(operands[0]) choices
};

// The most bits of a shift amount. A wider amount may turn out to be a constant (a register that
// nothing writes), and Verilator 5.006 refuses constants of more than 32 bits as amounts.
constexpr unsigned kMostAmountBits = 32;

struct Node {
  Op op;
  unsigned width;
  std::vector<const Node*> operands;
  unsigned low = 0;
  unsigned tag = 0;
  llvm::KnownBits known;  // bits that hold in every cycle; all of them for a constant
  bool failed = false;    // computed from something that could not be translated

  unsigned number = 0;        // order of creation: operands come first
  mutable std::string name;   // of the C++ variable that holds it, if one does
  mutable Location location;  // of the C++ code that computes it

  bool is_constant() const { return op == Op::kConstant; }
  bool is_zero() const { return is_constant() && known.isZero(); }
  bool is_ones() const { return is_constant() && known.getConstant().isAllOnes(); }
  const llvm::APInt& value() const { return known.One; }  // of a constant
};

using Expr = const Node*;

}  // namespace stepc
