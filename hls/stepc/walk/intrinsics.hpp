// SPDX-License-Identifier: Apache-2.0
// Translates calls of LLVM's intrinsic functions, and of the C library functions that clang and
// LLVM call, into expressions. A new intrinsic needs a case in `arithmetic` (intrinsics.cpp) and a
// use in tests/tops/intrinsics.cpp.
#pragma once

#include <llvm/IR/Instructions.h>

#include "hls/stepc/walk/accesses.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

// Translates `call` if it is a translatable intrinsic; returns whether it is.
bool translate_intrinsic(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call);

bool is_library_call(const llvm::CallInst& call);
// Translates `call` if it is a library call; returns whether it is.
bool translate_library_call(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call);

}  // namespace stepc
