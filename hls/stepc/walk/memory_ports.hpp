// SPDX-License-Identifier: Apache-2.0
// The memories of a module (Ram, ForwardingRam, SyncRam) and the calls of their ports.
#pragma once

#include <llvm/IR/Instructions.h>

#include <utility>
#include <vector>

#include "hls/stepc/frontend/pipeline.hpp"
#include "hls/stepc/walk/accesses.hpp"
#include "hls/stepc/walk/parts.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

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
