// SPDX-License-Identifier: Apache-2.0
// Signatures: how functions take their parameters, and the interface to the functions that a walk
// calls.
#pragma once

#include <llvm/IR/Function.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hls/stepc/design/module.hpp"
#include "hls/stepc/frontend/pipeline.hpp"
#include "hls/stepc/frontend/type_reader.hpp"

namespace stepc {

// LLVM functions pass the parameters of C++ functions as on x86-64 System V: structures of up to 16
// bytes by value in one or two integers, larger ones and references by pointer, large results
// through a pointer argument.

struct PassedParameter {
  std::string name;
  Parameter::Passing passing;
  const Type* type;
  std::vector<unsigned> arguments;  // numbers of the LLVM arguments; none for an empty structure
  bool by_pointer = false;
};

struct Signature {
  std::optional<unsigned> object;          // the argument that is `this`
  const Type* object_type = nullptr;       // its class
  std::optional<unsigned> result_pointer;  // the argument through which a large result is returned
  const Type* result = nullptr;            // null: void
  std::vector<PassedParameter> parameters;
};

// `types` reports parameters of types that hardware does not have. Throws Untranslatable if a
// parameter is passed otherwise, and FollowsFromError if such a type leaves that open.
Signature read_signature(const llvm::Function& function, TypeReader& types);

using Signatures = std::map<std::string, Signature>;  // by function, as LLVM names it

// A function that a module runs, on an object at byte `offset` of the module's object.
struct ModuleCode {
  llvm::Function* function;
  std::uint64_t offset = 0;
};

class Callees {
 public:
  virtual ~Callees() = default;

  virtual std::optional<Role> role(const llvm::Function& function) const = 0;
  // Returns the module of a part that runs these functions in this order; `where` is a call.
  virtual Module& part(const std::vector<ModuleCode>& codes, const Location& where) = 0;
  // The owner of this part writes one of the part's registers: `overwrite` has to become a port.
  virtual void add_overwrite(const Module& part, const Overwrite& overwrite) = 0;
  // Throws as read_signature does.
  virtual const Signature& signature(const llvm::Function& function) = 0;
};

}  // namespace stepc
