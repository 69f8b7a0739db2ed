// SPDX-License-Identifier: Apache-2.0
// What stepc itself tells LLVM before its passes, or takes out: HLS_ASSERT, and the bounds of
// arrays.
#pragma once

#include <llvm/IR/Module.h>

namespace stepc {

// The function that is called with condition, text, file and line.
inline constexpr char kAssert[] = "hls_assert";
// The function that answers whether the condition is to be evaluated.
inline constexpr char kAsserting[] = "hls_asserting";

bool has_assertions(const llvm::Module& module);

// Makes the program as if it had no assertions: nothing of a condition is evaluated.
void remove_assertions(llvm::Module& module);
// Makes all conditions be evaluated; calls of kAssert survive LLVM's passes.
void keep_assertions(llvm::Module& module);

// Behind every `array[i]` of an unoptimised program: that i is below the array's length; or equal
// to it where only an address is formed, which may be the end's.
void tell_bounds_of_subscripts(llvm::Module& module);

}  // namespace stepc
