// SPDX-License-Identifier: Apache-2.0
// Calls of parts: by the objects on which they work, and as instances of their modules.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>
#include <vector>

#include "hls/stepc/walk/accesses.hpp"
#include "hls/stepc/walk/context.hpp"
#include "hls/stepc/walk/signature.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

// A function of a module, and its argument that points to an object at byte `offset` of the
// module's; null: none.
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

// An object of the module and the calls on it, or on objects within it. Or one call without an
// object.
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

class Parts {
 public:
  Parts(Context& context, Values& values, Accesses& accesses, Callees& callees)
      : context_(context), values_(values), accesses_(accesses), callees_(callees) {}

  // Before the walk: the objects of the parts that `functions` call become instances, and their
  // modules are translated. Fields of these objects are not registers of this module.
  void find(const std::vector<CallingFunction>& functions);
  // Once the registers are in storage.
  void begin();
  void call(llvm::CallInst& call);

  // A memory of an instance.
  struct PartMemory {
    unsigned instance;
    Leaf leaf;  // within the part's object
  };
  std::optional<PartMemory> memory_at(std::uint64_t byte) const;
  // A word of it as it is at this point; no index: the word that was requested.
  Expr word_of(const PartMemory& memory, Expr index);
  // After the walk: what has been passed to the instances.
  void finish();

 private:
  // A call of function number `entry` of an instance.
  struct Target {
    unsigned instance;
    unsigned entry;
  };

  void add(const PartGroup& group);
  void check_order(const Instance& instance, Target target) const;
  std::vector<Expr> arguments_of(const llvm::CallInst& call, const Module& part, const Entry& entry,
                                 const Signature& signature);
  void pass_registers(unsigned instance, unsigned entry);
  void take_registers(Target target);
  void take_results(llvm::CallInst& call, Target target, const Signature& signature);
  void check_aliases(const llvm::CallInst& call, const Signature& signature);

  Context& context_;
  Values& values_;
  Accesses& accesses_;
  Callees& callees_;
  std::vector<std::vector<CallSlots>> slots_;   // by instance and function
  std::vector<std::vector<Slot>> overwritten_;  // by instance and Module::overwrites
  Region* held_ = nullptr;  // what the parts' registers hold, whatever the owner has written over them
  std::map<const llvm::CallInst*, Target> target_of_call_;
};

}  // namespace stepc
