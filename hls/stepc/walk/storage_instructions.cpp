// Instructions on storage: locals, loads, stores, addresses, calls of parts and memory ports, and the return.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "hls/stepc/frontend/locations.hpp"
#include "hls/stepc/walk/instructions.hpp"
#include "hls/stepc/walk/intrinsics.hpp"
#include "hls/stepc/walk/library_calls.hpp"

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

// Why a type of a loaded or stored value cannot be; empty when it can.
std::string reason_against(const llvm::Type& type, const char* access) {
  if (type.isFloatingPointTy()) return "floating point is not translatable";
  if (type.isPointerTy()) return "a pointer escapes: it is kept in memory";
  if (!type.isIntegerTy()) return std::string(access) + " of this kind is not translatable";
  return "";
}

}  // namespace

void Instructions::visitAllocaInst(llvm::AllocaInst& instruction) {
  if (!instruction.isStaticAlloca()) context_.refuse("a local variable of variable size");
  const std::string name = instruction.hasName() ? instruction.getName().str() : "a local variable";
  const std::uint64_t bytes = context_.layout.getTypeAllocSize(instruction.getAllocatedType());
  values_.set(instruction, pointer_to(context_.new_region(name, bytes, nullptr), 0));
}

void Instructions::visitLoadInst(llvm::LoadInst& instruction) {
  if (!instruction.isSimple()) context_.refuse("a volatile or atomic access is not translatable");
  llvm::Type* type = instruction.getType();
  if (const std::string reason = reason_against(*type, "a load"); !reason.empty()) context_.fail(reason);
  const Pointer pointer = values_.pointer_of(instruction.getPointerOperand());
  const Expr bytes = accesses_.load(pointer, context_.layout.getTypeStoreSize(type));
  values_.set(instruction, build_.truncate(bytes, type->getIntegerBitWidth()));
}

void Instructions::visitStoreInst(llvm::StoreInst& instruction) {
  if (!instruction.isSimple()) context_.refuse("a volatile or atomic access is not translatable");
  const llvm::Value* operand = instruction.getValueOperand();
  llvm::Type* type = operand->getType();
  if (const std::string reason = reason_against(*type, "a store"); !reason.empty()) context_.fail(reason);
  if (llvm::isa<llvm::UndefValue>(operand)) return;
  const auto width = static_cast<unsigned>(8 * context_.layout.getTypeStoreSize(type));
  const Pointer pointer = values_.pointer_of(instruction.getPointerOperand());
  accesses_.store(pointer, build_.zero_extend(values_.number_of(operand), width));
}

void Instructions::visitGetElementPtrInst(llvm::GetElementPtrInst& instruction) {
  if (!instruction.getType()->isPointerTy()) context_.fail("vectors of pointers are not translatable");
  values_.set(instruction, values_.element_pointer(llvm::cast<llvm::GEPOperator>(instruction)));
}

void Instructions::check_call(const llvm::CallInst& call) const {
  const llvm::Function* callee = call.getCalledFunction();
  const bool is_known =
      callee && !call.isInlineAsm() && (callee->isIntrinsic() || callees_.role(*callee) || is_library_call(call));
  if (!is_known && !is_assertion(call)) context_.report(reason_against(call));
}

// Everything that is no part, memory port, assertion or intrinsic should have been inlined.
void Instructions::visitCallInst(llvm::CallInst& instruction) {
  const llvm::Function* callee = instruction.getCalledFunction();
  if (callee && !instruction.isInlineAsm()) {
    if (const auto role = callees_.role(*callee)) {
      if (*role == Role::kModule) return parts_.call(instruction);
      return memories_.call(instruction, *role);
    }
    if (assertions_.call(instruction)) return;
    if (translate_library_call(context_, values_, accesses_, instruction)) return;
    if (translate_intrinsic(context_, values_, accesses_, instruction)) return;
    if (callee->isIntrinsic()) context_.refuse("intrinsic '" + callee->getName().str() + "' is not translatable");
  }
  context_.refuse(reason_against(instruction));
}

void Instructions::visitReturnInst(llvm::ReturnInst& instruction) {
  returned_ = true;
  if (!instruction.getReturnValue()) return;
  const Value value = values_.of(instruction.getReturnValue());
  interface_.set_result(value.members.empty() ? value.number : build_.concat(value.members));
}

}  // namespace stepc
