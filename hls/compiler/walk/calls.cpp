// Calls: parts, memory ports and intrinsics; everything else should have been inlined.
#include <llvm/IR/Instructions.h>

#include "hls/compiler/frontend/locations.hpp"
#include "hls/compiler/walk/translator.hpp"
#include "hls/compiler/walk/walker.hpp"

namespace stepc {
namespace {

bool is_heap_function(llvm::StringRef name) {
  return name.starts_with("_Znw") || name.starts_with("_Zna") || name.starts_with("_Zdl") || name.starts_with("_Zda") ||
         name == "malloc" || name == "calloc" || name == "realloc" || name == "free";
}

std::string reason_against(const llvm::CallInst& call) {
  if (call.isInlineAsm()) return "inline assembly is not translatable";
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return "a call through a pointer (a virtual function?) is not translatable";
  const std::string name = "'" + readable_name(*callee) + "'";
  if (is_heap_function(callee->getName())) return "call of " + name + ": hardware has no heap";
  if (callee->isDeclaration()) return "call of " + name + ", whose body is not known";
  return "call of " + name + " could not be inlined: recursion is not translatable";
}

}  // namespace

void Walker::visitCallInst(llvm::CallInst& call) {
  llvm::Function* callee = call.getCalledFunction();
  if (callee && !call.isInlineAsm()) {
    if (const auto role = translator_.role(*callee)) {
      if (*role == Role::kModule) return call_part(call);
      return call_memory_port(call, *role);
    }
    if (call_intrinsic(call)) return;
    if (callee->isIntrinsic()) fail("intrinsic '" + callee->getName().str() + "' is not translatable");
  }
  fail(reason_against(call));
}

}  // namespace stepc
