#include "hls/stepc/walk/constant_tables.hpp"

#include <llvm/IR/Constants.h>

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
    context_.refuse("global variable '" + global.getName().str() + "': all state must be in State");
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

}  // namespace stepc
