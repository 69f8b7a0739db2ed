#include "hls/compiler/frontend/locations.hpp"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace stepc {
namespace {

std::string base_name(llvm::StringRef path) { return path.rsplit('/').second.empty() ? path.str() : path.rsplit('/').second.str(); }

}  // namespace

Location location_of(const llvm::DIType& declaration) {
  return {base_name(declaration.getFilename()), declaration.getLine()};
}

Location location_of(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  return subprogram ? Location{base_name(subprogram->getFilename()), subprogram->getLine()} : Location{};
}

Location location_of(const llvm::Instruction& instruction) {
  const llvm::DILocation* place = instruction.getDebugLoc();
  if (place && place->getLine() != 0) return {base_name(place->getFilename()), place->getLine()};
  return location_of(*instruction.getFunction());
}

std::string readable_name(const llvm::Function& function) {
  const std::string demangled = llvm::demangle(function.getName());
  int depth = 0;  // of template arguments, in which a parenthesis does not end the name
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    if (demangled[i] == '<') ++depth;
    if (demangled[i] == '>') --depth;
    if (demangled[i] == '(' && depth == 0 && i > 0) return demangled.substr(0, i);
  }
  return demangled;
}

}  // namespace stepc
