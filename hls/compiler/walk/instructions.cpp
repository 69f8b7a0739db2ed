// Instructions on numbers.
#include <llvm/IR/Instructions.h>

#include "hls/compiler/walk/walker.hpp"

namespace stepc {

void Walker::visitInstruction(llvm::Instruction& instruction) {
  if (instruction.getType()->isFloatingPointTy()) fail("floating point is not translatable");
  if (instruction.isAtomic()) fail("an atomic access is not translatable");
  fail(std::string("instruction '") + instruction.getOpcodeName() + "' is not translatable");
}

void Walker::visitBinaryOperator(llvm::BinaryOperator& instruction) {
  if (instruction.getType()->isFPOrFPVectorTy()) fail("floating point is not translatable");
  if (!instruction.getType()->isIntegerTy()) fail("vector operations are not translatable");
  const Expr a = number_of(instruction.getOperand(0));
  const Expr b = number_of(instruction.getOperand(1));
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
        return build_.shift_left(a, b);
      case llvm::Instruction::LShr:
        return build_.shift_right(a, b);
      case llvm::Instruction::AShr:
        return build_.signed_shift_right(a, b);
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
  set(instruction, result);
}

void Walker::visitICmpInst(llvm::ICmpInst& instruction) {
  const Value left = value_of(instruction.getOperand(0));
  const Value right = value_of(instruction.getOperand(1));
  if (left.pointer && right.pointer) {
    const bool constants = left.pointer->is_constant() && right.pointer->is_constant();
    const bool null_test = left.pointer->is_constant() && !right.pointer->region && !right.pointer->condition;
    if (!instruction.isEquality() || (!constants && !null_test)) fail("a comparison of pointers is not translatable");
    const bool equal = same_pointer(left.pointer, right.pointer);
    set(instruction, build_.constant(1, equal == (instruction.getPredicate() == llvm::CmpInst::ICMP_EQ)));
    return;
  }
  if (!left.number || !right.number) fail("a comparison of this kind is not translatable");
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
        fail("a comparison of this kind is not translatable");
    }
  }();
  set(instruction, result);
}

void Walker::visitSelectInst(llvm::SelectInst& instruction) {
  values_[&instruction] = choose_value(number_of(instruction.getCondition()), value_of(instruction.getTrueValue()),
                                       value_of(instruction.getFalseValue()));
}

void Walker::visitCastInst(llvm::CastInst& instruction) {
  if (!instruction.getType()->isIntegerTy() || !instruction.getSrcTy()->isIntegerTy()) {
    const bool floating = instruction.getType()->isFloatingPointTy() || instruction.getSrcTy()->isFloatingPointTy();
    fail(floating ? "floating point is not translatable" : "a pointer escapes: it is converted to a number or back");
  }
  const Expr x = number_of(instruction.getOperand(0));
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  if (instruction.getOpcode() == llvm::Instruction::SExt) {
    set(instruction, build_.sign_extend(x, width));
  } else {
    set(instruction, build_.resize(x, width));
  }
}

void Walker::visitFreezeInst(llvm::FreezeInst& instruction) {
  values_[&instruction] = value_of(instruction.getOperand(0));
}

void Walker::visitExtractValueInst(llvm::ExtractValueInst& instruction) {
  const Value whole = value_of(instruction.getAggregateOperand());
  const unsigned member = instruction.getIndices()[0];
  if (instruction.getNumIndices() != 1 || member >= whole.members.size()) fail("nested values are not translatable");
  set(instruction, whole.members[member]);
}

void Walker::visitInsertValueInst(llvm::InsertValueInst& instruction) {
  Value whole = value_of(instruction.getAggregateOperand());
  const unsigned member = instruction.getIndices()[0];
  if (instruction.getNumIndices() != 1 || member >= whole.members.size()) fail("nested values are not translatable");
  whole.members[member] = number_of(instruction.getInsertedValueOperand());
  values_[&instruction] = whole;
}

void Walker::visitPHINode(llvm::PHINode& instruction) {
  std::vector<Value> values;
  for (const llvm::BasicBlock* predecessor : decision_->predecessors()) {
    values.push_back(value_of(instruction.getIncomingValueForBlock(predecessor)));
  }
  values_[&instruction] = decision_->evaluate(
      values, [this](Expr condition, const Value& yes, const Value& no) { return choose_value(condition, yes, no); });
}

}  // namespace stepc
