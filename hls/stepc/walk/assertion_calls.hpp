// Calls of HLS_ASSERT: assertions of the module.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>

#include "hls/stepc/walk/context.hpp"
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

}  // namespace stepc
