// SPDX-License-Identifier: Apache-2.0
// Settles inputs of parts that are constant in every cycle.
#include <algorithm>
#include <unordered_map>

#include "hls/stepc/design/roots.hpp"
#include "hls/stepc/design/transforms.hpp"

namespace stepc {
namespace {

// An instance, and the module that it is in.
struct InstancePlace {
  Module* owner;
  Instance* instance;
};

// Returns the value that an instance passes if it never changes; nothing otherwise.
std::optional<StartValue> constant_of(const InstancePlace& use, std::size_t argument) {
  const Expr passed = use.instance->arguments[argument];
  if (passed->is_constant()) return StartValue{passed->value(), std::nullopt};
  if (passed->op != Op::kSymbol) return std::nullopt;
  const Symbol& symbol = use.owner->symbols[passed->tag];
  if (symbol.kind != Symbol::Kind::kParameter) return std::nullopt;
  return StartValue{use.owner->starts[symbol.index].value, symbol.index};
}

class Settler {
 public:
  explicit Settler(Module& module) : module_(module) {}

  void run(const std::vector<InstancePlace>& uses) {
    std::size_t argument = 0;
    for (Port& port : module_.inputs) {
      for (PortLeaf& leaf : port.leaves) settle(port, leaf, uses, argument++);
    }
    if (replaced_.empty()) return;
    each_root(module_, [this](Expr& x) { x = rewrite(x); });
  }

 private:
  void settle(const Port& port, PortLeaf& leaf, const std::vector<InstancePlace>& uses, std::size_t argument) {
    std::vector<StartValue> values;
    for (const InstancePlace& use : uses) {
      const auto value = constant_of(use, argument);
      if (!value) return;
      values.push_back(*value);
    }
    const bool is_same = std::all_of(values.begin(), values.end(), [&](const StartValue& other) {
      return !other.of_owner && other.value == values[0].value;
    });
    leaf.always = is_same ? module_.build.constant(values[0].value) : new_parameter(port, leaf, uses, values);
    replaced_.emplace(leaf.value, leaf.always);
  }

  Expr new_parameter(const Port& port, const PortLeaf& leaf, const std::vector<InstancePlace>& uses,
                     const std::vector<StartValue>& values) {
    const auto number = static_cast<unsigned>(module_.starts.size());
    const std::string& member = leaf.leaf.name;
    module_.starts.push_back({member.empty() ? port.name : port.name + "_" + member, 0, values[0].value});
    for (std::size_t i = 0; i < uses.size(); ++i) uses[i].instance->starts.push_back(values[i]);
    return module_.new_symbol({Symbol::Kind::kParameter, number}, leaf.leaf.width());
  }

  Expr rewrite(Expr x) {
    if (const auto found = replaced_.find(x); found != replaced_.end()) return found->second;
    if (x->operands.empty()) return x;
    std::vector<Expr> operands;
    operands.reserve(x->operands.size());
    for (Expr operand : x->operands) operands.push_back(rewrite(operand));
    Expr result = operands == x->operands ? x : module_.build.simplified(*x, operands);
    if (result->name.empty()) result->name = x->name;
    return replaced_[x] = result;
  }

  Module& module_;
  std::unordered_map<Expr, Expr> replaced_;
};

}  // namespace

void settle_constant_inputs(Design& design) {
  for (auto it = design.modules.rbegin(); it != design.modules.rend(); ++it) {  // owners before their parts
    Module& module = **it;
    if (module.is_top) continue;
    std::vector<InstancePlace> uses;
    for (const auto& owner : design.modules) {
      for (Instance& instance : owner->instances) {
        if (instance.module == &module) uses.push_back({owner.get(), &instance});
      }
    }
    if (!uses.empty()) Settler(module).run(uses);
  }
}

}  // namespace stepc
