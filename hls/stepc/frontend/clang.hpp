// SPDX-License-Identifier: Apache-2.0
// From a C++ source to LLVM IR, by clang-19 as a program of its own.
#pragma once

#include <string>
#include <vector>

namespace stepc {

struct Source {
  std::string path;
  std::string top;                       // an expression that names the step function: "step", "Node<Config>::step"
  std::vector<std::string> clang_flags;  // include directories, definitions
  std::string dependency_file;           // written when not empty, for the build system
  std::string dependency_target;         // the file that depends on the source
};

// Names of what the compiled unit adds to the source: a pointer to the top, and a function
// void(void* state, void* out) that default-constructs its registers, those of each that is not
// null.
inline constexpr char kTopPointer[] = "stepc_top";
inline constexpr char kConstruct[] = "stepc_construct";

// What clang compiles for: the layout of the objects, and how functions take their parameters
// (walk/signature.hpp).
inline constexpr char kTarget[] = "x86_64-pc-linux-gnu";

// Why stepc cannot run on a host of this triple, in one line; empty where it can. The constructors
// of State and Out run there, and the objects must be those of kTarget.
std::string reason_against_host(const std::string& triple);

// Unoptimised bitcode with debug information. clang writes its own errors to stderr; throws
// std::runtime_error when it fails or cannot be run, and on a host that stepc cannot run on.
std::string compile_to_bitcode(const Source& source);

}  // namespace stepc
