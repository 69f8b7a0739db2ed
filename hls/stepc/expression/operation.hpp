// SPDX-License-Identifier: Apache-2.0
// What there is to say of an operation: one row of one table, which all that asks an Op reads.
//
//     operation(Op::kAdd).name                 // "add"
//     operation(Op::kAdd).known(node)          // bits of a sum that are the same in every cycle
//     operation(Op::kAdd).value(node, values)  // the sum
//
// A new operation is an enumerator (node.hpp), its row, and the function of Builder that makes it
// in its simplest form.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/ConstantRange.h>

#include "hls/stepc/expression/node.hpp"

namespace stepc {

class Builder;

// Binding strength of an operator in SystemVerilog; operands of equal or less strength are put in
// parentheses.
enum Precedence { kTernary = 1, kOr, kXor, kAnd, kEquality, kRelation, kShift, kSum, kProduct, kUnary, kPrimary };

// How SystemVerilog writes it. The printer has a function for each.
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

// Of operand number i: its value, or the numbers that it can be.
using OperandValue = llvm::function_ref<llvm::APInt(std::size_t i)>;
using OperandRange = llvm::function_ref<llvm::ConstantRange(std::size_t i)>;

struct Operation {
  static constexpr std::size_t kAnyNumber = ~std::size_t{0};

  Op op;
  const char* name;           // in dumps and messages
  const char* result;         // the name of a wire for what it gives, where no C++ variable has one
  std::size_t operands;       // how many, or kAnyNumber
  bool (*fits)(const Node&);  // whether the operands, of which there are so many, have widths that it takes
  OperatorText text;
  // Bits that are the same in every cycle, by those of the operands.
  llvm::KnownBits (*known)(const Node&);
  // The numbers that it can be, by those that the operands can be. Null: any, or more than the
  // operands' ranges decide.
  llvm::ConstantRange (*range)(const Node&, OperandRange);
  // By definition. Null: a leaf, or nothing.
  llvm::APInt (*value)(const Node&, OperandValue);
  // The same operation on other operands, in its simplest form.
  Expr (*simplified)(Builder&, const Node&, llvm::ArrayRef<Expr> operands);
};

const Operation& operation(Op op);

}  // namespace stepc
