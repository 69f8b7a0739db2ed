#include "hls/compiler/walk/translator.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

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

// Before the function itself: so they are translated whatever is wrong with it.
void Translator::translate_parts_of(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && role(*callee) == Role::kModule) part(*callee, location_of(*call));
  }
}

// `top_name`: empty for a part.
std::unique_ptr<Module> Translator::translate(llvm::Function& function, const std::string& top_name) {
  auto module = std::make_unique<Module>();
  module->source = readable_name(function);
  module->function = function.getName().str();
  module->location = location_of(function);
  module->is_top = !top_name.empty();
  translate_parts_of(function);
  try {
    const Signature& signature = signatures_[module.get()] = read_signature(function, types_);
    module->name = module->is_top ? top_name : module_name(function, signature);
    Walker(*this, function, signature, *module, diagnostics_, addresses_).run();
  } catch (const Untranslatable& error) {
    diagnostics_.report(error);
    module->failed = true;
  } catch (const FollowsFromError&) {
    module->failed = true;
  }
  return module;
}

Module& Translator::part(llvm::Function& function, const Location& where) {
  if (const auto found = translated_.find(&function); found != translated_.end()) return *found->second;
  if (!in_progress_.insert(&function).second) {
    diagnostics_.report({where, "recursion: part '" + readable_name(function) + "' calls itself"});
    recursive_.failed = true;
    return recursive_;
  }
  design_.modules.push_back(translate(function, ""));
  in_progress_.erase(&function);
  return *(translated_[&function] = design_.modules.back().get());
}

void Translator::run(const std::string& name) {
  design_.modules.push_back(translate(*program_.top, name));
  if (design_.top().failed) return;
  design_.in = design_.top().parameters[0].type;
  design_.out = design_.top().parameters[1].type;
}

}  // namespace stepc
