// SPDX-License-Identifier: Apache-2.0
// State that the pieces of one walk share: the position in the function, the facts there, and the
// storage, which they read and write through pointers.
#pragma once

#include <llvm/IR/DataLayout.h>

#include <deque>
#include <string>

#include "hls/stepc/design/module.hpp"
#include "hls/stepc/walk/memory.hpp"
#include "hls/stepc/walk/pointers.hpp"

namespace stepc {

struct Context {
  Context(Module& module_of_function, const llvm::DataLayout& data_layout, Diagnostics& errors, Addresses how)
      : module(module_of_function),
        build(module_of_function.build),
        layout(data_layout),
        diagnostics(errors),
        addresses(how) {}

  Region& new_region(const std::string& name, std::uint64_t bytes, const Type* type);
  // Returns the value of `slot` at this point; zero where no path has set it.
  Expr slot_value(Slot slot, unsigned width) const;
  // Throws Untranslatable at `here`. The walker does not report it if the instruction works on
  // something that has failed before.
  [[noreturn]] void fail(const std::string& reason) const;
  // Reports an error at `here`, whatever the operands are, and throws FollowsFromError.
  [[noreturn]] void refuse(const std::string& reason) const;
  // Reports an error at `here` and continues.
  void report(const std::string& reason) const { diagnostics.report({here, reason}); }
  // Fails if a path may have set the enable in the slot.
  void require_unset(Slot enable, const std::string& reason) const;

  Module& module;
  Builder& build;
  const llvm::DataLayout& layout;
  Diagnostics& diagnostics;
  // An access to `bytes` bytes at this point, and a call on an object of `bytes` bytes.
  Access access(std::uint64_t bytes) const { return {bytes, *facts, addresses, here, true}; }
  Access call_of(std::uint64_t bytes) const { return {bytes, *facts, addresses, here, false}; }

  Location here;           // the instruction that is being translated
  Facts* facts = nullptr;  // the facts that hold there
  Addresses addresses;
  Memory memory;  // the storage at that instruction
  SlotTable slots;
  std::deque<Region> regions;
  Region* object = nullptr;  // State, or the part's object
};

// Loads, stores and copies through pointers into the symbolic storage.
class Accesses {
 public:
  explicit Accesses(Context& context) : context_(context) {}

  Expr load(const Pointer& pointer, std::uint64_t bytes);
  // Stores a number whose width is a multiple of 8; only if `condition` holds, when it is given.
  void store(const Pointer& pointer, Expr value, Expr condition = nullptr);
  // Load or store one scalar of the object that the pointer points to.
  Expr load_leaf(const Pointer& object, const Leaf& leaf);
  void store_leaf(const Pointer& object, const Leaf& leaf, Expr value);
  void copy(const Pointer& to, const Pointer& from, std::uint64_t bytes);
  void fill(const Pointer& to, Expr byte, std::uint64_t bytes);

 private:
  void check_fences(const Region& region, std::uint64_t offset, std::uint64_t bytes, bool writes) const;

  Context& context_;
};

}  // namespace stepc
