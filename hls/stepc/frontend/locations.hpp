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
class Instruction;
class Loop;
}  // namespace llvm

namespace stepc {

Location location_of(const llvm::DIType& declaration);
// Where the function's name stands.
Location location_of(const llvm::Function& function);
// The innermost source line of the design itself, though library code may be inlined there. LLVM
// does not always know it: of code that it has made of several lines, for example.
std::optional<Location> known_location_of(const llvm::Instruction& instruction);
// Likewise, or the place of the function where the line is not known.
Location location_of(const llvm::Instruction& instruction);
// Where a loop begins: the innermost line of the design itself.
Location location_of(const llvm::Loop& loop);
// Where a local variable is declared.
Location location_of(const llvm::DILocalVariable& variable);

// Whether a scope belongs to the C++ library or to hls/types.
bool is_library_code(const llvm::DILocalScope& scope);
// Likewise a type, or a member of one.
bool is_library_code(const llvm::DIType& declaration);

// "Queue::tick" for a message: demangled, without arguments.
std::string readable_name(const llvm::Function& function);

}  // namespace stepc
