// Loads, stores and addresses.
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "hls/compiler/walk/walker.hpp"

namespace stepc {

Region& Walker::new_region(const std::string& name, std::uint64_t bytes, const Type* type) {
  Region& region = regions_.emplace_back();
  region.number = static_cast<unsigned>(regions_.size());
  region.name = name;
  region.bytes = bytes;
  region.type = type;
  return region;
}

void Walker::check_fences(const Region& region, std::uint64_t offset, std::uint64_t bytes, bool writes) const {
  if (writes && region.read_only) fail("'" + region.name + "' is constant and is written");
  for (const Fence& fence : region.fences) {
    const bool touches = offset < fence.end && offset + bytes > fence.begin;
    if (touches && (writes || !fence.readable)) fail(fence.reason);
  }
}

Expr Walker::load(const Pointer& pointer, std::uint64_t bytes) {
  return read_through(build_, pointer, bytes, here_, [&](const Region& region, std::uint64_t offset) {
    check_fences(region, offset, bytes, false);
    return memory_.load(build_, region, offset, bytes);
  });
}

void Walker::store(const Pointer& pointer, Expr value) {
  const std::uint64_t bytes = value->width / 8;
  visit_targets(build_, pointer, bytes, here_, [&](const Region& region, std::uint64_t offset, Expr condition) {
    check_fences(region, offset, bytes, true);
    if (condition->is_ones()) {
      memory_.store(region, offset, value);
      return;
    }
    // One multiplexer for each scalar.
    for (std::uint64_t at = 0; at < bytes;) {
      const auto boundary = std::upper_bound(region.boundaries.begin(), region.boundaries.end(), offset + at);
      const std::uint64_t end = boundary == region.boundaries.end() ? bytes : std::min(bytes, *boundary - offset);
      const Expr piece = build_.extract(value, static_cast<unsigned>(8 * at), static_cast<unsigned>(8 * (end - at)));
      const Expr old = memory_.load(build_, region, offset + at, end - at);
      memory_.store(region, offset + at, build_.mux(condition, piece, old));
      at = end;
    }
  });
}

Expr Walker::load_leaf(const Pointer& object, const Leaf& leaf) {
  const Pointer at = add_offset(object, static_cast<std::int64_t>(leaf.offset));
  return build_.truncate(load(at, leaf.bytes()), leaf.width());
}

void Walker::store_leaf(const Pointer& object, const Leaf& leaf, Expr value) {
  const Pointer at = add_offset(object, static_cast<std::int64_t>(leaf.offset));
  store(at, build_.zero_extend(value, static_cast<unsigned>(8 * leaf.bytes())));
}

void Walker::visitAllocaInst(llvm::AllocaInst& instruction) {
  if (!instruction.isStaticAlloca()) fail("a local variable of variable size");
  const std::string name = instruction.hasName() ? instruction.getName().str() : "a local variable";
  const Region& region = new_region(name, layout_.getTypeAllocSize(instruction.getAllocatedType()), nullptr);
  set(instruction, pointer_to(region, 0));
}

void Walker::visitLoadInst(llvm::LoadInst& instruction) {
  if (!instruction.isSimple()) fail("a volatile or atomic access is not translatable");
  llvm::Type* type = instruction.getType();
  if (type->isFloatingPointTy()) fail("floating point is not translatable");
  if (type->isPointerTy()) fail("a pointer escapes: it is kept in memory");
  if (!type->isIntegerTy()) fail("a load of this kind is not translatable");
  const Expr bytes = load(pointer_of(instruction.getPointerOperand()), layout_.getTypeStoreSize(type));
  set(instruction, build_.truncate(bytes, type->getIntegerBitWidth()));
}

void Walker::visitStoreInst(llvm::StoreInst& instruction) {
  if (!instruction.isSimple()) fail("a volatile or atomic access is not translatable");
  const llvm::Value* operand = instruction.getValueOperand();
  llvm::Type* type = operand->getType();
  if (type->isFloatingPointTy()) fail("floating point is not translatable");
  if (type->isPointerTy()) fail("a pointer escapes: it is kept in memory");
  if (!type->isIntegerTy()) fail("a store of this kind is not translatable");
  if (llvm::isa<llvm::UndefValue>(operand)) return;
  const auto width = static_cast<unsigned>(8 * layout_.getTypeStoreSize(type));
  store(pointer_of(instruction.getPointerOperand()), build_.zero_extend(number_of(operand), width));
}

Pointer Walker::element_pointer(const llvm::GEPOperator& gep) {
  llvm::MapVector<llvm::Value*, llvm::APInt> indices;
  llvm::APInt constant(64, 0);
  if (!gep.collectOffset(layout_, 64, indices, constant)) fail("an address of this kind is not translatable");
  Pointer result = add_offset(pointer_of(gep.getPointerOperand()), constant.getSExtValue());
  for (const auto& [index, scale] : indices) {
    const Expr number = number_of(index);
    const Expr wide = number->width < 64 ? build_.sign_extend(number, 64) : build_.truncate(number, 64);
    result = add_term(build_, result, wide, scale.getSExtValue());
  }
  return result;
}

void Walker::visitGetElementPtrInst(llvm::GetElementPtrInst& instruction) {
  if (!instruction.getType()->isPointerTy()) fail("vectors of pointers are not translatable");
  set(instruction, element_pointer(llvm::cast<llvm::GEPOperator>(instruction)));
}

void Walker::copy(const Pointer& to, const Pointer& from, std::uint64_t bytes) {
  if (bytes == 0) return;
  if (!to->is_constant() || !from->is_constant()) {
    store(to, load(from, bytes));
    return;
  }
  // Cell by cell: undefined bytes stay undefined, and fields stay whole.
  const auto source = static_cast<std::uint64_t>(from->offset);
  const auto target = static_cast<std::uint64_t>(to->offset);
  if (source + bytes > from->region->bytes || target + bytes > to->region->bytes) fail("a copy leaves its object");
  check_fences(*from->region, source, bytes, false);
  check_fences(*to->region, target, bytes, true);
  std::vector<Cell> cells;
  for (std::uint64_t i = 0; i < bytes; ++i) cells.push_back(memory_.cell(*from->region, source + i));
  for (std::uint64_t i = 0; i < bytes; ++i) memory_.set_cell(*to->region, target + i, cells[i]);
}

void Walker::fill(const Pointer& to, Expr byte, std::uint64_t bytes) {
  if (bytes == 0) return;
  store(to, build_.concat(std::vector<Expr>(bytes, byte)));
}

}  // namespace stepc
