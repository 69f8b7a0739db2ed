#include "hls/compiler/walk/translator.hpp"

#include <algorithm>

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

Module& Translator::translate(llvm::Function& function, const Location& where) {
  if (const auto found = translated_.find(&function); found != translated_.end()) return *found->second;
  if (!in_progress_.insert(&function).second) {
    throw Untranslatable(where, "recursion: part '" + readable_name(function) + "' calls itself");
  }
  auto module = std::make_unique<Module>();
  module->source = readable_name(function);
  module->location = location_of(function);
  const Signature& signature = signatures_[module.get()] = read_signature(function, types_);
  module->name = module_name(function, signature);
  Walker(*this, function, signature, *module).run();

  in_progress_.erase(&function);
  translated_[&function] = module.get();
  design_.modules.push_back(std::move(module));
  return *design_.modules.back();
}

void Translator::run(const std::string& name) {
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
}

}  // namespace stepc
