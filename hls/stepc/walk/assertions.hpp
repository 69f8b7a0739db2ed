// SPDX-License-Identifier: Apache-2.0
// Adds the assertions of a program to its translated modules.
//
// LLVM may simplify a program with assertions differently from the same program without them.
// Functions with assertions are therefore walked into separate modules. Only their conditions are
// copied, onto the registers, inputs, memories and instances of the hardware.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>

#include "hls/stepc/walk/context.hpp"
#include "hls/stepc/walk/signature.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

bool is_assertion(const llvm::CallInst& call);

class AssertionCalls {
 public:
  AssertionCalls(Context& context, Values& values) : context_(context), values_(values) {}

  // Before the walk: gives every call a slot. The slot starts at 1, so the assertion holds where
  // the call is not reached.
  void find(llvm::Function& function);
  // Translates `call` if it is an assertion; returns whether it is.
  bool call(llvm::CallInst& call);
  // After the walk: records the assertions that are not always true.
  void finish();

 private:
  Context& context_;
  Values& values_;
  std::vector<std::pair<const llvm::CallInst*, Slot>> slots_;  // in the order of the text
};

class AssertionTranslator : public Callees {
 public:
  // `program`: prepared for Purpose::kAssertions.
  AssertionTranslator(const Program& program, Design& design, const Signatures& signatures, Diagnostics& diagnostics)
      : program_(program), design_(design), signatures_(signatures), diagnostics_(diagnostics) {}

  // Reports conditions that hardware cannot compute, or that tick a part.
  void run();

  std::optional<Role> role(const llvm::Function& function) const override;
  Module& part(const std::vector<ModuleCode>& codes, const Location& where) override;
  // Ignored: the hardware is already translated, with the ports that it needs.
  void add_overwrite(const Module&, const Overwrite&) override {}
  const Signature& signature(const llvm::Function& function) override;

 private:
  void translate(const std::vector<ModuleCode>& codes, Module& module);

  const Program& program_;
  Design& design_;
  const Signatures& signatures_;
  Diagnostics& diagnostics_;
};

}  // namespace stepc
