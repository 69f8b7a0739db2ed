// SPDX-License-Identifier: Apache-2.0
// Translates the assertions of a program into the modules that its hardware has become.
//
// The program with assertions is another one to LLVM than that without, so that it may come out
// otherwise simplified. Its functions are walked into modules of their own, and only the conditions
// are taken from there: of the same registers, inputs, memories and instances.
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

  // Before the walk: every call has a slot, which holds where the call is not reached.
  void find(llvm::Function& function);
  // Whether `call` is one; if so it has been translated.
  bool call(llvm::CallInst& call);
  // After the walk: those that may not hold.
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
  // What assertions need is there: hardware has been translated.
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
