// A structure that a part or a memory port returns by value: in registers, or through the call's first argument.
#pragma once

#include <llvm/IR/Instructions.h>

#include <utility>
#include <vector>

#include "hls/stepc/walk/accesses.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

bool returns_by_pointer(const llvm::CallInst& call);

// Gives the call its result: the scalars of a type of `bytes` bytes.
void return_word(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call,
                 const std::vector<std::pair<Leaf, Expr>>& leaves, std::uint64_t bytes);

}  // namespace stepc
