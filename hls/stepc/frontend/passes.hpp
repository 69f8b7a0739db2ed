// SPDX-License-Identifier: Apache-2.0
// Changes to a program before LLVM's passes: HLS_ASSERT is kept or removed, and the bounds of
// arrays are told.
#pragma once

#include <llvm/IR/Module.h>

namespace stepc {

// HLS_ASSERT calls this function with condition, text, file and line.
inline constexpr char kAssert[] = "hls_assert";
// This function tells whether the condition is to be evaluated.
inline constexpr char kAsserting[] = "hls_asserting";

bool has_assertions(const llvm::Module& module);

// Removes assertions from the program: nothing of a condition is evaluated.
void remove_assertions(llvm::Module& module);
// Keeps assertions: every condition is evaluated, and calls of kAssert survive LLVM's passes.
void keep_assertions(llvm::Module& module);

// Adds an assumption behind every `array[i]` of an unoptimised program: i is below the array's
// length. Where only an address is formed, i may equal the length, since the address may be the
// end's.
void tell_bounds_of_subscripts(llvm::Module& module);

}  // namespace stepc
