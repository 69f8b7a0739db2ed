// SPDX-License-Identifier: Apache-2.0
// Translates instructions on numbers and on storage.
#include "hls/stepc/walk/instructions.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include "hls/stepc/frontend/locations.hpp"

namespace stepc {

namespace {

// Cuts a wide shift amount. In LLVM a shift by the width or more has no defined value, so the high
// bits of the amount need no hardware.
Expr shift_amount(Builder& build, Expr amount, unsigned width) {
  if (amount->width <= kMostAmountBits) return amount;
  return build.truncate(amount, std::max(1u, llvm::Log2_32_Ceil(width)));
}

}  // namespace

void Instructions::visitInstruction(llvm::Instruction& instruction) {
  bool floating = instruction.getType()->isFPOrFPVectorTy();
  for (const llvm::Value* operand : instruction.operand_values()) {
    floating = floating || operand->getType()->isFPOrFPVectorTy();
  }
  if (floating) context_.fail("floating point is not translatable");
  if (instruction.isAtomic()) context_.refuse("an atomic access is not translatable");
  context_.refuse(std::string("instruction '") + instruction.getOpcodeName() + "' is not translatable");
}

void Instructions::visitBinaryOperator(llvm::BinaryOperator& instruction) {
  if (instruction.getType()->isFPOrFPVectorTy()) context_.fail("floating point is not translatable");
  if (!instruction.getType()->isIntegerTy()) context_.fail("vector operations are not translatable");
  if (const Expr difference = pointer_difference(instruction)) {
    values_.set(instruction, difference);
    return;
  }
  const Expr a = values_.number_of(instruction.getOperand(0));
  const Expr b = values_.number_of(instruction.getOperand(1));
  const auto result = [&]() -> Expr {
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Add:
        return build_.add(a, b);
      case llvm::Instruction::Sub:
        return build_.subtract(a, b);
      case llvm::Instruction::Mul:
        return build_.multiply(a, b);
      case llvm::Instruction::UDiv:
        return build_.divide(a, b);
      case llvm::Instruction::URem:
        return build_.remainder(a, b);
      case llvm::Instruction::SDiv:
        return build_.signed_divide(a, b);
      case llvm::Instruction::SRem:
        return build_.signed_remainder(a, b);
      case llvm::Instruction::Shl:
        return build_.shift_left(a, shift_amount(build_, b, a->width));
      case llvm::Instruction::LShr:
        return build_.shift_right(a, shift_amount(build_, b, a->width));
      case llvm::Instruction::AShr:
        return build_.signed_shift_right(a, shift_amount(build_, b, a->width));
      case llvm::Instruction::And:
        return build_.bit_and(a, b);
      case llvm::Instruction::Or:
        return build_.bit_or(a, b);
      case llvm::Instruction::Xor:
        return build_.bit_xor(a, b);
      default:
        visitInstruction(instruction);
        return nullptr;
    }
  }();
  values_.set(instruction, result);
}

// The order of two objects in memory is unknown, so only pointers into one object compare by order.
Expr Instructions::compare_pointers(const llvm::ICmpInst& comparison, const Pointer& a, const Pointer& b) {
  if (comparison.isEquality()) {
    const Expr equal = equal_pointers(build_, a, b);
    return comparison.getPredicate() == llvm::CmpInst::ICMP_EQ ? equal : build_.bit_not(equal);
  }
  const Region* region = nullptr;
  const Expr left = offset_within(build_, a, region);
  const Expr right = left ? offset_within(build_, b, region) : nullptr;
  if (!right) context_.fail("a comparison of pointers into different objects is not translatable");
  switch (llvm::CmpInst::getSignedPredicate(comparison.getPredicate())) {
    case llvm::CmpInst::ICMP_SLT:
      return build_.signed_less(left, right);
    case llvm::CmpInst::ICMP_SGT:
      return build_.signed_less(right, left);
    case llvm::CmpInst::ICMP_SLE:
      return build_.bit_not(build_.signed_less(right, left));
    default:
      return build_.bit_not(build_.signed_less(left, right));
  }
}

void Instructions::visitICmpInst(llvm::ICmpInst& instruction) {
  const Value left = values_.of(instruction.getOperand(0));
  const Value right = values_.of(instruction.getOperand(1));
  const llvm::Type* type = instruction.getOperand(0)->getType();
  if (left.pointer && right.pointer && (type->isPointerTy() || type->isIntegerTy(64))) {
    values_.set(instruction, compare_pointers(instruction, left.pointer, right.pointer));
    return;
  }
  if (!left.number || !right.number) context_.fail("a comparison of this kind is not translatable");
  const Expr a = left.number;
  const Expr b = right.number;
  const auto result = [&]() -> Expr {
    switch (instruction.getPredicate()) {
      case llvm::CmpInst::ICMP_EQ:
        return build_.equal(a, b);
      case llvm::CmpInst::ICMP_NE:
        return build_.not_equal(a, b);
      case llvm::CmpInst::ICMP_ULT:
        return build_.less(a, b);
      case llvm::CmpInst::ICMP_UGT:
        return build_.less(b, a);
      case llvm::CmpInst::ICMP_ULE:
        return build_.bit_not(build_.less(b, a));
      case llvm::CmpInst::ICMP_UGE:
        return build_.bit_not(build_.less(a, b));
      case llvm::CmpInst::ICMP_SLT:
        return build_.signed_less(a, b);
      case llvm::CmpInst::ICMP_SGT:
        return build_.signed_less(b, a);
      case llvm::CmpInst::ICMP_SLE:
        return build_.bit_not(build_.signed_less(b, a));
      case llvm::CmpInst::ICMP_SGE:
        return build_.bit_not(build_.signed_less(a, b));
      default:
        context_.fail("a comparison of this kind is not translatable");
    }
  }();
  values_.set(instruction, result);
}

void Instructions::visitSelectInst(llvm::SelectInst& instruction) {
  values_.set(instruction,
              values_.choose(values_.number_of(instruction.getCondition()), values_.of(instruction.getTrueValue()),
                             values_.of(instruction.getFalseValue())));
}

// Translates end - begin. Null minus an object is undefined in C++, so a null `end` is ignored. A
// `begin` that may be null is an error: both could be null then, and their difference would be 0.
Expr Instructions::pointer_difference(const llvm::BinaryOperator& operation) {
  if (operation.getOpcode() != llvm::Instruction::Sub) return nullptr;
  const Value left = values_.of(operation.getOperand(0));
  const Value right = values_.of(operation.getOperand(1));
  if (!left.pointer || !right.pointer) return nullptr;
  const Region* region = nullptr;
  const Pointer only_end = unless_null(build_, left.pointer);
  const Expr begin = only_end ? offset_within(build_, right.pointer, region) : nullptr;
  const Expr end = begin ? offset_within(build_, only_end, region) : nullptr;
  if (!end) context_.fail("a difference of pointers into different objects is not translatable");
  return build_.truncate(build_.subtract(end, begin), operation.getType()->getIntegerBitWidth());
}

void Instructions::visitCastInst(llvm::CastInst& instruction) {
  const Value source = values_.of(instruction.getOperand(0));
  const bool is_address = source.pointer && !source.number;
  if (is_address &&
      (instruction.getOpcode() == llvm::Instruction::PtrToInt || instruction.getOpcode() == llvm::Instruction::Trunc)) {
    values_.set(instruction, source);
    return;
  }
  if (!instruction.getType()->isIntegerTy() || !instruction.getSrcTy()->isIntegerTy()) {
    const bool floating = instruction.getType()->isFloatingPointTy() || instruction.getSrcTy()->isFloatingPointTy();
    context_.fail(floating ? "floating point is not translatable"
                           : "a pointer escapes: it is converted to a number or back");
  }
  const Expr x = values_.number_of(instruction.getOperand(0));
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  if (instruction.getOpcode() == llvm::Instruction::SExt) {
    values_.set(instruction, build_.sign_extend(x, width));
  } else {
    values_.set(instruction, build_.resize(x, width));
  }
}

void Instructions::visitFreezeInst(llvm::FreezeInst& instruction) {
  values_.set(instruction, values_.of(instruction.getOperand(0)));
}

void Instructions::visitExtractValueInst(llvm::ExtractValueInst& instruction) {
  const Value whole = values_.of(instruction.getAggregateOperand());
  const unsigned member = instruction.getIndices()[0];
  if (instruction.getNumIndices() != 1 || member >= whole.members.size())
    context_.fail("nested values are not translatable");
  values_.set(instruction, whole.members[member]);
}

void Instructions::visitInsertValueInst(llvm::InsertValueInst& instruction) {
  Value whole = values_.of(instruction.getAggregateOperand());
  const unsigned member = instruction.getIndices()[0];
  if (instruction.getNumIndices() != 1 || member >= whole.members.size())
    context_.fail("nested values are not translatable");
  whole.members[member] = values_.number_of(instruction.getInsertedValueOperand());
  values_.set(instruction, whole);
}

void Instructions::visitPHINode(llvm::PHINode& instruction) {
  std::vector<Value> values;
  for (const llvm::BasicBlock* predecessor : decision_->predecessors()) {
    values.push_back(values_.of(instruction.getIncomingValueForBlock(predecessor)));
  }
  values_.set(instruction, decision_->evaluate(values, [this](Expr condition, const Value& yes, const Value& no) {
    return values_.choose(condition, yes, no);
  }));
}

// Instructions on storage: locals, loads, stores, addresses, calls of parts and memory ports, and
// the return.

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

// Returns why a value of this type cannot be loaded or stored; empty if it can.
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

// Calls of parts, memory ports, assertions, library functions and intrinsics remain; all others
// should have been inlined.
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
