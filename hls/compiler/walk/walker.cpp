#include "hls/compiler/walk/walker.hpp"

#include <llvm/ADT/PostOrderIterator.h>
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

Walker::Walker(Translator& translator, llvm::Function& function, Module& module)
    : translator_(translator),
      function_(function),
      module_(module),
      build_(module.build),
      layout_(function.getParent()->getDataLayout()),
      dominators_(function),
      here_(location_of(function)) {
}

void Walker::fail(const std::string& reason) const {
  throw Untranslatable(here_, reason);
}

void Walker::check_function() {
  const llvm::LoopInfo loops(dominators_);
  for (const llvm::Loop* loop : loops) {
    const llvm::DebugLoc start = loop->getStartLoc();
    if (start) here_ = location_of(*loop->getHeader()->getFirstNonPHIOrDbg());
    if (start && start.getLine() != 0) here_.line = start.getLine();
    fail("the loop did not unroll: its number of iterations must be a constant");
  }
}

void Walker::run() {
  check_function();
  bind_interface();
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_)) {
    if (is_unreachable(*block)) continue;
    enter_block(*block);
    walk_block(*block);
    at_end_[block] = memory_;
  }
  if (!returned_) fail("the function never returns");
  finish_interface();
}

void Walker::enter_block(const llvm::BasicBlock& block) {
  decision_.reset();
  if (block.isEntryBlock()) return;
  const llvm::BasicBlock* dominator = dominators_.getNode(&block)->getIDom()->getBlock();
  here_ = location_of(*block.getTerminator());
  decision_ = std::make_unique<Decision>(*dominator, block, [this](const llvm::BasicBlock& from, unsigned successor) {
    return branch_condition(from, successor);
  });
  std::vector<const Memory*> from;
  for (const llvm::BasicBlock* predecessor : decision_->predecessors()) from.push_back(&at_end_[predecessor]);
  memory_ = Memory::merge(build_, *decision_, from);
}

Expr Walker::branch_condition(const llvm::BasicBlock& from, unsigned successor) {
  const llvm::Instruction* end = from.getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) return number_of(branch->getCondition());
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end);
  if (!choice) fail("this kind of branch is not translatable");
  const auto* label = (choice->case_begin() + (successor - 1))->getCaseValue();
  return build_.equal(number_of(choice->getCondition()), build_.constant(label->getValue()));
}

void Walker::walk_block(llvm::BasicBlock& block) {
  for (llvm::Instruction& instruction : block) {
    here_ = location_of(instruction);
    build_.set_location(here_);
    name_variables(instruction);
    visit(instruction);
  }
}

// Gives expressions the names of the C++ variables that hold them.
void Walker::name_variables(llvm::Instruction& instruction) {
  for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
    if (!record.isDbgValue() || record.hasArgList() || record.isKillLocation()) continue;
    if (computes(*record.getExpression())) continue;
    if (is_library_code(*record.getVariable()->getScope())) continue;
    const llvm::Value* variable = record.getVariableLocationOp(0);
    const auto value = values_.find(variable);
    if (value == values_.end() || !value->second.number) continue;
    const Expr number = significant(value->second.number);
    if (!number->name.empty() || number->is_constant() || number->op == Op::kSymbol) continue;
    number->name = hardware_name(record.getVariable()->getName().str());
  }
}

void Walker::visitReturnInst(llvm::ReturnInst& instruction) {
  returned_ = true;
  if (instruction.getReturnValue()) {
    const Value value = value_of(instruction.getReturnValue());
    result_bytes_ = value.members.empty() ? value.number : build_.concat(value.members);
  }
}

}  // namespace stepc
