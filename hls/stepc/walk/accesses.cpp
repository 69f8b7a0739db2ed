// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/accesses.hpp"

#include <algorithm>

namespace stepc {

void Accesses::check_fences(const Region& region, std::uint64_t offset, std::uint64_t bytes, bool writes) const {
  if (writes && region.read_only) context_.fail("'" + region.name + "' is constant and is written");
  for (const Fence& fence : region.fences) {
    if (offset < fence.end && offset + bytes > fence.begin) context_.fail(fence.reason);
  }
}

Expr Accesses::load(const Pointer& pointer, std::uint64_t bytes) {
  return read_through(context_.build, pointer, context_.access(bytes), [&](const Region& region, std::uint64_t offset) {
    check_fences(region, offset, bytes, false);
    return context_.memory.load(context_.build, region, offset, bytes);
  });
}

void Accesses::store(const Pointer& pointer, Expr value) {
  Builder& build = context_.build;
  Memory& memory = context_.memory;
  const std::uint64_t bytes = value->width / 8;
  visit_targets(
      build, pointer, context_.access(bytes), [&](const Region& region, std::uint64_t offset, Expr condition) {
        check_fences(region, offset, bytes, true);
        if (condition->is_ones()) {
          memory.store(region, offset, value);
          return;
        }
        // Each scalar gets a multiplexer of its own.
        for (std::uint64_t at = 0; at < bytes;) {
          const auto boundary = std::upper_bound(region.boundaries.begin(), region.boundaries.end(), offset + at);
          const std::uint64_t end = boundary == region.boundaries.end() ? bytes : std::min(bytes, *boundary - offset);
          const Expr piece = build.extract(value, static_cast<unsigned>(8 * at), static_cast<unsigned>(8 * (end - at)));
          const Expr old = memory.load(build, region, offset + at, end - at);
          memory.store(region, offset + at, build.mux(condition, piece, old));
          at = end;
        }
      });
}

Expr Accesses::load_leaf(const Pointer& object, const Leaf& leaf) {
  const Pointer at = add_offset(object, static_cast<std::int64_t>(leaf.offset));
  return context_.build.truncate(load(at, leaf.bytes()), leaf.width());
}

void Accesses::store_leaf(const Pointer& object, const Leaf& leaf, Expr value) {
  const Pointer at = add_offset(object, static_cast<std::int64_t>(leaf.offset));
  store(at, context_.build.zero_extend(value, static_cast<unsigned>(8 * leaf.bytes())));
}

void Accesses::copy(const Pointer& to, const Pointer& from, std::uint64_t bytes) {
  if (bytes == 0) return;
  if (!to->is_constant() || !from->is_constant()) {
    store(to, load(from, bytes));
    return;
  }
  // Copying cell by cell keeps undefined bytes undefined and fields whole.
  const auto source = static_cast<std::uint64_t>(from->offset);
  const auto target = static_cast<std::uint64_t>(to->offset);
  if (source + bytes > from->region->bytes || target + bytes > to->region->bytes) {
    context_.fail("a copy leaves its object");
  }
  check_fences(*from->region, source, bytes, false);
  check_fences(*to->region, target, bytes, true);
  std::vector<Cell> cells;
  cells.reserve(bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) cells.push_back(context_.memory.cell(*from->region, source + i));
  for (std::uint64_t i = 0; i < bytes; ++i) context_.memory.set_cell(*to->region, target + i, cells[i]);
}

void Accesses::fill(const Pointer& to, Expr byte, std::uint64_t bytes) {
  if (bytes == 0) return;
  store(to, context_.build.concat(std::vector<Expr>(bytes, byte)));
}

bool returns_by_pointer(const llvm::CallInst& call) {
  return call.arg_size() > 0 && call.paramHasAttr(0, llvm::Attribute::StructRet);
}

void return_word(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call,
                 const std::vector<std::pair<Leaf, Expr>>& leaves, std::uint64_t bytes) {
  if (returns_by_pointer(call)) {
    for (const auto& [leaf, value] : leaves) {
      accesses.store_leaf(values.pointer_of(call.getArgOperand(0)), leaf, value);
    }
    return;
  }
  Memory assembled;
  const Region& region = context.new_region("a returned value", bytes, nullptr);
  for (const auto& [leaf, value] : leaves) {
    const auto width = static_cast<unsigned>(8 * leaf.bytes());
    assembled.store(region, leaf.offset, context.build.zero_extend(value, width));
  }
  values.set_bytes(call, assembled.load(context.build, region, 0, bytes));
}

}  // namespace stepc
