#include "hls/stepc/design/module.hpp"

namespace stepc {

std::vector<Expr> Instance::arguments_of(const Port& port, std::size_t first) const {
  const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(port.leaves.size())};
}

bool Instance::is_stateless() const {
  return module->state == nullptr;
}

bool Instance::holds(std::uint64_t byte) const {
  return byte >= offset && byte < offset + used_bytes(*module->state);
}

std::optional<unsigned> Instance::register_width(std::uint64_t byte) const {
  if (is_stateless()) return std::nullopt;
  for (const Leaf& leaf : leaves_of(*module->state)) {
    if (leaf.offset == byte && !leaf.type->is_memory()) return leaf.width();
  }
  return std::nullopt;
}

Expr Instance::address_of(const Export& port) const {
  for (const WordRead& read : reads) {
    const bool is_it = read.offset == port.offset && read.moment == port.moment && read.read == port.read;
    if (is_it && read.is_used) return read.address;
  }
  return nullptr;
}

}  // namespace stepc
