// SPDX-License-Identifier: Apache-2.0
// Executes loop-free LLVM functions symbolically. Every value becomes an expression, and paths meet
// in multiplexers. The storage at the return gives the module's registers, outputs and memory
// ports.
//
// The walker follows the control flow; instructions.hpp translates each instruction, interface.hpp
// makes a module of the functions, and parts.hpp translates calls of parts and memory ports.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Dominators.h>

#include <memory>

#include "hls/stepc/walk/instructions.hpp"

namespace stepc {

class Walker {
 public:
  // `codes`: the function of the module, or several that run one after the other on its object.
  Walker(Callees& callees, std::vector<ModuleCode> codes, Module& module, Diagnostics& diagnostics,
         Addresses addresses);

  // Translates the functions into the module. It reports errors, and still translates everything
  // that does not depend on them. Throws Untranslatable or FollowsFromError if there is not even an
  // interface.
  void run();

 private:
  bool has_loops(llvm::Function& function);
  void check_calls(llvm::Function& function);
  void walk_function(llvm::Function& function);
  void enter_block(const llvm::BasicBlock& block);
  void find_facts(const llvm::BasicBlock& block, const llvm::BasicBlock* dominator);
  void walk_block(llvm::BasicBlock& block);
  void walk(llvm::Instruction& instruction);
  bool follows_from_error(const llvm::Instruction& instruction);
  Expr branch_condition(const llvm::BasicBlock& from, unsigned successor);
  void name_variables(llvm::Instruction& instruction);

  std::vector<ModuleCode> codes_;
  llvm::DominatorTree dominators_;  // of the function that is being walked
  Context context_;
  Values values_;
  Accesses accesses_;
  Parts parts_;
  MemoryPorts memories_;
  AssertionCalls assertions_;
  Interface interface_;
  Instructions instructions_;
  std::unique_ptr<Decision> decision_;  // how the present block was entered; null at the entry
  llvm::DenseMap<const llvm::BasicBlock*, Memory> at_end_;
  llvm::DenseMap<const llvm::BasicBlock*, std::unique_ptr<Facts>> facts_;
};

}  // namespace stepc
