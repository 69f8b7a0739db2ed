#include "hls/compiler/design/ports.hpp"

#include <algorithm>

namespace stepc {
namespace {

// The word that the values of a port are; null when there is none.
Expr word_of(Builder& build, const std::vector<Expr>& values) {
  if (values.size() < 2) return nullptr;
  const Expr word = build.concat(std::vector<Expr>(values.rbegin(), values.rend()));  // the first is highest
  return word->op == Op::kConcat ? nullptr : word;
}

}  // namespace

void drop_unused_inputs(Design& design) {
  for (const auto& module : design.modules) {  // parts before their owners, who then need not compute the argument
    if (module->is_top) continue;
    const std::set<unsigned> used = used_symbols(*module);
    for (Port& port : module->inputs) {
      port.is_used = std::any_of(port.leaves.begin(), port.leaves.end(),
                                 [&](const PortLeaf& leaf) { return used.count(leaf.value->tag) > 0; });
    }
  }
}

void join_port_words(Module& module) {
  for (Port& port : module.outputs) port.word = word_of(module.build, values_of(port));
  for (Instance& part : module.instances) {
    part.words.clear();
    std::size_t first = 0;
    for (const Port& port : part.module->inputs) {
      part.words.push_back(word_of(module.build, part.arguments_of(port, first)));
      first += port.leaves.size();
    }
  }
}

}  // namespace stepc
