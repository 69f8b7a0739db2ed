// SPDX-License-Identifier: Apache-2.0
// Loads, stores and copies through pointers into the symbolic storage.
#pragma once

#include <llvm/IR/Instructions.h>

#include <utility>
#include <vector>

#include "hls/stepc/walk/context.hpp"
#include "hls/stepc/walk/pointers.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

class Accesses {
 public:
  explicit Accesses(Context& context) : context_(context) {}

  Expr load(const Pointer& pointer, std::uint64_t bytes);
  // Stores a number whose width is a multiple of 8.
  void store(const Pointer& pointer, Expr value);
  // Load or store one scalar of the object that the pointer points to.
  Expr load_leaf(const Pointer& object, const Leaf& leaf);
  void store_leaf(const Pointer& object, const Leaf& leaf, Expr value);
  void copy(const Pointer& to, const Pointer& from, std::uint64_t bytes);
  void fill(const Pointer& to, Expr byte, std::uint64_t bytes);

 private:
  void check_fences(const Region& region, std::uint64_t offset, std::uint64_t bytes, bool writes) const;

  Context& context_;
};

// A part or a memory port returns a structure by value in registers, or through the call's first
// argument.

bool returns_by_pointer(const llvm::CallInst& call);

// Gives the call its result, the scalars `leaves` of a type of `bytes` bytes.
void return_word(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call,
                 const std::vector<std::pair<Leaf, Expr>>& leaves, std::uint64_t bytes);

}  // namespace stepc
