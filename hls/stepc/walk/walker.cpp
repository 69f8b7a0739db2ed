// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/walker.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>

#include "hls/stepc/frontend/locations.hpp"

namespace stepc {
namespace {

// No correct execution enters an unreachable block: assertions end in one.
bool is_unreachable(const llvm::BasicBlock& block) {
  return llvm::isa<llvm::UnreachableInst>(block.getTerminator());
}

// Returns whether the variable is computed from the value, for example as its complement.
bool computes(const llvm::DIExpression& expression) {
  for (const llvm::DIExpression::ExprOperand& operation : expression.expr_ops()) {
    const auto op = operation.getOp();
    if (op != llvm::dwarf::DW_OP_LLVM_convert && op != llvm::dwarf::DW_OP_stack_value) return true;
  }
  return false;
}

// Strips the zeros above the number: the C++ variable's own bits are left.
Expr significant(Expr x) {
  return x->op == Op::kConcat && x->operands.size() == 2 && x->operands[1]->is_zero() ? x->operands[0] : x;
}

}  // namespace

Walker::Walker(Callees& callees, std::vector<ModuleCode> codes, Module& module, Diagnostics& diagnostics,
               Addresses addresses)
    : codes_(std::move(codes)),
      context_(module, codes_[0].function->getParent()->getDataLayout(), diagnostics, addresses),
      values_(context_),
      accesses_(context_),
      parts_(context_, values_, accesses_, callees),
      memories_(context_, values_, accesses_, parts_),
      assertions_(context_, values_),
      interface_(context_, values_, memories_, parts_, callees, codes_),
      instructions_(callees, context_, values_, accesses_, memories_, parts_, assertions_, interface_) {
  context_.here = location_of(*codes_[0].function);
}

namespace {

std::string reason_against(llvm::Function& function, llvm::DominatorTree& dominators, llvm::LoopInfo& loops,
                           const llvm::Loop& loop) {
  llvm::AssumptionCache assumptions(function);
  const llvm::TargetLibraryInfoImpl library_functions{llvm::Triple(function.getParent()->getTargetTriple())};
  llvm::TargetLibraryInfo library(library_functions);
  llvm::ScalarEvolution evolution(function, library, assumptions, dominators, loops);
  if (const unsigned count = evolution.getSmallConstantTripCount(&loop)) {
    return "it has " + std::to_string(count) + " iterations and may have " + std::to_string(kMostIterations) +
           ": do some of them in each cycle";
  }
  const std::string most = std::to_string(kMostOpenIterations);
  return "its number of iterations is not constant, and no bound of at most " + most + " is found: give it one, `i < " +
         most + " && condition`";
}

}  // namespace

bool Walker::has_loops(llvm::Function& function) {
  dominators_.recalculate(function);
  llvm::LoopInfo loops(dominators_);
  for (const llvm::Loop* loop : loops) {
    context_.here = location_of(*loop);
    context_.report("the loop did not unroll: " + reason_against(function, dominators_, loops, *loop));
  }
  // A cycle that is not a loop for LLVM is entered at several places.
  bool has_others = false;
  for (auto cycle = llvm::scc_begin(&function); !cycle.isAtEnd(); ++cycle) {
    if (!cycle.hasCycle() || loops.getLoopFor(cycle->front())) continue;
    has_others = true;
    context_.here = location_of(*cycle->front()->getTerminator());
    context_.report("a loop that goto enters at several places is not translatable: enter it at its head only");
  }
  return has_others || !loops.empty();
}

void Walker::run() {
  const std::size_t errors_before = context_.diagnostics.count();
  interface_.bind();
  bool loops = false;
  for (const ModuleCode& code : codes_) loops = has_loops(*code.function) || loops;
  if (loops) {
    for (const ModuleCode& code : codes_) check_calls(*code.function);
    return;
  }
  for (const ModuleCode& code : codes_) assertions_.find(*code.function);
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    interface_.begin(i);
    walk_function(*codes_[i].function);
    if (context_.diagnostics.count() > errors_before) return;
    interface_.end(i);
  }
  interface_.finish();
  assertions_.finish();
}

void Walker::walk_function(llvm::Function& function) {
  const std::size_t errors_before = context_.diagnostics.count();
  dominators_.recalculate(function);
  instructions_.begin();
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    if (is_unreachable(*block)) continue;
    enter_block(*block);
    walk_block(*block);
    at_end_[block] = context_.memory;
  }
  if (context_.diagnostics.count() == errors_before && !instructions_.has_returned()) {
    context_.fail("the function never returns");
  }
}

void Walker::check_calls(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    context_.here = location_of(instruction);
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) instructions_.check_call(*call);
  }
}

void Walker::enter_block(const llvm::BasicBlock& block) {
  decision_.reset();
  instructions_.enter(nullptr);
  if (block.isEntryBlock()) return find_facts(block, nullptr);
  const llvm::BasicBlock* dominator = dominators_.getNode(&block)->getIDom()->getBlock();
  context_.here = location_of(*block.getTerminator());
  decision_ = std::make_unique<Decision>(*dominator, block, [this](const llvm::BasicBlock& from, unsigned successor) {
    return branch_condition(from, successor);
  });
  instructions_.enter(decision_.get());
  std::vector<const Memory*> from;
  for (const llvm::BasicBlock* predecessor : decision_->predecessors()) from.push_back(&at_end_[predecessor]);
  context_.memory = Memory::merge(context_.build, *decision_, from);
  find_facts(block, dominator);
}

// Collects the facts at the end of the dominator, and the condition of its branch to this block.
void Walker::find_facts(const llvm::BasicBlock& block, const llvm::BasicBlock* dominator) {
  auto& facts = facts_[&block];
  facts = std::make_unique<Facts>(dominator ? facts_[dominator].get() : nullptr);
  context_.facts = facts.get();
  if (!dominator || block.getUniquePredecessor() != dominator) return;
  const llvm::Instruction* end = dominator->getTerminator();
  const unsigned count = end->getNumSuccessors();
  std::vector<unsigned> here;
  for (unsigned i = 0; i < count; ++i) {
    if (end->getSuccessor(i) == &block) here.push_back(i);
  }
  if (llvm::isa<llvm::BranchInst>(end) && count == 2 && here.size() == 1) {
    facts->add(branch_condition(*dominator, 0), here[0] == 0);
  } else if (llvm::isa<llvm::SwitchInst>(end) && here.size() == 1) {
    const auto* choice = llvm::cast<llvm::SwitchInst>(end);
    const Expr value = values_.number_of(choice->getCondition());
    for (const auto& label : choice->cases()) {
      const bool is_here = here[0] == label.getSuccessorIndex();
      if (here[0] == 0 || is_here) facts->add_equal(value, label.getCaseValue()->getValue(), is_here);
    }
  }
}

Expr Walker::branch_condition(const llvm::BasicBlock& from, unsigned successor) {
  const llvm::Instruction* end = from.getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) return values_.number_of(branch->getCondition());
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end);
  if (!choice) {
    context_.report("this kind of branch is not translatable");
    return context_.build.failed(1);
  }
  const auto* label = (choice->case_begin() + (successor - 1))->getCaseValue();
  return context_.build.equal(values_.number_of(choice->getCondition()), context_.build.constant(label->getValue()));
}

void Walker::walk_block(llvm::BasicBlock& block) {
  for (llvm::Instruction& instruction : block) {
    const auto known = known_location_of(instruction);
    context_.here = location_of(instruction);
    context_.build.set_location(known.value_or(Location{}));
    name_variables(instruction);
    walk(instruction);
    const Expr result = values_.known_number(&instruction);
    if (result && known && !result->location.known()) result->location = *known;
  }
}

// An error ends the translation of its instruction only.
void Walker::walk(llvm::Instruction& instruction) {
  try {
    instructions_.visit(instruction);
  } catch (const Untranslatable& error) {
    if (!follows_from_error(instruction)) context_.diagnostics.report(error);
    values_.set_failed(instruction);
  } catch (const FollowsFromError&) {
    values_.set_failed(instruction);
  }
}

// Returns whether the instruction works on a value that could not be translated.
bool Walker::follows_from_error(const llvm::Instruction& instruction) {
  for (const llvm::Value* operand : instruction.operand_values()) {
    if (values_.is_failed(operand)) return true;
  }
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (!pointer) return false;
  try {
    return accesses_.load(values_.pointer_of(pointer), 1)->failed;
  } catch (const Untranslatable&) {
    return false;
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
    if (!number->location.known()) number->location = location_of(*record.getVariable());
  }
}

}  // namespace stepc
