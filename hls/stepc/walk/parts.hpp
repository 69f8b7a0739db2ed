// SPDX-License-Identifier: Apache-2.0
// Calls that are not inlined: of parts and of memory ports. The calls of parts are grouped by
// object, and each object becomes an instance of its part's module.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "hls/stepc/frontend/pipeline.hpp"
#include "hls/stepc/walk/context.hpp"
#include "hls/stepc/walk/signature.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

// A part or a memory port returns a structure by value in registers, or through the call's first
// argument.

bool returns_by_pointer(const llvm::CallInst& call);

// Gives the call its result, the scalars `leaves` of a type of `bytes` bytes.
void return_word(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call,
                 const std::vector<std::pair<Leaf, Expr>>& leaves, std::uint64_t bytes);

// A function of a module. `object` is its argument that points to an object at byte `offset` of the
// module's object; null if there is none.
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

// The calls on one object of the module and on objects within it; or one call without an object.
struct PartGroup {
  const Type* type;
  std::uint64_t offset;
  std::vector<PartCall> calls;

  // The functions that are called, in the order in which they run.
  std::vector<ModuleCode> codes() const;
};

// Replaces each function that works on a part within the object by a function that only calls it.
void call_parts_within(Context& context, std::vector<CallingFunction>& functions, Callees& callees);

// Returns the groups in the order of the text. Calls on an object that is not fixed are reported
// and left out.
std::vector<PartGroup> group_part_calls(Context& context, const std::vector<CallingFunction>& functions,
                                        Callees& callees);

class Parts {
 public:
  Parts(Context& context, Values& values, Accesses& accesses, Callees& callees)
      : context_(context), values_(values), accesses_(accesses), callees_(callees) {}

  // Before the walk: makes instances of the part objects on which `functions` call parts, and
  // translates their modules. Fields of these objects are not registers of this module.
  void find(const std::vector<CallingFunction>& functions);
  // Must be called once the registers are in storage.
  void begin();
  void call(llvm::CallInst& call);

  // A memory of an instance.
  struct PartMemory {
    unsigned instance;
    Leaf leaf;  // within the part's object
  };
  std::optional<PartMemory> memory_at(std::uint64_t byte) const;
  // Returns a word of the memory at this point; a null index means the word that was requested.
  Expr word_of(const PartMemory& memory, Expr index);
  // After the walk: sets the arguments of the instances.
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
  Region* held_ = nullptr;                      // the parts' registers without the owner's writes
  std::map<const llvm::CallInst*, Target> target_of_call_;
};

// The memories of a module (Ram, ForwardingRam, SyncRam), and the calls of their ports.
class MemoryPorts {
 public:
  MemoryPorts(Context& context, Values& values, Accesses& accesses, Parts& parts)
      : context_(context), values_(values), accesses_(accesses), parts_(parts) {}

  // Adds a memory of the module's object.
  void add(const Leaf& leaf);
  void call(llvm::CallInst& call, Role role);
  // After the walk of each function: records what the functions so far have asked of each memory.
  void end_function();
  // After the walk: sets what drives the ports.
  void finish();

 private:
  void read(llvm::CallInst& call, bool synchronous_data);
  void write(llvm::CallInst& call);
  void request(llvm::CallInst& call);
  Expr index_of(const llvm::CallInst& call, unsigned argument, const Type& memory) const;
  Expr data_of(const MemoryBlock& memory, const MemorySlots& slots) const;
  Expr word_of(unsigned memory, Expr index) const;
  std::vector<std::pair<unsigned, Expr>> memories_at(const Pointer& pointer);
  unsigned memory_at(const Region& region, std::uint64_t offset) const;

  Context& context_;
  Values& values_;
  Accesses& accesses_;
  Parts& parts_;
  std::vector<MemorySlots> slots_;  // by memory
};

}  // namespace stepc
