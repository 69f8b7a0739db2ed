// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/assertions.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <unordered_map>

#include "hls/stepc/frontend/locations.hpp"
#include "hls/stepc/frontend/pipeline.hpp"
#include "hls/stepc/walk/walker.hpp"

namespace stepc {

namespace {

enum Argument : unsigned { kCondition, kText, kFile, kLine };

// Returns the text of a string literal, and an empty string for any other value.
std::string literal_text(const llvm::Value& value) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value.stripPointerCasts());
  const auto* data =
      global && global->hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer()) : nullptr;
  return data && data->isCString() ? data->getAsCString().str() : "";  // LLVM stores an empty literal as zeros
}

Location place_of(const llvm::CallInst& call) {
  const auto* line = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(kLine));
  return {llvm::sys::path::filename(literal_text(*call.getArgOperand(kFile))).str(),
          line ? static_cast<unsigned>(line->getZExtValue()) : 0};
}

}  // namespace

bool is_assertion(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->getName() == kAssert;
}

void AssertionCalls::find(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !is_assertion(*call)) continue;
    slots_.emplace_back(call, context_.slots.add());
    context_.memory.set_slot(slots_.back().second, context_.build.constant(1, 1));
  }
}

bool AssertionCalls::call(llvm::CallInst& call) {
  if (!is_assertion(call)) return false;
  const auto slot = std::find_if(slots_.begin(), slots_.end(), [&](const auto& x) { return x.first == &call; });
  context_.memory.set_slot(slot->second, values_.number_of(call.getArgOperand(kCondition)));
  return true;
}

void AssertionCalls::finish() {
  for (const auto& [call, slot] : slots_) {
    const Expr holds = context_.slot_value(slot, 1);
    if (holds->is_ones()) continue;
    context_.module.assertions.push_back({holds, literal_text(*call->getArgOperand(kText)), place_of(*call)});
  }
}

namespace {

// Rebuilds expressions of one module in another module with the same interface and state.
class Transplant {
 public:
  Transplant(const Module& from, Module& to) : from_(from), to_(to), first_new_(to.build.size()) {
    for (std::size_t i = 0; i < to.parameters.size(); ++i) {
      for (const unsigned number : to.parameters[i].inputs) {
        const Port& port = to.inputs[number];
        for (const PortLeaf& leaf : port.leaves) {
          inputs_[{i, port.offset + leaf.leaf.offset}] = leaf.always ? leaf.always : leaf.value;
        }
      }
    }
    for (unsigned tag = 0; tag < to.symbols.size(); ++tag) tags_.emplace(key(to.symbols[tag]), tag);
  }

  Expr operator()(Expr x, const Location& where) {
    if (const auto found = done_.find(x); found != done_.end()) return found->second;
    Expr result = nullptr;
    if (x->is_constant()) {
      result = to_.build.constant(x->value());
    } else if (x->op == Op::kSymbol) {
      result = symbol(x, where);
    } else {
      if (x->op == Op::kMemoryWord && !to_.memories[x->tag].is_read) fail_unread(x->tag, where);
      std::vector<Expr> operands;
      operands.reserve(x->operands.size());
      for (Expr operand : x->operands) operands.push_back((*this)(operand, where));
      result = to_.build.with_operands(*x, std::move(operands));
      // Nodes that hardware already uses keep their names.
      if (result->number >= first_new_ && result->name.empty()) result->name = x->name;
    }
    return done_[x] = result;
  }

 private:
  using Key = std::tuple<Symbol::Kind, unsigned, unsigned, unsigned, std::uint64_t, unsigned>;
  static Key key(const Symbol& x) { return {x.kind, x.index, x.leaf, x.port, x.offset, x.entry}; }

  [[noreturn]] void fail_unread(unsigned memory, const Location& where) const {
    throw Untranslatable(where, "the assertion reads memory '" + to_.memories[memory].leaf.path +
                                    "', which nothing else reads: there is no such hardware");
  }

  Expr symbol(Expr x, const Location& where) {
    Symbol symbol = from_.symbols[x->tag];
    switch (symbol.kind) {
      case Symbol::Kind::kInstanceWord:
        return word(symbol, where);
      case Symbol::Kind::kWordAddress:  // of exports, which `from_` does not have
        break;
      case Symbol::Kind::kInput:
        return inputs_.at(place_of(symbol));
      case Symbol::Kind::kRegister:
        return to_.registers[symbol.index].now;
      case Symbol::Kind::kMemoryData:
        if (!to_.memories[symbol.index].is_read) fail_unread(symbol.index, where);
        return to_.memories[symbol.index].data;
      case Symbol::Kind::kInstance: {
        symbol.index = instance(symbol.index, where);
        const auto found = tags_.find(key(symbol));
        return found == tags_.end() ? to_.new_symbol(symbol, x->width) : to_.build.symbol(found->second, x->width);
      }
      case Symbol::Kind::kParameter:  // stands for an input of `to_`
      case Symbol::Kind::kInstanceNow:
      case Symbol::Kind::kInstanceNext:
        break;
    }
    return to_.instance_register(instance(symbol.index, where), symbol.offset, symbol.moment(), x->width);
  }

  // Returns the word if hardware reads it too; throws otherwise.
  Expr word(const Symbol& symbol, const Location& where) {
    const WordRead& wanted = from_.instances[symbol.index].reads[symbol.port];
    const Expr address = wanted.address ? (*this)(wanted.address, where) : nullptr;
    const Instance& part = to_.instances[instance(symbol.index, where)];
    for (const WordRead& read : part.reads) {
      const bool is_it = read.offset == wanted.offset && read.moment == wanted.moment && read.address == address;
      if (is_it && read.is_used) return read.word;
    }
    throw Untranslatable(where, "the assertion reads a memory of part '" + part.name +
                                    "' where nothing else reads it: there is no such hardware");
  }

  // Returns the parameter of `from_` that an input belongs to, and the input's byte offset in it.
  std::pair<std::size_t, std::uint64_t> place_of(const Symbol& input) const {
    const Port& port = from_.inputs[input.index];
    for (std::size_t i = 0; i < from_.parameters.size(); ++i) {
      for (const unsigned number : from_.parameters[i].inputs) {
        if (number == input.index) return {i, port.offset + port.leaves[input.leaf].leaf.offset};
      }
    }
    return {from_.parameters.size(), 0};
  }

  // Finds the instance of the same object in `to_`. Stateless functions match by the order of their
  // calls.
  unsigned instance(unsigned number, const Location& where) const {
    const auto same = [&](const Instance& a, const Instance& b) {
      return a.module == b.module && a.offset == b.offset;
    };
    const Instance& wanted = from_.instances[number];
    std::size_t calls = 0;
    for (unsigned i = 0; i < number && wanted.is_stateless(); ++i) calls += same(from_.instances[i], wanted);
    for (unsigned i = 0; i < to_.instances.size(); ++i) {
      if (same(to_.instances[i], wanted) && calls-- == 0) return i;
    }
    throw Untranslatable(where, "the assertion ticks part '" + wanted.module->source + "', or calls it once more");
  }

  const Module& from_;
  Module& to_;
  std::size_t first_new_;                                         // nodes from this number on are for assertions only
  std::map<std::pair<std::size_t, std::uint64_t>, Expr> inputs_;  // by parameter and byte
  std::map<Key, unsigned> tags_;
  std::unordered_map<Expr, Expr> done_;
};

}  // namespace

std::optional<Role> AssertionTranslator::role(const llvm::Function& function) const {
  const auto found = program_.roles.find(&function);
  return found == program_.roles.end() ? std::nullopt : std::optional(found->second);
}

const Signature& AssertionTranslator::signature(const llvm::Function& function) {
  const auto found = signatures_.find(function.getName().str());
  if (found == signatures_.end()) throw Untranslatable(location_of(function), "an assertion cannot tick a part");
  return found->second;
}

Module& AssertionTranslator::part(const std::vector<ModuleCode>& codes, const Location& where) {
  for (const auto& module : design_.modules) {
    const auto is_same = [](const ModuleCode& code, const Entry& entry) {
      return entry.function == code.function->getName() && entry.offset == code.offset;
    };
    if (std::equal(codes.begin(), codes.end(), module->entries.begin(), module->entries.end(), is_same)) return *module;
  }
  throw Untranslatable(where, "an assertion cannot tick a part");
}

// Functions without a body are skipped: they have no assertions.
void AssertionTranslator::run() {
  for (const auto& module : design_.modules) {
    std::vector<ModuleCode> codes;
    for (const Entry& entry : module->entries) {
      llvm::Function* function = program_.module->getFunction(entry.function);
      if (function && !function->isDeclaration()) codes.push_back({function, entry.offset});
    }
    if (!codes.empty()) translate(codes, *module);
  }
}

void AssertionTranslator::translate(const std::vector<ModuleCode>& codes, Module& module) {
  Module walked;
  walked.is_top = module.is_top;
  walked.name = module.name;
  walked.source = module.source;
  walked.location = module.location;
  for (const Entry& entry : module.entries) walked.entries.push_back({entry.function, entry.name, entry.offset});
  walked.overwrites = module.overwrites;
  try {
    Walker(*this, codes, walked, diagnostics_, Addresses::kAny).run();
  } catch (const Untranslatable& error) {
    diagnostics_.report(error);
  }
  Transplant transplant(walked, module);
  for (const Assertion& assertion : walked.assertions) {
    try {
      const Expr holds = transplant(assertion.holds, assertion.location);
      module.assertions.push_back({holds, assertion.text, assertion.location});
    } catch (const Untranslatable& error) {
      diagnostics_.report(error);
    }
  }
}

}  // namespace stepc
