// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/frontend/locations.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/Path.h>

namespace stepc {
namespace {

std::string base_name(llvm::StringRef path) {
  return llvm::sys::path::filename(path).str();
}

bool is_library_file(llvm::StringRef path) {
  return path.starts_with("/usr/");
}

// Code of the C++ library and of hls/types is library code; its callers are the design.
bool is_library(const llvm::DISubprogram& subprogram) {
  const llvm::StringRef name = subprogram.getLinkageName();
  for (const char* prefix : {"_ZN3hls", "_ZNK3hls", "_ZNSt", "_ZNKSt", "_ZSt"}) {
    if (name.starts_with(prefix)) return true;
  }
  return is_library_file(subprogram.getFilename());
}

std::optional<Location> known_location_of(const llvm::DILocation* place) {
  for (; place; place = place->getInlinedAt()) {
    const bool is_design = !place->getInlinedAt() || !is_library_code(*place->getScope());
    if (is_design && place->getLine() != 0) return Location{base_name(place->getFilename()), place->getLine()};
  }
  return std::nullopt;
}

}  // namespace

bool is_library_code(const llvm::DILocalScope& scope) {
  const llvm::DISubprogram* subprogram = scope.getSubprogram();
  return subprogram && is_library(*subprogram);
}

bool is_library_code(const llvm::DIType& declaration) {
  return is_library_file(declaration.getFilename());
}

Location location_of(const llvm::DIType& declaration) {
  return {base_name(declaration.getFilename()), declaration.getLine()};
}

Location location_of(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  return subprogram ? Location{base_name(subprogram->getFilename()), subprogram->getLine()} : Location{};
}

std::optional<Location> known_location_of(const llvm::Instruction& instruction) {
  return known_location_of(instruction.getDebugLoc().get());
}

Location location_of(const llvm::Instruction& instruction) {
  const auto known = known_location_of(instruction);
  return known ? *known : location_of(*instruction.getFunction());
}

Location location_of(const llvm::Loop& loop) {
  const auto start = known_location_of(loop.getStartLoc().get());
  return start ? *start : location_of(*loop.getHeader()->getTerminator());
}

Location location_of(const llvm::DILocalVariable& variable) {
  return {base_name(variable.getFilename()), variable.getLine()};
}

namespace {

// Returns the demangled name of a function without arguments.
std::string function_name(llvm::StringRef mangled) {
  std::string demangled = llvm::demangle(mangled);
  int depth = 0;  // of template arguments, in which a parenthesis does not end the name
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    if (demangled[i] == '<') ++depth;
    if (demangled[i] == '>') --depth;
    if (demangled[i] == '(' && depth == 0 && i > 0) return demangled.substr(0, i);
  }
  return demangled;
}

}  // namespace

std::string readable_name(const llvm::Function& function) {
  return function_name(function.getName());
}

std::string readable_name(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> described;
  variable.getDebugInfo(described);
  if (described.empty()) return llvm::demangle(variable.getName());
  const llvm::DIGlobalVariable& known = *described[0]->getVariable();
  const auto* scope = llvm::dyn_cast_or_null<llvm::DILocalScope>(known.getScope());
  const llvm::DISubprogram* function = scope ? scope->getSubprogram() : nullptr;
  if (!function) return llvm::demangle(variable.getName());
  const llvm::StringRef name = function->getLinkageName().empty() ? function->getName() : function->getLinkageName();
  return function_name(name) + "::" + known.getName().str();
}

}  // namespace stepc
