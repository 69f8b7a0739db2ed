// SPDX-License-Identifier: Apache-2.0
// Translates a top and the parts that it calls.
#pragma once

#include <set>
#include <string>

#include "hls/stepc/frontend/type_reader.hpp"
#include "hls/stepc/walk/pointers.hpp"
#include "hls/stepc/walk/signature.hpp"

namespace stepc {

class Translator : public Callees {
 public:
  // Modules and types go into `design`, and the signatures of the modules' functions into
  // `signatures`.
  Translator(const Program& program, Design& design, Signatures& signatures, Diagnostics& diagnostics,
             Addresses addresses)
      : program_(program),
        design_(design),
        types_(design.types, diagnostics),
        signatures_(signatures),
        diagnostics_(diagnostics),
        addresses_(addresses) {}

  // Translates the top, whose module is called `name`, and everything below it. After a reported
  // error the design is incomplete. Throws AmbiguousAddress under Addresses::kCertain.
  void run(const std::string& name);

  std::optional<Role> role(const llvm::Function& function) const override;
  // Translates the part when it is called for the first time.
  Module& part(const std::vector<ModuleCode>& codes, const Location& where) override;
  void add_overwrite(const Module& part, const Overwrite& overwrite) override;
  const Signature& signature(const llvm::Function& function) override;

 private:
  std::unique_ptr<Module> translate(const std::vector<ModuleCode>& codes, const std::string& top_name);
  void translate_parts_of(llvm::Function& function);

  // The functions of a module, each with the offset of its object.
  using Key = std::vector<std::pair<const llvm::Function*, std::uint64_t>>;

  static Key key_of(const std::vector<ModuleCode>& codes);

  const Program& program_;
  Design& design_;
  TypeReader types_;
  Signatures& signatures_;
  std::map<Key, Module*> translated_;
  std::map<Key, std::set<Overwrite>> overwrites_;
  bool is_complete_ = false;  // every part has the ports that its owners need
  Diagnostics& diagnostics_;
  Addresses addresses_;
  std::set<Key> in_progress_;
  Module recursive_;  // stands for a part that calls itself
};

}  // namespace stepc
