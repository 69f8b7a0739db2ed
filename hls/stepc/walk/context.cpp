// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/context.hpp"

#include <algorithm>

namespace stepc {

Region& Context::new_region(const std::string& name, std::uint64_t bytes, const Type* type) {
  Region& region = regions.emplace_back();
  region.number = static_cast<unsigned>(regions.size());
  region.name = name;
  region.bytes = bytes;
  region.type = type;
  return region;
}

Expr Context::slot_value(Slot slot, unsigned width) const {
  const Expr value = memory.slot(slot);
  return value ? value : build.constant(width, 0);
}

void Context::refuse(const std::string& reason) const {
  report(reason);
  throw FollowsFromError();
}

void Context::require_unset(Slot enable, const std::string& reason) const {
  const Expr set = memory.slot(enable);
  if (set->failed) throw FollowsFromError();
  if (!set->is_zero()) fail(reason);
}

void Context::fail(const std::string& reason) const {
  throw Untranslatable(here, reason);
}

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

void Accesses::store(const Pointer& pointer, Expr value, Expr given) {
  Builder& build = context_.build;
  Memory& memory = context_.memory;
  const std::uint64_t bytes = value->width / 8;
  visit_targets(
      build, pointer, context_.access(bytes), [&](const Region& region, std::uint64_t offset, Expr condition) {
        check_fences(region, offset, bytes, true);
        if (given) condition = build.bit_and(condition, given);
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

}  // namespace stepc
