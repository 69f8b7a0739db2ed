// Places in the C++ source, from debug information.
#pragma once

#include "hls/compiler/diagnostics/diagnostics.hpp"

namespace llvm {
class DILocalScope;
class DIType;
class DILocation;
class Function;
class Instruction;
}  // namespace llvm

namespace stepc {

Location location_of(const llvm::DIType& declaration);
// Where the function's name stands.
Location location_of(const llvm::Function& function);
// The innermost source line of the design itself, though library code may be inlined there; the enclosing function's
// when there is none.
Location location_of(const llvm::Instruction& instruction);

// Whether a scope belongs to the C++ library or to hls/types.
bool is_library_code(const llvm::DILocalScope& scope);

// "Queue::tick" for a message: demangled, without arguments.
std::string readable_name(const llvm::Function& function);

}  // namespace stepc
