// SPDX-License-Identifier: Apache-2.0
// Changes to a program before LLVM's passes: assertions, and the bounds of subscripts.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "hls/stepc/frontend/pipeline.hpp"

namespace stepc {

namespace {

// Returns the calls of a function that the program declares.
std::vector<llvm::CallInst*> calls_of(llvm::Module& module, const char* name) {
  std::vector<llvm::CallInst*> calls;
  llvm::Function* function = module.getFunction(name);
  if (!function) return calls;
  for (llvm::User* user : function->users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  return calls;
}

void answer(llvm::Module& module, bool asserting) {
  for (llvm::CallInst* call : calls_of(module, kAsserting)) {
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), asserting ? 1 : 0));
    call->eraseFromParent();
  }
}

}  // namespace

bool has_assertions(const llvm::Module& module) {
  const llvm::Function* function = module.getFunction(kAssert);
  return function && !function->use_empty();
}

void remove_assertions(llvm::Module& module) {
  answer(module, false);
  for (llvm::CallInst* call : calls_of(module, kAssert)) call->eraseFromParent();
}

void keep_assertions(llvm::Module& module) {
  answer(module, true);
  llvm::Function* function = module.getFunction(kAssert);
  if (!function) return;
  // The call gets an effect, so that no pass removes it, but only on memory that the program cannot
  // see.
  function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->addFnAttr(llvm::Attribute::NoUnwind);
}

namespace {

bool is_reference(const llvm::AttributeSet& attributes) {
  return attributes.hasAttribute(llvm::Attribute::Dereferenceable);
}

// Returns whether an object must exist at the address, because it is read, written, or referred to.
bool needs_object(const llvm::GetElementPtrInst& address) {
  return std::any_of(address.use_begin(), address.use_end(), [&](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::LoadInst>(user)) return true;
    if (llvm::isa<llvm::StoreInst>(user)) return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
    if (const auto* inner = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      return inner->hasAllConstantIndices() && !inner->hasAllZeroIndices() && needs_object(*inner);
    }
    if (llvm::isa<llvm::ReturnInst>(user)) {
      return is_reference(address.getFunction()->getAttributes().getRetAttrs());
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    return call && call->isArgOperand(&use) &&
           is_reference(call->getAttributes().getParamAttrs(call->getArgOperandNo(&use)));
  });
}

}  // namespace

void tell_bounds_of_subscripts(llvm::Module& module) {
  std::vector<llvm::GetElementPtrInst*> subscripts;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      const bool is_subscript = address && address->getSourceElementType()->isArrayTy() &&
                                address->getNumIndices() == 2 && !address->hasAllConstantIndices();
      if (is_subscript) subscripts.push_back(address);
    }
  }
  for (llvm::GetElementPtrInst* address : subscripts) {
    llvm::IRBuilder<> build(address->getNextNode());
    build.SetCurrentDebugLocation(address->getDebugLoc());
    llvm::Value* index = address->getOperand(2);
    const std::uint64_t length = address->getSourceElementType()->getArrayNumElements();
    if (length == 0) continue;
    const std::uint64_t last = needs_object(*address) ? length - 1 : length;
    build.CreateAssumption(build.CreateICmpULE(index, llvm::ConstantInt::get(index->getType(), last)));
  }
}

}  // namespace stepc
