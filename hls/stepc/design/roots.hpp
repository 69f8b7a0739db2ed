// SPDX-License-Identifier: Apache-2.0
// The roots of a module: the expressions that drive a register, a port, a memory or an instance.
#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// The name that a wire for a root may take: the parts joined, as "queue_packet_payload".
class RootName {
 public:
  RootName(std::string_view first = {}, std::string_view second = {}, std::string_view third = {})
      : parts_{first, second, third} {}
  std::string text() const {
    std::string text;
    for (const std::string_view part : parts_) {
      if (part.empty()) continue;
      if (!text.empty()) text += '_';
      text += part;
    }
    return text;
  }

 private:
  std::array<std::string_view, 3> parts_;
};

// Calls visit(expression, RootName) for each argument of an instance whose input has this use.
template <class AnyInstance, class Visit>
void each_argument(AnyInstance& part, Use use, Visit visit) {
  auto argument = part.arguments.begin();
  for (std::size_t i = 0; i < part.module->inputs.size() && argument != part.arguments.end(); ++i) {
    const Port& port = part.module->inputs[i];
    const auto first = argument;
    argument += static_cast<std::ptrdiff_t>(port.leaves.size());
    if (port.use != use) continue;
    const bool is_word = i < part.words.size() && part.words[i];
    if (is_word) visit(part.words[i], RootName{part.name, port.name});
    for (std::size_t leaf = 0; leaf < port.leaves.size() && !is_word; ++leaf) {
      const std::string& name = port.leaves[leaf].leaf.name;
      if (first[static_cast<std::ptrdiff_t>(leaf)]) {
        visit(first[static_cast<std::ptrdiff_t>(leaf)], RootName{part.name, port.name, name});
      }
    }
  }
}

// Calls visit(expression), or visit(expression, RootName), for everything that drives a register, a
// port, a memory or an instance, by reference. Memories that nothing reads, ports that are not used
// and assertions are left out. `AnyModule`: Module, or const Module.
template <class AnyModule, class Visit>
void each_root(AnyModule& module, Visit visit) {
  const auto visit_if = [&](auto& x, const RootName& name) {
    if (!x) return;
    if constexpr (std::is_invocable_v<Visit, decltype(x), const RootName&>) {
      visit(x, name);
    } else {
      visit(x);
    }
  };
  for (auto& reg : module.registers) {
    if (reg.load) {
      visit_if(reg.load->condition, {reg.name, "load"});
      visit_if(reg.load->value, {reg.name, "next"});
    } else {
      visit_if(reg.next, {reg.name, "next"});
    }
  }
  for (auto& port : module.outputs) {
    visit_if(port.word, {port.name});
    if (port.word) continue;
    for (auto& leaf : port.leaves) visit_if(leaf.value, {port.name, leaf.leaf.name});
  }
  for (auto& memory : module.memories) {
    if (!memory.is_read) continue;
    visit_if(memory.write_enable, {memory.name, "write"});
    visit_if(memory.write_address, {memory.name, "write_address"});
    visit_if(memory.write_word, {memory.name, "write_word"});
    visit_if(memory.request_enable, {memory.name, "request"});
    visit_if(memory.request_address, {memory.name, "request_address"});
  }
  for (auto& part : module.instances) {
    visit_if(part.called, {part.name, "enable"});
    each_argument(part, Use::kHardware, visit_if);
    for (auto& read : part.reads) {
      if (read.is_used) visit_if(read.address, {part.name, "address"});
    }
  }
  for (auto& port : module.exports) {
    if (port.use == Use::kHardware) visit_if(port.value, {});
  }
}

// Does the same for expressions that only assertions need: their conditions, and the drivers of
// ports for assertions.
template <class AnyModule, class Visit>
void each_assertion_root(AnyModule& module, Visit visit) {
  for (auto& part : module.instances) each_argument(part, Use::kAssertion, visit);
  for (auto& port : module.exports) {
    if (port.use == Use::kAssertion) visit(port.value, RootName{});
  }
  for (auto& assertion : module.assertions) visit(assertion.holds, RootName{"holds"});
}

// Calls visit(x) once for each of the expressions and of those that they are computed from.
template <class Visit>
void each_within(std::vector<Expr> expressions, Visit visit) {
  std::unordered_set<Expr> seen;
  while (!expressions.empty()) {
    const Expr x = expressions.back();
    expressions.pop_back();
    if (!seen.insert(x).second) continue;
    visit(x);
    expressions.insert(expressions.end(), x->operands.begin(), x->operands.end());
  }
}

// Returns the numbers of the symbols that the expressions read, in order, so that the output does
// not depend on addresses.
inline std::set<unsigned> symbols_in(std::vector<Expr> expressions) {
  std::set<unsigned> symbols;
  each_within(std::move(expressions), [&](Expr x) {
    if (x->op == Op::kSymbol) symbols.insert(x->tag);
  });
  return symbols;
}

// Does the same for a module's roots.
inline std::set<unsigned> used_symbols(const Module& module) {
  std::vector<Expr> roots;
  each_root(module, [&](Expr x) { roots.push_back(x); });
  return symbols_in(std::move(roots));
}

}  // namespace stepc
