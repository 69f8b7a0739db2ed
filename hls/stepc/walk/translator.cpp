// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/translator.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "hls/stepc/frontend/locations.hpp"
#include "hls/stepc/walk/walker.hpp"

namespace stepc {
namespace {

// Returns "tick" for OutputPort<Config>::tick.
std::string function_name(const llvm::Function& function) {
  std::string name = readable_name(function);
  std::string plain;
  int depth = 0;  // of template arguments
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0) plain += c;
    if (c == '>') --depth;
  }
  return hardware_name(plain.substr(plain.find_last_of(": ") + 1));
}

// Returns "OutputPort" for methods of OutputPort<Config>, "RuleUnit" for RuleUnit<Config>::route,
// which has no object, and a plain function's own name.
std::string module_name(const std::vector<ModuleCode>& codes, Callees& callees) {
  const Type* object = nullptr;
  for (const ModuleCode& code : codes) {
    const Type* type = callees.signature(*code.function).object_type;
    if (type && (!object || type->bytes > object->bytes)) object = type;
  }
  if (object) return hardware_name(object->name);
  const std::string name = readable_name(*codes[0].function);
  const std::string without_arguments = name.substr(0, name.find('<'));
  return hardware_name(without_arguments.substr(without_arguments.find_last_of(": ") + 1));
}

}  // namespace

std::optional<Role> Translator::role(const llvm::Function& function) const {
  const auto found = program_.roles.find(&function);
  return found == program_.roles.end() ? std::nullopt : std::optional(found->second);
}

const Signature& Translator::signature(const llvm::Function& function) {
  const std::string name = function.getName().str();
  const auto found = signatures_.find(name);
  return found != signatures_.end() ? found->second : signatures_[name] = read_signature(function, types_);
}

// Translates the parts of a function that has failed, to report their own errors too.
void Translator::translate_parts_of(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && role(*callee) == Role::kModule) part({{callee, 0}}, location_of(*call));
  }
}

// `top_name`: empty for a part.
std::unique_ptr<Module> Translator::translate(const std::vector<ModuleCode>& codes, const std::string& top_name) {
  auto module = std::make_unique<Module>();
  module->location = location_of(*codes[0].function);
  module->is_top = !top_name.empty();
  const std::set<Overwrite>& overwrites = overwrites_[key_of(codes)];
  for (const ModuleCode& code : codes) {
    module->source += (module->source.empty() ? "" : ", ") + readable_name(*code.function);
    const std::string name = function_name(*code.function);
    const bool has_prefix = codes.size() > 1 || !overwrites.empty();
    module->entries.push_back({code.function->getName().str(), has_prefix ? name : "", code.offset});
  }
  module->overwrites.assign(overwrites.begin(), overwrites.end());
  try {
    module->name = module->is_top ? top_name : module_name(codes, *this);
    Walker(*this, codes, *module, diagnostics_, addresses_).run();
  } catch (const Untranslatable& error) {
    diagnostics_.report(error);
    module->failed = true;
  } catch (const FollowsFromError&) {
    module->failed = true;
  }
  if (module->failed) {
    for (const ModuleCode& code : codes) translate_parts_of(*code.function);
  }
  return module;
}

Translator::Key Translator::key_of(const std::vector<ModuleCode>& codes) {
  Key key;
  for (const ModuleCode& code : codes) key.emplace_back(code.function, code.offset);
  return key;
}

void Translator::add_overwrite(const Module& part, const Overwrite& overwrite) {
  for (const auto& [key, module] : translated_) {
    if (module == &part && overwrites_[key].insert(overwrite).second) is_complete_ = false;
  }
}

Module& Translator::part(const std::vector<ModuleCode>& codes, const Location& where) {
  const Key key = key_of(codes);
  if (const auto found = translated_.find(key); found != translated_.end()) return *found->second;
  if (!in_progress_.insert(key).second) {
    diagnostics_.report({where, "recursion: part '" + readable_name(*codes[0].function) + "' calls itself"});
    recursive_.failed = true;
    return recursive_;
  }
  design_.modules.push_back(translate(codes, ""));
  in_progress_.erase(key);
  return *(translated_[key] = design_.modules.back().get());
}

void Translator::run(const std::string& name) {
  // The translation repeats if an owner turns out to write registers of a part that has no ports
  // for them.
  do {
    is_complete_ = true;
    translated_.clear();
    design_.modules.clear();
    design_.modules.push_back(translate({{program_.top, 0}}, name));
  } while (!is_complete_ && diagnostics_.empty());
  if (design_.top().failed) return;
  design_.in = design_.top().parameters[0].type;
  design_.out = design_.top().parameters[1].type;
}

}  // namespace stepc
