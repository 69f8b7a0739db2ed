#include "hls/stepc/frontend/assertions.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace stepc {
namespace {

// The calls of a function that the program declares.
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
  // It has an effect, so that no pass removes it, but on nothing that the program sees.
  function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->addFnAttr(llvm::Attribute::NoUnwind);
}

}  // namespace stepc
