// What a walk has to know of the functions that are called.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hls/stepc/design/module.hpp"
#include "hls/stepc/frontend/pipeline.hpp"
#include "hls/stepc/walk/signature.hpp"

namespace stepc {

using Signatures = std::map<std::string, Signature>;  // by function, as LLVM names it

// A function that a module runs, on an object at byte `offset` of the module's.
struct ModuleCode {
  llvm::Function* function;
  std::uint64_t offset = 0;
};

class Callees {
 public:
  virtual ~Callees() = default;

  virtual std::optional<Role> role(const llvm::Function& function) const = 0;
  // The module of a part that runs these functions in this order; `where` is a call.
  virtual Module& part(const std::vector<ModuleCode>& codes, const Location& where) = 0;
  // The owner of this part writes a register of its: what `overwrite` says has to become a port.
  virtual void add_overwrite(const Module& part, const Overwrite& overwrite) = 0;
  // Throws as read_signature does.
  virtual const Signature& signature(const llvm::Function& function) = 0;
};

}  // namespace stepc
