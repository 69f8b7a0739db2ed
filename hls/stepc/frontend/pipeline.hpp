// SPDX-License-Identifier: Apache-2.0
// LLVM's own passes, until the step function is loop-free and everything but parts and memory ports
// is inlined.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <set>
#include <string>

namespace stepc {

// What a function that is not inlined stands for; from the attributes that hls/types/ram.hpp gives.
enum class Role {
  kModule,   // a part: a module of its own
  kRead,     // Ram::read
  kWrite,    // Ram::write, SyncRam::write
  kRequest,  // SyncRam::request
  kData,     // SyncRam::data
};

// Loops of more iterations are not unrolled.
inline constexpr unsigned kMostIterations = 65536;
// Likewise, of loops that may end before.
inline constexpr unsigned kMostOpenIterations = 64;

struct Program {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  llvm::Function* top = nullptr;
  std::map<const llvm::Function*, Role> roles;
  bool has_assertions = false;  // the source has; those of hardware have been removed
};

// What to prepare of a program.
enum class Purpose {
  kHardware,    // everything but its assertions
  kAssertions,  // functions with assertions, and what leads to these; other parts are only declared
};

// What LLVM is told beside the program.
enum class Told {
  kNothing,
  kBounds,  // of arrays that are indexed (passes.hpp): costs passes, helps to tell arrays apart
};

// `level` 1 or 2: which of LLVM's pipelines prepares the code. The hardware's function does not
// depend on it. `kept`: functions that keep their bodies for kAssertions too.
Program prepare(const std::string& bitcode, unsigned level, Purpose purpose = Purpose::kHardware,
                Told told = Told::kNothing, const std::set<std::string>& kept = {});

}  // namespace stepc
