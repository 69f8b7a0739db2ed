// What a walk has to know of the functions that are called.
#pragma once

#include <map>
#include <optional>

#include "hls/compiler/design/module.hpp"
#include "hls/compiler/frontend/pipeline.hpp"
#include "hls/compiler/walk/signature.hpp"

namespace stepc {

using Signatures = std::map<const Module*, Signature>;

class Callees {
 public:
  virtual ~Callees() = default;

  virtual std::optional<Role> role(const llvm::Function& function) const = 0;
  // The module of a part; `where` is the call.
  virtual Module& part(llvm::Function& function, const Location& where) = 0;
  virtual const Signature& signature(const Module& part) const = 0;
};

}  // namespace stepc
