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
// void(void* state, void* out) that default-constructs its registers.
inline constexpr char kTopPointer[] = "stepc_top";
inline constexpr char kConstruct[] = "stepc_construct";

// Unoptimised bitcode with debug information. clang writes its own errors to stderr; throws std::runtime_error when it
// fails or cannot be run.
std::string compile_to_bitcode(const Source& source);

}  // namespace stepc
