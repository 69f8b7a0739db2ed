// SPDX-License-Identifier: Apache-2.0
// The values of operands and results of LLVM instructions.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <vector>

#include "hls/stepc/walk/context.hpp"
#include "hls/stepc/walk/pointers.hpp"

namespace stepc {

// Constant tables are the only globals that a step function may read. Other globals would be state
// outside of State.

class ConstantTables {
 public:
  explicit ConstantTables(Context& context) : context_(context) {}

  // Returns the bytes of a constant. Reports a variable, and throws FollowsFromError.
  const Region& region_of(const llvm::GlobalVariable& global);

 private:
  Context& context_;
  std::map<const llvm::GlobalVariable*, const Region*> regions_;
};

// A value is a number, a pointer, or, for a result of two words, several numbers. A pointer that is
// converted to a number stays a pointer: only differences of such numbers are known.
struct Value {
  Expr number = nullptr;
  Pointer pointer;
  std::vector<Expr> members;
};

class Values {
 public:
  explicit Values(Context& context) : context_(context), tables_(context) {}

  Value of(const llvm::Value* value);
  Expr number_of(const llvm::Value* value);
  Pointer pointer_of(const llvm::Value* value);
  // Returns whether the value, or one of its operands, could not be translated.
  bool is_failed(const llvm::Value* value) const;
  // Gives an instruction that could not be translated a value of its type.
  void set_failed(const llvm::Value& value);
  // Returns the number that an earlier instruction gave; null if it gave none.
  Expr known_number(const llvm::Value* value) const;

  void set(const llvm::Value& value, Value what) { values_[&value] = std::move(what); }
  void set(const llvm::Value& value, Expr number) { values_[&value].number = number; }
  void set(const llvm::Value& value, Pointer pointer) { values_[&value].pointer = std::move(pointer); }
  // Sets a value that is passed in registers: one integer, or a structure of integers, 8 bytes
  // each.
  void set_bytes(const llvm::Value& value, Expr bytes);

  Value choose(Expr condition, const Value& yes, const Value& no);
  Pointer element_pointer(const llvm::GEPOperator& gep);

 private:
  Value of_constant(const llvm::Constant& constant);

  Context& context_;
  ConstantTables tables_;
  llvm::DenseMap<const llvm::Value*, Value> values_;
};

}  // namespace stepc
