#include "hls/compiler/design/reset.hpp"

#include <llvm/ADT/StringExtras.h>

#include <set>

namespace stepc {
namespace {

llvm::APInt value_at(const std::vector<unsigned char>& bytes, std::uint64_t offset, const Leaf& leaf) {
  llvm::APInt value(static_cast<unsigned>(8 * leaf.bytes()), 0);
  for (std::uint64_t i = 0; i < leaf.bytes(); ++i) {
    value.insertBits(bytes[offset + i], static_cast<unsigned>(8 * i), 8);
  }
  return value.trunc(leaf.width());
}

class Resetter {
 public:
  Resetter(const ResetBytes& bytes, bool reset_data, Diagnostics& diagnostics)
      : bytes_(bytes), reset_data_(reset_data), diagnostics_(diagnostics) {}

  // The object of `module` begins at byte `base` of the state.
  void visit(Module& module, std::uint64_t base, const Location& where) {
    const bool first = seen_.insert(&module).second;
    for (Register& reg : module.registers) {
      const llvm::APInt value =
          value_at(reg.in_out ? bytes_.out : bytes_.state, (reg.in_out ? 0 : base) + reg.leaf.offset, reg.leaf);
      if (!first && value != reg.reset) {
        diagnostics_.report({where, "register '" + reg.leaf.path + "' of part '" + module.source +
                                        "' starts with different values in different instances; pass the value as an "
                                        "argument"});
      }
      reg.reset = value;
      reg.is_reset = reset_data_ || !reg.leaf.is_data;
      if (!reg.is_reset && !value.isZero()) {
        diagnostics_.report({reg.leaf.location, "register '" + reg.leaf.path + "' is data (kHlsData) and starts with " +
                                                    llvm::toString(value, 10, false) +
                                                    ": data must start with zero; or give --reset-data"});
      }
    }
    for (const Instance& part : module.instances) {
      if (!part.is_stateless()) visit(*part.module, base + part.offset, part.location);
    }
  }

 private:
  const ResetBytes& bytes_;
  bool reset_data_;
  Diagnostics& diagnostics_;
  std::set<const Module*> seen_;
};

}  // namespace

void set_reset_values(Design& design, const ResetBytes& bytes, bool reset_data, Diagnostics& diagnostics) {
  Resetter(bytes, reset_data, diagnostics).visit(design.top(), 0, design.top().location);
}

}  // namespace stepc
