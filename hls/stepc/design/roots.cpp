// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/design/roots.hpp"

#include <unordered_set>

namespace stepc {

std::string RootName::text() const {
  std::string text;
  for (const std::string_view part : parts_) {
    if (part.empty()) continue;
    if (!text.empty()) text += '_';
    text += part;
  }
  return text;
}

std::set<unsigned> symbols_in(std::vector<Expr> expressions) {
  std::set<unsigned> symbols;
  std::unordered_set<Expr> seen;
  while (!expressions.empty()) {
    const Expr x = expressions.back();
    expressions.pop_back();
    if (!seen.insert(x).second) continue;
    if (x->op == Op::kSymbol) symbols.insert(x->tag);
    expressions.insert(expressions.end(), x->operands.begin(), x->operands.end());
  }
  return symbols;
}

std::set<unsigned> used_symbols(const Module& module) {
  std::vector<Expr> roots;
  each_root(module, [&](Expr x) { roots.push_back(x); });
  return symbols_in(std::move(roots));
}

}  // namespace stepc
