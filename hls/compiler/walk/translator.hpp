// Translates a top and the parts that it calls.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "hls/compiler/design/module.hpp"
#include "hls/compiler/frontend/pipeline.hpp"
#include "hls/compiler/frontend/type_reader.hpp"
#include "hls/compiler/walk/signature.hpp"

namespace stepc {

class Translator {
 public:
  Translator(const Program& program, Design& design) : program_(program), design_(design), types_(design.types) {}

  // The top and everything below it; `name` is the top module's. Throws Untranslatable.
  void run(const std::string& name);

  // The module of a part, translated once. `where` is the call.
  Module& translate(llvm::Function& function, const Location& where);
  const Signature& signature(const Module& module) const { return signatures_.at(&module); }
  std::optional<Role> role(const llvm::Function& function) const;

 private:
  const Program& program_;
  Design& design_;
  TypeReader types_;
  std::map<const llvm::Function*, Module*> translated_;
  std::map<const Module*, Signature> signatures_;
  std::set<const llvm::Function*> in_progress_;
};

}  // namespace stepc
