#include "hls/compiler/walk/translator.hpp"

#include <algorithm>

#include "hls/compiler/design/masked_choice.hpp"
#include "hls/compiler/frontend/locations.hpp"
#include "hls/compiler/walk/walker.hpp"

namespace stepc {
namespace {

// "OutputPort" for a method of OutputPort<Config>, the function's own name for a function.
std::string module_name(const llvm::Function& function, const Signature& signature) {
  if (signature.object_type) return hardware_name(signature.object_type->name);
  const std::string name = readable_name(function);
  const std::string without_arguments = name.substr(0, name.find('<'));
  return hardware_name(without_arguments.substr(without_arguments.find_last_of(": ") + 1));
}

}  // namespace

std::optional<Role> Translator::role(const llvm::Function& function) const {
  const auto found = program_.roles.find(&function);
  return found == program_.roles.end() ? std::nullopt : std::optional(found->second);
}

std::string Translator::unique_name(const std::string& wanted) {
  std::string name = wanted;
  for (unsigned i = 2; !names_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

Module& Translator::translate(llvm::Function& function, const Location& where) {
  if (const auto found = translated_.find(&function); found != translated_.end()) return *found->second;
  if (!in_progress_.insert(&function).second) {
    throw Untranslatable(where, "recursion: part '" + readable_name(function) + "' calls itself");
  }
  auto module = std::make_unique<Module>();
  module->source = readable_name(function);
  module->location = location_of(function);
  const Signature& signature = signatures_[module.get()] = read_signature(function, types_);
  module->name = unique_name(module_name(function, signature));
  Walker(*this, function, signature, *module).run();

  in_progress_.erase(&function);
  translated_[&function] = module.get();
  design_.modules.push_back(std::move(module));
  return *design_.modules.back();
}

void Translator::run(const std::string& name) {
  names_.insert(name);
  auto top = std::make_unique<Module>();
  top->is_top = true;
  top->name = name;
  top->source = readable_name(*program_.top);
  top->location = location_of(*program_.top);
  const Signature& signature = signatures_[top.get()] = read_signature(*program_.top, types_);
  Walker(*this, *program_.top, signature, *top).run();
  design_.in = top->parameters[0].type;
  design_.out = top->parameters[1].type;
  design_.modules.push_back(std::move(top));
  propagate_enables();
  export_registers();
  for (const auto& module : design_.modules) mask_choices(*module);
}

// The parts of a part that may rest rest with it.
void Translator::propagate_enables() {
  for (auto module = design_.modules.rbegin(); module != design_.modules.rend(); ++module) {
    if (!(*module)->has_enable) continue;
    for (Instance& part : (*module)->instances) part.module->has_enable = true;
  }
}

// Registers of parts that their owners read; owners come behind their parts.
void Translator::export_registers() {
  for (auto it = design_.modules.rbegin(); it != design_.modules.rend(); ++it) {
    Module& module = **it;
    for (const unsigned tag : used_symbols(module)) {
      const Symbol symbol = module.symbols[tag];
      if (symbol.kind != Symbol::Kind::kInstanceNow && symbol.kind != Symbol::Kind::kInstanceNext) continue;
      const Instance& part = module.instances[symbol.index];
      const bool is_next = symbol.kind == Symbol::Kind::kInstanceNext;
      if (!part.module->export_register(symbol.offset, is_next)) {
        throw Untranslatable(part.location, "a register of part '" + part.name + "' cannot be read from outside");
      }
    }
  }
}

}  // namespace stepc
