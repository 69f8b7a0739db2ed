#include "hls/stepc/walk/assertion_calls.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/Path.h>

#include <algorithm>

#include "hls/stepc/frontend/assertions.hpp"

namespace stepc {
namespace {

enum Argument : unsigned { kCondition, kText, kFile, kLine };

// A string literal.
std::string literal_text(const llvm::Value& value) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value.stripPointerCasts());
  const auto* data =
      global && global->hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer()) : nullptr;
  return data && data->isCString() ? data->getAsCString().str() : "";  // one empty string is all zeros
}

Location place_of(const llvm::CallInst& call) {
  const auto* line = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(kLine));
  return {llvm::sys::path::filename(literal_text(*call.getArgOperand(kFile))).str(),
          line ? static_cast<unsigned>(line->getZExtValue()) : 0};
}

}  // namespace

bool is_assertion(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->getName() == kAssert;
}

void AssertionCalls::find(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !is_assertion(*call)) continue;
    slots_.emplace_back(call, context_.slots.add());
    context_.memory.set_slot(slots_.back().second, context_.build.constant(1, 1));
  }
}

bool AssertionCalls::call(llvm::CallInst& call) {
  if (!is_assertion(call)) return false;
  const auto slot = std::find_if(slots_.begin(), slots_.end(), [&](const auto& x) { return x.first == &call; });
  context_.memory.set_slot(slot->second, values_.number_of(call.getArgOperand(kCondition)));
  return true;
}

void AssertionCalls::finish() {
  for (const auto& [call, slot] : slots_) {
    const Expr holds = context_.slot_value(slot, 1);
    if (holds->is_ones()) continue;
    context_.module.assertions.push_back({holds, literal_text(*call->getArgOperand(kText)), place_of(*call)});
  }
}

}  // namespace stepc
