#include "hls/compiler/design/exports.hpp"

#include "hls/compiler/design/roots.hpp"

namespace stepc {

void export_registers(Design& design, Diagnostics& diagnostics) {
  for (auto it = design.modules.rbegin(); it != design.modules.rend(); ++it) {  // a part may have to ask its own parts
    const Module& owner = **it;
    for (const unsigned tag : used_symbols(owner)) {
      const Symbol& symbol = owner.symbols[tag];
      if (symbol.kind != Symbol::Kind::kInstanceNext && symbol.kind != Symbol::Kind::kInstanceNow) continue;
      const Instance& part = owner.instances[symbol.index];
      if (!part.module->export_register(symbol.offset, symbol.moment(), Use::kHardware)) {
        diagnostics.report({part.location, "a register of part '" + part.name + "' cannot be read from outside"});
      }
    }
  }
}

}  // namespace stepc
