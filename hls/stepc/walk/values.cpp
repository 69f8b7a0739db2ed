// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/values.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "hls/stepc/frontend/locations.hpp"

namespace stepc {

namespace {

void write_bytes(const llvm::Constant& constant, const llvm::DataLayout& layout, std::vector<unsigned char>& bytes,
                 std::uint64_t at, const Location& where) {
  llvm::Type* type = constant.getType();
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    const llvm::APInt value = integer->getValue().zext(static_cast<unsigned>(8 * layout.getTypeStoreSize(type)));
    for (unsigned i = 0; i < value.getBitWidth() / 8; ++i) {
      bytes[at + i] = static_cast<unsigned char>(value.extractBitsAsZExtValue(8, 8 * i));
    }
  } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* fields = layout.getStructLayout(structure);
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

const Region& ConstantTables::region_of(const llvm::GlobalVariable& global) {
  if (const auto found = regions_.find(&global); found != regions_.end()) return *found->second;
  if (!global.isConstant() || !global.hasDefinitiveInitializer()) {
    context_.diagnostics.report_once(context_.here, "global variable '" + readable_name(global) + "': put it in State");
    throw FollowsFromError();
  }
  const std::uint64_t size = context_.layout.getTypeAllocSize(global.getValueType());
  auto bytes = std::make_shared<std::vector<unsigned char>>(size);
  write_bytes(*global.getInitializer(), context_.layout, *bytes, 0, context_.here);
  Region& region = context_.new_region(global.getName().str(), size, nullptr);
  region.read_only = true;
  region.initial = [&build = context_.build, bytes](std::uint64_t byte) {
    return Cell{build.constant(8, (*bytes)[byte]), 0};
  };
  regions_[&global] = &region;
  return region;
}

namespace {

// Moves a constant factor of the index into the scale, where the signed product does not wrap. The
// known range of the factor tells more than the known range of the product.
std::pair<llvm::Value*, std::int64_t> without_constant_factors(llvm::Value* index, std::int64_t scale) {
  using llvm::PatternMatch::m_APInt;
  using llvm::PatternMatch::m_NSWMul;
  using llvm::PatternMatch::m_Value;
  llvm::Value* factor = nullptr;
  const llvm::APInt* number = nullptr;
  std::int64_t product = 0;
  const bool is_product =
      index->getType()->isIntegerTy(64) && llvm::PatternMatch::match(index, m_NSWMul(m_Value(factor), m_APInt(number)));
  if (!is_product || __builtin_mul_overflow(scale, number->getSExtValue(), &product)) return {index, scale};
  return {factor, product};
}

}  // namespace

Value Values::of(const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return of_constant(*constant);
  const auto found = values_.find(value);
  if (found == values_.end()) context_.fail("a value of a kind that is not translatable");
  return found->second;
}

Value Values::of_constant(const llvm::Constant& constant) {
  const llvm::Type* type = constant.getType();
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    return {context_.build.constant(integer->getValue()), nullptr, {}};
  }
  if (type->isFloatingPointTy()) context_.fail("floating point is not translatable");
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  if (expression && expression->getOpcode() == llvm::Instruction::PtrToInt)
    return of_constant(*expression->getOperand(0));
  if (type->isIntegerTy() && llvm::isa<llvm::UndefValue>(constant)) {  // poison too: any value is right
    return {context_.build.constant(type->getIntegerBitWidth(), 0), nullptr, {}};
  }
  if (type->isPointerTy()) {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
      return {nullptr, pointer_to(tables_.region_of(*global), 0), {}};
    }
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&constant)) return {nullptr, element_pointer(*gep), {}};
    if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(constant)) return {nullptr, null_pointer(), {}};
  }
  if (type->isStructTy()) {
    Value value;
    for (unsigned i = 0; i < type->getStructNumElements(); ++i) {
      const llvm::Constant* member = constant.getAggregateElement(i);
      if (!member) context_.fail("a constant of a kind that is not translatable");
      value.members.push_back(of_constant(*member).number);
    }
    return value;
  }
  context_.fail("a constant of a kind that is not translatable (a function or a type of the C++ library?)");
}

Expr Values::number_of(const llvm::Value* value) {
  const Value result = of(value);
  if (!result.number) context_.fail("a pointer escapes: it is converted to a number or back");
  return result.number;
}

Pointer Values::pointer_of(const llvm::Value* value) {
  const Value result = of(value);
  if (!result.pointer) context_.fail("a number is used as a pointer");
  return result.pointer;
}

Expr Values::known_number(const llvm::Value* value) const {
  const auto found = values_.find(value);
  return found == values_.end() ? nullptr : found->second.number;
}

bool Values::is_failed(const llvm::Value* value) const {
  const auto found = values_.find(value);
  if (found == values_.end()) return false;
  const auto& [number, pointer, members] = found->second;
  return (number && number->failed) || (pointer && stepc::is_failed(pointer)) ||
         std::any_of(members.begin(), members.end(), [](Expr member) { return member->failed; });
}

void Values::set_failed(const llvm::Value& value) {
  const auto number_of_type = [&](const llvm::Type& type) {
    return context_.build.failed(std::max(1u, static_cast<unsigned>(type.getPrimitiveSizeInBits())));
  };
  const llvm::Type* type = value.getType();
  Value failed;
  if (type->isPointerTy()) {
    failed.pointer = failed_pointer();
  } else if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (const llvm::Type* member : structure->elements()) failed.members.push_back(number_of_type(*member));
  } else {
    failed.number = number_of_type(*type);
  }
  set(value, std::move(failed));
}

void Values::set_bytes(const llvm::Value& value, Expr bytes) {
  Builder& build = context_.build;
  const llvm::Type* type = value.getType();
  if (type->isIntegerTy()) {
    set(value, build.resize(bytes, type->getIntegerBitWidth()));
  } else if (type->isStructTy()) {
    unsigned low = 0;
    for (const llvm::Type* member : llvm::cast<llvm::StructType>(type)->elements()) {
      if (!member->isIntegerTy()) context_.fail("a result of a kind that is not translatable");
      const unsigned width = member->getIntegerBitWidth();
      const Expr wide = build.resize(bytes, std::max(bytes->width, low + width));
      values_[&value].members.push_back(build.extract(wide, low, width));
      low += 64;
    }
  } else {
    context_.fail("a result of a kind that is not translatable");
  }
}

Value Values::choose(Expr condition, const Value& yes, const Value& no) {
  Builder& build = context_.build;
  if (yes.number && no.number) return {build.mux(condition, yes.number, no.number), nullptr, {}};
  if (yes.pointer && no.pointer) return {nullptr, stepc::choose(build, condition, yes.pointer, no.pointer), {}};
  if (yes.pointer || no.pointer) {  // LLVM subtracts and converts addresses before it chooses among them, null is 0
    context_.fail(
        "a difference of pointers that may both be null, or a pointer that is made a number, is not "
        "translatable: subtract only where neither is null, or keep an index instead of a pointer");
  }
  if (yes.number || no.number || yes.members.size() != no.members.size()) {
    context_.fail("a choice among values of different kinds is not translatable");
  }
  Value result;
  for (std::size_t i = 0; i < yes.members.size(); ++i) {
    result.members.push_back(build.mux(condition, yes.members[i], no.members[i]));
  }
  return result;
}

Pointer Values::element_pointer(const llvm::GEPOperator& gep) {
  llvm::MapVector<llvm::Value*, llvm::APInt> indices;
  llvm::APInt constant(64, 0);
  if (!gep.collectOffset(context_.layout, 64, indices, constant)) {
    context_.fail("an address of this kind is not translatable");
  }
  Pointer result = add_offset(pointer_of(gep.getPointerOperand()), constant.getSExtValue());
  for (const auto& [index, scale] : indices) {
    const auto [factor, bytes] = without_constant_factors(index, scale.getSExtValue());
    const Expr number = number_of(factor);
    const Expr wide = number->width < 64 ? context_.build.sign_extend(number, 64) : context_.build.truncate(number, 64);
    result = add_term(context_.build, result, wide, bytes);
  }
  return result;
}

}  // namespace stepc
