#include "hls/compiler/design/module.hpp"

#include <llvm/Support/MathExtras.h>

namespace stepc {

std::vector<Expr> values_of(const Port& port) {
  std::vector<Expr> values;
  for (const PortLeaf& leaf : port.leaves) values.push_back(leaf.value);
  return values;
}

unsigned MemoryBlock::address_width() const {
  return std::max(1u, llvm::Log2_64_Ceil(leaf.type->count));
}

Expr Module::new_symbol(const Symbol& symbol, unsigned width) {
  symbols.push_back(symbol);
  return build.symbol(static_cast<unsigned>(symbols.size()) - 1, width);
}

Expr Module::instance_register(unsigned instance, std::uint64_t offset, Moment moment, unsigned width) {
  Expr& known = instance_registers_[{instance, offset, moment}];
  if (!known) {
    const auto kind = moment.is_next ? Symbol::Kind::kInstanceNext : Symbol::Kind::kInstanceNow;
    known = new_symbol({kind, instance, 0, 0, offset, moment.entry}, width);
  }
  return known;
}

std::optional<unsigned> Module::export_register(std::uint64_t offset, Moment moment, Use use) {
  for (unsigned i = 0; i < exports.size(); ++i) {
    if (exports[i].offset == offset && exports[i].moment == moment) return i;
  }
  const bool is_between = moment.is_next && moment != kNext;
  const std::string when = is_between ? "_after_" + entries[moment.entry].name : moment.is_next ? "_next" : "_now";
  for (const Leaf& leaf : leaves_of(*state)) {
    if (leaf.offset != offset || leaf.type->is_memory()) continue;
    exports.push_back({leaf.name + when, offset, moment, register_value(leaf, moment), use});
    return static_cast<unsigned>(exports.size()) - 1;
  }
  return std::nullopt;
}

Expr Module::register_value(const Leaf& leaf, Moment moment) {
  const bool is_next = moment.is_next;
  if (is_next && moment != kNext) return values_after_.at({moment.entry, leaf.offset});
  for (const Register& candidate : registers) {
    if (!candidate.in_out && candidate.leaf.offset == leaf.offset) return is_next ? candidate.next : candidate.now;
  }
  for (unsigned i = 0; i < instances.size(); ++i) {
    const Instance& part = instances[i];
    if (part.is_stateless() || !part.holds(leaf.offset)) continue;
    const std::uint64_t within = leaf.offset - part.offset;
    const Expr now = instance_register(i, within, kNow, leaf.width());
    // A part that did not tick keeps its registers.
    return is_next ? build.mux(part.called, instance_register(i, within, kNext, leaf.width()), now) : now;
  }
  return nullptr;
}

}  // namespace stepc
