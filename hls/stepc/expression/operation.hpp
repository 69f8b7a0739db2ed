// SPDX-License-Identifier: Apache-2.0
// The nodes of the expression graph, and the operations that they stand for.
//
// Expressions are combinational functions of registers, inputs and memory words. Nodes are
// immutable, unsigned, and of one exact width. Equal nodes are the same node (Builder keeps them
// unique), so that comparing pointers compares expressions.
//
// The properties of an operation are one row of one table, which every user of an Op reads.
//
//     operation(Op::kAdd).name                 // "add"
//     operation(Op::kAdd).known(node)          // bits of a sum that are the same in every cycle
//     operation(Op::kAdd).value(node, values)  // the sum
//
// A new operation needs an enumerator, a row, and a function of Builder that makes it in its
// simplest form.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/ConstantRange.h>
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

class Builder;

// Binding strength of an operator in SystemVerilog, by which the printer sets parentheses.
enum Precedence { kTernary = 1, kOr, kXor, kAnd, kEquality, kRelation, kShift, kSum, kProduct, kUnary, kPrimary };

// The form of an operation in SystemVerilog. The printer has a case for each.
enum class Form {
  kNothing,         // no design with errors is printed
  kLiteral,         // 8'd3
  kName,            // of a register, a port or a wire
  kWord,            // words[address]
  kConcatenation,   // {b, a}
  kSelection,       // a[4:2]
  kSignExtension,   // {{4{a[7]}}, a}
  kPrefix,          // ~a
  kInfix,           // a + b
  kSigned,          // $unsigned($signed(a) / $signed(b))
  kSignedRelation,  // $signed(a) < $signed(b)
  kChoice,          // p ? a : b
  kTable,           // choices[index * 8 +: 8]
};

struct OperatorText {
  Form form;
  const char* sign = "";
  Precedence precedence = kPrimary;
};

// These return the value, or the range, of operand number i.
using OperandValue = llvm::function_ref<llvm::APInt(std::size_t i)>;
using OperandRange = llvm::function_ref<llvm::ConstantRange(std::size_t i)>;

struct Operation {
  static constexpr std::size_t kAnyNumber = ~std::size_t{0};

  Op op;
  const char* name;           // in dumps and messages
  const char* result;         // the name of a wire for its result, if no C++ variable names it
  std::size_t operands;       // how many, or kAnyNumber
  bool (*fits)(const Node&);  // whether the operands have legal widths, given their number
  OperatorText text;
  // Computes the bits that are the same in every cycle from the known bits of the operands.
  llvm::KnownBits (*known)(const Node&);
  // Computes the range of the result from the ranges of the operands. Null: any number, or the
  // range depends on more than the operands' ranges.
  llvm::ConstantRange (*range)(const Node&, OperandRange);
  // Computes the value, by definition. Null: a symbol, a memory word, or a failed operation.
  llvm::APInt (*value)(const Node&, OperandValue);
  // Makes the same operation on other operands, in its simplest form.
  Expr (*simplified)(Builder&, const Node&, llvm::ArrayRef<Expr> operands);
};

const Operation& operation(Op op);

}  // namespace stepc
