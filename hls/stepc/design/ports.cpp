#include "hls/stepc/design/ports.hpp"

#include <algorithm>

#include "hls/stepc/design/roots.hpp"

namespace stepc {
namespace {

// The word that the values of a port, highest first, are; null when there is none.
Expr word_of(Builder& build, const std::vector<Expr>& values) {
  if (values.size() < 2) return nullptr;
  const Expr word = build.concat(std::vector<Expr>(values.rbegin(), values.rend()));
  return word->op == Op::kConcat ? nullptr : word;
}

bool reads(const Port& port, const std::set<unsigned>& symbols) {
  return std::any_of(port.leaves.begin(), port.leaves.end(),
                     [&](const PortLeaf& leaf) { return symbols.count(leaf.value->tag) > 0; });
}

std::set<unsigned> symbols_of_assertions(const Module& module) {
  std::vector<Expr> roots;
  each_assertion_root(module, [&](Expr x, const RootName&) { roots.push_back(x); });
  return symbols_in(std::move(roots));
}

}  // namespace

void drop_unused_inputs(Design& design) {
  for (const auto& module : design.modules) {  // parts before their owners, who then need not compute the argument
    if (module->is_top) continue;
    const std::set<unsigned> used = used_symbols(*module);
    for (Port& port : module->inputs) {
      if (!reads(port, used)) port.use = Use::kNone;
    }
  }
}

void add_assertion_ports(Design& design) {
  for (const auto& module : design.modules) {  // parts before their owners, who then have to pass more
    const std::set<unsigned> used = symbols_of_assertions(*module);
    for (Port& port : module->inputs) {
      if (port.use == Use::kNone && reads(port, used)) port.use = Use::kAssertion;
    }
  }
  for (auto it = design.modules.rbegin(); it != design.modules.rend(); ++it) {  // owners before what they look into
    for (const unsigned tag : symbols_of_assertions(**it)) {
      const Symbol& symbol = (*it)->symbols[tag];
      if (symbol.kind != Symbol::Kind::kInstanceNext && symbol.kind != Symbol::Kind::kInstanceNow) continue;
      (*it)->instances[symbol.index].module->export_register(symbol.offset, symbol.moment(), Use::kAssertion);
    }
  }
}

std::vector<Expr> in_bit_order(const Port& port, const std::vector<Expr>& values, Arrays arrays) {
  if (arrays == Arrays::kNumbered) return values;  // as the scalars stand in the structure
  std::vector<Expr> ordered;
  for (const std::size_t leaf : bit_order(*port.type, arrays)) ordered.push_back(values[leaf]);
  return ordered;
}

void join_port_words(Design& design) {
  for (const auto& module : design.modules) {
    const auto word = [&](const Port& port, const std::vector<Expr>& values) {
      return word_of(module->build, in_bit_order(port, values, design.arrays));
    };
    for (Port& port : module->outputs) port.word = word(port, values_of(port));
    for (Instance& part : module->instances) {
      part.words.clear();
      std::size_t first = 0;
      for (const Port& port : part.module->inputs) {
        part.words.push_back(word(port, part.arguments_of(port, first)));
        first += port.leaves.size();
      }
    }
  }
}

}  // namespace stepc
