// SPDX-License-Identifier: Apache-2.0
// The properties of an operation are one row of one table, which every user of an Op reads.
//
//     operation(Op::kAdd).name                 // "add"
//     operation(Op::kAdd).known(node)          // bits of a sum that are the same in every cycle
//     operation(Op::kAdd).value(node, values)  // the sum
//
// A new operation needs an enumerator (node.hpp), a row, and a function of Builder that makes it in
// its simplest form.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/ConstantRange.h>

#include "hls/stepc/expression/node.hpp"

namespace stepc {

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
