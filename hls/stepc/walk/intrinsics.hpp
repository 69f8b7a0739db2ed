// SPDX-License-Identifier: Apache-2.0
// Calls that become expressions: LLVM's intrinsic functions, and those of the C library that clang
// and LLVM call. To add an intrinsic: a case in `arithmetic` (intrinsics.cpp), and a use of it in
// tests/tops/intrinsics.cpp.
#pragma once

#include <llvm/IR/Instructions.h>

#include "hls/stepc/walk/accesses.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

// Whether `call` is of an intrinsic that is translatable; if so it has been translated.
bool translate_intrinsic(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call);

bool is_library_call(const llvm::CallInst& call);
// Whether `call` is one; if so it has been translated.
bool translate_library_call(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call);

}  // namespace stepc
