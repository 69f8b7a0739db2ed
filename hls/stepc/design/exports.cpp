#include "hls/stepc/design/exports.hpp"

#include "hls/stepc/design/roots.hpp"

namespace stepc {
namespace {

// Marks the words that the owner reads, and those that their addresses need.
void mark_words(Module& owner) {
  for (bool is_complete = false; !is_complete;) {
    is_complete = true;
    for (const unsigned tag : used_symbols(owner)) {
      const Symbol& symbol = owner.symbols[tag];
      if (symbol.kind != Symbol::Kind::kInstanceWord) continue;
      bool& is_used = owner.instances[symbol.index].reads[symbol.port].is_used;
      is_complete = is_complete && is_used;
      is_used = true;
    }
  }
}

// Only those that are used have ports.
void number_words(Instance& part) {
  std::map<std::pair<std::uint64_t, Moment>, unsigned> count;
  for (WordRead& read : part.reads) {
    if (read.is_used) read.read = count[{read.offset, read.moment}]++;
  }
}

}  // namespace

void export_registers(Design& design, Diagnostics& diagnostics) {
  for (auto it = design.modules.rbegin(); it != design.modules.rend(); ++it) {  // a part may have to ask its own parts
    Module& owner = **it;
    mark_words(owner);
    for (Instance& part : owner.instances) {
      number_words(part);
      for (const WordRead& read : part.reads) {
        if (read.is_used) part.module->export_word(read);
      }
    }
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
