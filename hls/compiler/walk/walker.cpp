#include "hls/compiler/walk/walker.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>

#include "hls/compiler/frontend/locations.hpp"

namespace stepc {
namespace {

// A block that no correct execution enters: assertions end in one.
bool is_unreachable(const llvm::BasicBlock& block) {
  return llvm::isa<llvm::UnreachableInst>(block.getTerminator());
}

// Is the variable something else than the value as it is, such as its complement?
bool computes(const llvm::DIExpression& expression) {
  for (const llvm::DIExpression::ExprOperand& operation : expression.expr_ops()) {
    const auto op = operation.getOp();
    if (op != llvm::dwarf::DW_OP_LLVM_convert && op != llvm::dwarf::DW_OP_stack_value) return true;
  }
  return false;
}

// The number without the zeros in front of it: the C++ variable's own bits.
Expr significant(Expr x) {
  return x->op == Op::kConcat && x->operands.size() == 2 && x->operands[1]->is_zero() ? x->operands[0] : x;
}

}  // namespace

Walker::Walker(Callees& callees, llvm::Function& function, const Signature& signature, Module& module)
    : function_(function),
      dominators_(function),
      context_(module, function.getParent()->getDataLayout()),
      values_(context_),
      accesses_(context_),
      memories_(context_, values_, accesses_),
      parts_(context_, values_, accesses_, callees),
      assertions_(context_, values_),
      interface_(context_, values_, memories_, parts_, function, signature),
      instructions_(callees, context_, values_, accesses_, memories_, parts_, assertions_, interface_) {
  context_.here = location_of(function);
}

void Walker::check_loops() {
  const llvm::LoopInfo loops(dominators_);
  for (const llvm::Loop* loop : loops) {
    const llvm::DebugLoc start = loop->getStartLoc();
    if (start) context_.here = location_of(*loop->getHeader()->getFirstNonPHIOrDbg());
    if (start && start.getLine() != 0) context_.here.line = start.getLine();
    context_.fail("the loop did not unroll: its number of iterations must be a constant");
  }
}

void Walker::run() {
  check_loops();
  interface_.bind();
  assertions_.find(function_);
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_)) {
    if (is_unreachable(*block)) continue;
    enter_block(*block);
    walk_block(*block);
    at_end_[block] = context_.memory;
  }
  if (!instructions_.has_returned()) context_.fail("the function never returns");
  interface_.finish();
  assertions_.finish();
}

void Walker::enter_block(const llvm::BasicBlock& block) {
  decision_.reset();
  instructions_.enter(nullptr);
  if (block.isEntryBlock()) return;
  const llvm::BasicBlock* dominator = dominators_.getNode(&block)->getIDom()->getBlock();
  context_.here = location_of(*block.getTerminator());
  decision_ = std::make_unique<Decision>(*dominator, block, [this](const llvm::BasicBlock& from, unsigned successor) {
    return branch_condition(from, successor);
  });
  instructions_.enter(decision_.get());
  std::vector<const Memory*> from;
  for (const llvm::BasicBlock* predecessor : decision_->predecessors()) from.push_back(&at_end_[predecessor]);
  context_.memory = Memory::merge(context_.build, *decision_, from);
}

Expr Walker::branch_condition(const llvm::BasicBlock& from, unsigned successor) {
  const llvm::Instruction* end = from.getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) return values_.number_of(branch->getCondition());
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end);
  if (!choice) context_.fail("this kind of branch is not translatable");
  const auto* label = (choice->case_begin() + (successor - 1))->getCaseValue();
  return context_.build.equal(values_.number_of(choice->getCondition()), context_.build.constant(label->getValue()));
}

void Walker::walk_block(llvm::BasicBlock& block) {
  for (llvm::Instruction& instruction : block) {
    context_.here = location_of(instruction);
    context_.build.set_location(context_.here);
    name_variables(instruction);
    instructions_.visit(instruction);
  }
}

// Gives expressions the names of the C++ variables that hold them.
void Walker::name_variables(llvm::Instruction& instruction) {
  for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
    if (!record.isDbgValue() || record.hasArgList() || record.isKillLocation()) continue;
    if (computes(*record.getExpression())) continue;
    if (is_library_code(*record.getVariable()->getScope())) continue;
    const Expr value = values_.known_number(record.getVariableLocationOp(0));
    if (!value) continue;
    const Expr number = significant(value);
    if (!number->name.empty() || number->is_constant() || number->op == Op::kSymbol) continue;
    number->name = hardware_name(record.getVariable()->getName().str());
  }
}

}  // namespace stepc
