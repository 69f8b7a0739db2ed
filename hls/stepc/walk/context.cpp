// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/context.hpp"

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

}  // namespace stepc
