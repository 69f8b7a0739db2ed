// SPDX-License-Identifier: Apache-2.0
// Operands and results of instructions: what each LLVM value is.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <vector>

#include "hls/stepc/walk/context.hpp"
#include "hls/stepc/walk/pointers.hpp"

namespace stepc {

// Constant tables: the only globals that a step function may read. Others would be state outside of
// State.

class ConstantTables {
 public:
  explicit ConstantTables(Context& context) : context_(context) {}

  // The bytes of a constant; throws Untranslatable for a variable.
  const Region& region_of(const llvm::GlobalVariable& global);

 private:
  Context& context_;
  std::map<const llvm::GlobalVariable*, const Region*> regions_;
};

// A number, a pointer (also as the number that it was converted to, of which only differences are
// known), or (for results of two words) several numbers.
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
  // Whether the value, or what it was computed from, could not be translated.
  bool is_failed(const llvm::Value* value) const;
  // Gives an instruction that could not be translated a value of its type.
  void set_failed(const llvm::Value& value);
  // The number that an instruction before this one gave; null when it gave none.
  Expr known_number(const llvm::Value* value) const;

  void set(const llvm::Value& value, Value what) { values_[&value] = std::move(what); }
  void set(const llvm::Value& value, Expr number) { values_[&value].number = number; }
  void set(const llvm::Value& value, Pointer pointer) { values_[&value].pointer = std::move(pointer); }
  // A value that is passed in registers: one integer, or a structure of them, 8 bytes each.
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
