// SPDX-License-Identifier: Apache-2.0
// What the pieces of one walk share: where in the function it is, and what is known there.
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
  // What `slot` holds here; zero where no path has set it.
  Expr slot_value(Slot slot, unsigned width) const;
  // Ends what is being translated with an error at `here`; it is not told where it may follow from
  // another.
  [[noreturn]] void fail(const std::string& reason) const;
  // Likewise, with an error that stands whatever the operands are.
  [[noreturn]] void refuse(const std::string& reason) const;
  // Tells an error at `here` and goes on.
  void report(const std::string& reason) const { diagnostics.report({here, reason}); }
  // Fails where a path may have set the enable that the slot holds.
  void require_unset(Slot enable, const std::string& reason) const;

  Module& module;
  Builder& build;
  const llvm::DataLayout& layout;
  Diagnostics& diagnostics;
  // An access of so many bytes at this point, and a call of an object.
  Access access(std::uint64_t bytes) const { return {bytes, *facts, addresses, here, true}; }
  Access call_of(std::uint64_t bytes) const { return {bytes, *facts, addresses, here, false}; }

  Location here;           // of the instruction that is being translated
  Facts* facts = nullptr;  // what holds there
  Addresses addresses;
  Memory memory;  // what the storage holds at that instruction
  SlotTable slots;
  std::deque<Region> regions;
  Region* object = nullptr;  // State, or the part's object
};

}  // namespace stepc
