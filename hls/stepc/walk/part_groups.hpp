// The calls of parts in a module, by the objects on which they work.
#pragma once

#include <llvm/IR/Instructions.h>

#include <vector>

#include "hls/stepc/walk/callees.hpp"
#include "hls/stepc/walk/context.hpp"

namespace stepc {

// A function of a module, and its argument that points to an object at byte `offset` of the module's; null: none.
struct CallingFunction {
  llvm::Function* function;
  const llvm::Argument* object;
  std::uint64_t offset = 0;
};

struct PartCall {
  llvm::CallInst* call;
  llvm::Function* callee;
  const Type* type;  // of its object; null for a function without one
  std::uint64_t offset;
  unsigned rank;  // calls that may run one after the other have ascending ranks
  Location where;
};

// An object of the module and the calls on it, or on objects within it. Or one call without an object.
struct PartGroup {
  const Type* type;
  std::uint64_t offset;
  std::vector<PartCall> calls;

  // The functions that are called, in the order in which they run.
  std::vector<ModuleCode> codes() const;
};

// Functions that work on a part within their object only call it: they become functions that do.
void call_parts_within(Context& context, std::vector<CallingFunction>& functions, Callees& callees);

// In the order of the text. Calls on no fixed object are reported and left out.
std::vector<PartGroup> group_part_calls(Context& context, const std::vector<CallingFunction>& functions,
                                        Callees& callees);

}  // namespace stepc
