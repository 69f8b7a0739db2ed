// How the parameters of a C++ function are passed by the LLVM function (x86-64 System V): structures of up to 16 bytes
// by value in one or two integers, larger ones and references by pointer, large results through a pointer argument.
#pragma once

#include <llvm/IR/Function.h>

#include <optional>
#include <string>
#include <vector>

#include "hls/stepc/design/module.hpp"
#include "hls/stepc/frontend/type_reader.hpp"

namespace stepc {

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

// Parameters of types that hardware does not have are reported by `types`. Throws Untranslatable when a parameter is
// passed otherwise, FollowsFromError when that cannot be told for such a type.
Signature read_signature(const llvm::Function& function, TypeReader& types);

}  // namespace stepc
