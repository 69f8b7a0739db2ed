// SPDX-License-Identifier: Apache-2.0
// Compiles a C++ source to LLVM IR, with clang-19 as a separate program.
#pragma once

#include <string>
#include <vector>

namespace stepc {

struct Source {
  std::string path;
  std::string top;                       // an expression that names the step function: "step", "Node<Config>::step"
  std::vector<std::string> clang_flags;  // include directories, definitions
  std::string dependency_target;         // the file that depends on the source
  bool is_top_given = false;             // by the user: what is wrong with it is bad use
};

struct CompiledSource {
  std::string bitcode;       // unoptimised, with debug information
  std::string dependencies;  // a rule for make: the target depends on these files
};

// Names of two definitions that the compiled unit adds to the source: a pointer to the top, and a
// function void(void* state, void* out) that default-constructs State and Out where the pointer is
// not null.
inline constexpr char kTopPointer[] = "stepc_top";
inline constexpr char kConstruct[] = "stepc_construct";

// The target that clang compiles for. It settles the layout of the objects, and how functions take
// their parameters (walk/signature.hpp).
inline constexpr char kTarget[] = "x86_64-pc-linux-gnu";

// Returns in one line why stepc cannot run on a host of this triple; empty if it can. The
// constructors of State and Out run on the host, and their objects must have the layout of kTarget.
std::string reason_against_host(const std::string& triple);

// Prints clang's messages about the source to stderr. Throws std::runtime_error if clang fails or
// cannot be run, and on a host that stepc cannot run on; BadUse if the top that the user has given is
// none.
CompiledSource compile_to_bitcode(const Source& source);

// Returns the files in a rule, the target not among them.
std::vector<std::string> prerequisites(const std::string& rule);

}  // namespace stepc
