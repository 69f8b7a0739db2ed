// SPDX-License-Identifier: Apache-2.0
// Places in the C++ source, from debug information.
#pragma once

#include <optional>

#include "hls/stepc/diagnostics/diagnostics.hpp"

namespace llvm {
class DILocalScope;
class DILocalVariable;
class DIType;
class Function;
class GlobalVariable;
class Instruction;
class Loop;
}  // namespace llvm

namespace stepc {

Location location_of(const llvm::DIType& declaration);
// Returns the line of the function's name.
Location location_of(const llvm::Function& function);
// Returns the innermost source line of the design itself, even if library code is inlined there.
// LLVM does not always know the line, for example for code that it has merged from several lines.
std::optional<Location> known_location_of(const llvm::Instruction& instruction);
// Does the same, but returns the place of the function if the line is not known.
Location location_of(const llvm::Instruction& instruction);
// Returns where a loop begins: the innermost line of the design itself.
Location location_of(const llvm::Loop& loop);
// Returns the line where a local variable is declared.
Location location_of(const llvm::DILocalVariable& variable);

// Returns whether a scope belongs to the C++ library or to hls/types.
bool is_library_code(const llvm::DILocalScope& scope);
// Returns whether a type, or a member of a type, belongs to the C++ library.
bool is_library_code(const llvm::DIType& declaration);

// Returns the demangled name without arguments, for messages: "Queue::tick".
std::string readable_name(const llvm::Function& function);
// Returns the demangled name, a static variable of a function behind its name: "Queue::tick::count".
std::string readable_name(const llvm::GlobalVariable& variable);

}  // namespace stepc
