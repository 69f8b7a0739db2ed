// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/design/verify.hpp"
#include "hls/stepc/expression/operation.hpp"

namespace stepc {
namespace {

// Returns the width of the object that a symbol stands for; nothing if there is no such object.
std::optional<unsigned> width_of(const Module& module, const Symbol& symbol) {
  const auto leaf_of = [&](const std::vector<Port>& ports, unsigned port) -> std::optional<unsigned> {
    if (port >= ports.size() || symbol.leaf >= ports[port].leaves.size()) return std::nullopt;
    return ports[port].leaves[symbol.leaf].leaf.width();
  };
  const bool is_of_instance = symbol.kind == Symbol::Kind::kInstance || symbol.kind == Symbol::Kind::kInstanceNow ||
                              symbol.kind == Symbol::Kind::kInstanceNext || symbol.kind == Symbol::Kind::kInstanceWord;
  if (is_of_instance && symbol.index >= module.instances.size()) return std::nullopt;
  switch (symbol.kind) {
    case Symbol::Kind::kInput:
      return leaf_of(module.inputs, symbol.index);
    case Symbol::Kind::kRegister:
      if (symbol.index >= module.registers.size()) return std::nullopt;
      return module.registers[symbol.index].leaf.width();
    case Symbol::Kind::kMemoryData:
      if (symbol.index >= module.memories.size() || !module.memories[symbol.index].is_sync()) return std::nullopt;
      return module.memories[symbol.index].leaf.width();
    case Symbol::Kind::kInstance:
      return leaf_of(module.instances[symbol.index].module->outputs, symbol.port);
    case Symbol::Kind::kInstanceNow:
    case Symbol::Kind::kInstanceNext:
      return module.instances[symbol.index].register_width(symbol.offset);
    case Symbol::Kind::kInstanceWord:
      if (symbol.port >= module.instances[symbol.index].reads.size()) return std::nullopt;
      return module.instances[symbol.index].reads[symbol.port].word->width;
    case Symbol::Kind::kWordAddress:
      if (symbol.index >= module.exports.size() || !module.exports[symbol.index].address) return std::nullopt;
      return module.exports[symbol.index].address->width;
    case Symbol::Kind::kParameter:
      if (symbol.index >= module.starts.size()) return std::nullopt;
      return module.starts[symbol.index].value.getBitWidth();
  }
  return std::nullopt;
}

class Checker {
 public:
  Checker(const Module& module, const Complain& complain)
      : module_(module), complain_(complain), seen_(module.build.size()) {}

  void check_all(std::vector<Expr> stack) {
    while (!stack.empty()) {
      const Expr x = stack.back();
      stack.pop_back();
      if (!module_.build.owns(x)) {
        complain_("expression " + std::to_string(x->number), "belongs to another module");
        continue;
      }
      if (seen_[x->number]) continue;
      seen_[x->number] = true;
      check(*x);
      stack.insert(stack.end(), x->operands.begin(), x->operands.end());
    }
  }

 private:
  void fault(const Node& x, const std::string& text) {
    complain_("expression " + std::to_string(x.number) + " (" + operation(x.op).name + ")", text);
  }

  void check(const Node& x) {
    if (x.width == 0 || x.known.getBitWidth() != x.width) return fault(x, "has no width");
    const Operation& row = operation(x.op);
    if (row.operands != Operation::kAnyNumber && x.operands.size() != row.operands) {
      return fault(x, "has " + std::to_string(x.operands.size()) + " operands");
    }
    for (Expr operand : x.operands) {
      if (operand->number >= x.number) fault(x, "comes before its operand");
    }
    if (x.op == Op::kFailed) fault(x, "stands for what could not be translated");
    if (x.is_constant() && !x.known.isConstant()) fault(x, "has unknown bits");
    if (!row.fits(x)) fault(x, "has operands of wrong widths");
    if (x.op == Op::kSymbol) check_symbol(x);
    if (x.op == Op::kMemoryWord) check_word(x);
  }

  void check_symbol(const Node& x) {
    if (x.tag >= module_.symbols.size()) return fault(x, "is no symbol of the module");
    const auto width = width_of(module_, module_.symbols[x.tag]);
    if (!width) {
      fault(x, "stands for nothing");
    } else if (*width != x.width) {
      fault(x, "has " + std::to_string(x.width) + " bits and stands for " + std::to_string(*width));
    }
  }

  void check_word(const Node& x) {
    if (x.tag >= module_.memories.size()) return fault(x, "is of no memory of the module");
    const MemoryBlock& memory = module_.memories[x.tag];
    if (memory.is_sync()) fault(x, "reads a memory with registered read at once");
    if (!memory.is_read) fault(x, "is of a memory that is not read");
    if (x.width != memory.leaf.width() || x.operands[0]->width != memory.address_width()) {
      fault(x, "has not the widths of memory '" + memory.name + "'");
    }
  }

  const Module& module_;
  const Complain& complain_;
  std::vector<bool> seen_;  // by number
};

}  // namespace

void verify_expressions(const Module& module, const std::vector<Expr>& roots, const Complain& complain) {
  Checker(module, complain).check_all(roots);
}

}  // namespace stepc
