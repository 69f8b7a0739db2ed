// Operands and results of instructions.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include "hls/compiler/walk/walker.hpp"

namespace stepc {

Value Walker::value_of(const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return value_of_constant(*constant);
  const auto found = values_.find(value);
  if (found == values_.end()) fail("a value of a kind that is not translatable");
  return found->second;
}

Value Walker::value_of_constant(const llvm::Constant& constant) {
  llvm::Type* type = constant.getType();
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    return {build_.constant(integer->getValue()), nullptr, {}};
  }
  if (type->isFloatingPointTy()) fail("floating point is not translatable");
  if (type->isIntegerTy() && llvm::isa<llvm::UndefValue>(constant)) {  // poison too: any value is right
    return {build_.constant(type->getIntegerBitWidth(), 0), nullptr, {}};
  }
  if (type->isPointerTy()) {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
      return {nullptr, pointer_to(region_of_global(*global), 0), {}};
    }
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&constant)) return {nullptr, element_pointer(*gep), {}};
    if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(constant)) return {nullptr, null_pointer(), {}};
  }
  if (type->isStructTy()) {
    Value value;
    for (unsigned i = 0; i < type->getStructNumElements(); ++i) {
      const llvm::Constant* member = constant.getAggregateElement(i);
      if (!member) fail("a constant of a kind that is not translatable");
      value.members.push_back(value_of_constant(*member).number);
    }
    return value;
  }
  fail("a constant of a kind that is not translatable (a function or a type of the C++ library?)");
}

Expr Walker::number_of(const llvm::Value* value) {
  const Value result = value_of(value);
  if (!result.number) fail("a pointer is used as a number");
  return result.number;
}

Pointer Walker::pointer_of(const llvm::Value* value) {
  const Value result = value_of(value);
  if (!result.pointer) fail("a number is used as a pointer");
  return result.pointer;
}

// A value returned in registers: one integer, or a structure of them, 8 bytes each.
void Walker::set_bytes(const llvm::Value& value, Expr bytes) {
  const llvm::Type* type = value.getType();
  if (type->isIntegerTy()) {
    set(value, build_.resize(bytes, type->getIntegerBitWidth()));
  } else if (type->isStructTy()) {
    unsigned low = 0;
    for (const llvm::Type* member : llvm::cast<llvm::StructType>(type)->elements()) {
      if (!member->isIntegerTy()) fail("a result of a kind that is not translatable");
      const unsigned width = member->getIntegerBitWidth();
      const Expr wide = build_.resize(bytes, std::max(bytes->width, low + width));
      values_[&value].members.push_back(build_.extract(wide, low, width));
      low += 64;
    }
  } else {
    fail("a result of a kind that is not translatable");
  }
}

Value Walker::choose_value(Expr condition, const Value& yes, const Value& no) {
  if (yes.number && no.number) return {build_.mux(condition, yes.number, no.number), nullptr, {}};
  if (yes.pointer && no.pointer) return {nullptr, choose(condition, yes.pointer, no.pointer), {}};
  if (yes.members.empty() || yes.members.size() != no.members.size()) fail("values of different kinds meet");
  Value result;
  for (std::size_t i = 0; i < yes.members.size(); ++i) {
    result.members.push_back(build_.mux(condition, yes.members[i], no.members[i]));
  }
  return result;
}

namespace {

void write_bytes(const llvm::Constant& constant, const llvm::DataLayout& layout, std::vector<unsigned char>& bytes,
                 std::uint64_t at, const Location& where) {
  llvm::Type* type = constant.getType();
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    const llvm::APInt value = integer->getValue().zext(static_cast<unsigned>(8 * layout.getTypeStoreSize(type)));
    for (unsigned i = 0; i < value.getBitWidth() / 8; ++i) {
      bytes[at + i] = static_cast<unsigned char>(value.extractBitsAsZExtValue(8, 8 * i));
    }
  } else if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* fields = layout.getStructLayout(const_cast<llvm::StructType*>(structure));
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      write_bytes(*constant.getAggregateElement(i), layout, bytes, at + fields->getElementOffset(i), where);
    }
  } else if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i) {
      write_bytes(*constant.getAggregateElement(i), layout, bytes, at + i * stride, where);
    }
  } else if (!llvm::isa<llvm::UndefValue>(constant) && !constant.isNullValue()) {
    throw Untranslatable(where, "a constant table with elements that are not numbers");
  }
}

}  // namespace

// Constant tables only: other globals would be state outside of State.
const Region& Walker::region_of_global(const llvm::GlobalVariable& global) {
  if (const auto found = globals_.find(&global); found != globals_.end()) return *found->second;
  if (!global.isConstant() || !global.hasDefinitiveInitializer()) {
    fail("global variable '" + global.getName().str() + "': all state must be in State");
  }
  const std::uint64_t size = layout_.getTypeAllocSize(global.getValueType());
  auto bytes = std::make_shared<std::vector<unsigned char>>(size);
  write_bytes(*global.getInitializer(), layout_, *bytes, 0, here_);
  Region& region = new_region(global.getName().str(), size, nullptr);
  region.read_only = true;
  region.initial = [this, bytes](std::uint64_t byte) { return Cell{build_.constant(8, (*bytes)[byte]), 0}; };
  globals_[&global] = &region;
  return region;
}

}  // namespace stepc
