// Functions of the C library that clang and LLVM call for comparisons of arrays: memcmp and bcmp.
#pragma once

#include <llvm/IR/Instructions.h>

#include "hls/stepc/walk/accesses.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

bool is_library_call(const llvm::CallInst& call);
// Whether `call` is one; if so it has been translated.
bool translate_library_call(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call);

}  // namespace stepc
