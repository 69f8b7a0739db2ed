// SPDX-License-Identifier: Apache-2.0
// Applies each LLVM instruction to values and storage. A new instruction needs a visit function
// here and a use in tests/tops/operations.cpp.
//
// Calls of LLVM's intrinsic functions, and of the C library functions that clang and LLVM call,
// become expressions too. A new intrinsic needs a case in `arithmetic` (intrinsics.cpp) and a use
// in tests/tops/intrinsics.cpp.
#pragma once

#include <llvm/IR/InstVisitor.h>

#include "hls/stepc/walk/assertions.hpp"
#include "hls/stepc/walk/decision.hpp"
#include "hls/stepc/walk/interface.hpp"
#include "hls/stepc/walk/parts.hpp"
#include "hls/stepc/walk/values.hpp"

namespace stepc {

class Instructions : public llvm::InstVisitor<Instructions> {
 public:
  Instructions(Callees& callees, Context& context, Values& values, Accesses& accesses, MemoryPorts& memories,
               Parts& parts, AssertionCalls& assertions, Interface& interface)
      : callees_(callees),
        context_(context),
        build_(context.build),
        values_(values),
        accesses_(accesses),
        memories_(memories),
        parts_(parts),
        assertions_(assertions),
        interface_(interface) {}

  // Tells how the block of the following instructions was entered; null for the entry block.
  void enter(const Decision* decision) { decision_ = decision; }
  // Starts another function.
  void begin() { returned_ = false; }
  bool has_returned() const { return returned_; }

  // Reports a call that is not translatable, in a function that cannot be walked.
  void check_call(const llvm::CallInst& call) const;

  // InstVisitor calls these. Instructions without a function of their own go to visitInstruction,
  // which is an error.
  // NOLINTBEGIN(readability-identifier-naming): the names are LLVM's
  void visitBinaryOperator(llvm::BinaryOperator& instruction);
  void visitICmpInst(llvm::ICmpInst& instruction);
  void visitSelectInst(llvm::SelectInst& instruction);
  void visitCastInst(llvm::CastInst& instruction);
  void visitFreezeInst(llvm::FreezeInst& instruction);
  void visitExtractValueInst(llvm::ExtractValueInst& instruction);
  void visitInsertValueInst(llvm::InsertValueInst& instruction);
  void visitPHINode(llvm::PHINode& instruction);
  void visitAllocaInst(llvm::AllocaInst& instruction);
  void visitLoadInst(llvm::LoadInst& instruction);
  void visitStoreInst(llvm::StoreInst& instruction);
  void visitGetElementPtrInst(llvm::GetElementPtrInst& instruction);
  void visitCallInst(llvm::CallInst& instruction);
  void visitBranchInst(llvm::BranchInst&) {}
  void visitSwitchInst(llvm::SwitchInst&) {}
  void visitReturnInst(llvm::ReturnInst& instruction);
  void visitInstruction(llvm::Instruction& instruction);
  // NOLINTEND(readability-identifier-naming)

 private:
  Expr pointer_difference(const llvm::BinaryOperator& operation);
  Expr compare_pointers(const llvm::ICmpInst& comparison, const Pointer& a, const Pointer& b);

  Callees& callees_;
  Context& context_;
  Builder& build_;
  Values& values_;
  Accesses& accesses_;
  MemoryPorts& memories_;
  Parts& parts_;
  AssertionCalls& assertions_;
  Interface& interface_;
  const Decision* decision_ = nullptr;
  bool returned_ = false;
};

// Translates `call` if it is a translatable intrinsic; returns whether it is.
bool translate_intrinsic(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call);

bool is_library_call(const llvm::CallInst& call);
// Translates `call` if it is a library call; returns whether it is.
bool translate_library_call(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call);

}  // namespace stepc
