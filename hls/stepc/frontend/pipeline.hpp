// SPDX-License-Identifier: Apache-2.0
// Runs LLVM's own passes until the step function is loop-free and everything but parts and memory
// ports is inlined. Before them, HLS_ASSERT is kept or removed, and the bounds of arrays are added
// (passes.cpp).
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <set>
#include <string>

namespace stepc {

// The role of a function that is not inlined, from the attributes in hls/types/ram.hpp.
enum class Role {
  kModule,   // a part: a module of its own
  kRead,     // Ram::read
  kWrite,    // Ram::write, SyncRam::write
  kRequest,  // SyncRam::request
  kData,     // SyncRam::data
};

// Loops with more iterations are not unrolled.
inline constexpr unsigned kMostIterations = 65536;
// The same limit for loops that may end early.
inline constexpr unsigned kMostOpenIterations = 64;

struct Program {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  llvm::Function* top = nullptr;
  std::map<const llvm::Function*, Role> roles;
  bool has_assertions = false;  // the source has some, even if they have been removed
};

// The purpose for which a program is prepared.
enum class Purpose {
  kHardware,    // everything but its assertions
  kAssertions,  // functions with assertions; other parts are only declared
};

// Facts that LLVM gets in addition to the program.
enum class Told {
  kNothing,
  kBounds,  // of indexed arrays: passes take longer, but arrays can be told apart
};

// `level` (1 or 2) chooses the LLVM pipeline that prepares the code. The hardware's function does
// not depend on it. `kept`: functions that keep their bodies for kAssertions even without
// assertions.
Program prepare(const std::string& bitcode, unsigned level, Purpose purpose = Purpose::kHardware,
                Told told = Told::kNothing, const std::set<std::string>& kept = {});

// The changes to a program before LLVM's passes; `prepare` makes them.

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
