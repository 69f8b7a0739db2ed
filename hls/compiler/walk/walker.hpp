// Executes one loop-free LLVM function symbolically: every value becomes an expression, every path meets the others in
// multiplexers, and what is left at the return is the module's registers, outputs and memory ports.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstVisitor.h>
#include <llvm/IR/Operator.h>

#include <deque>
#include <vector>

#include "hls/compiler/design/module.hpp"
#include "hls/compiler/frontend/pipeline.hpp"
#include "hls/compiler/walk/memory.hpp"
#include "hls/compiler/walk/pointers.hpp"
#include "hls/compiler/walk/signature.hpp"

namespace stepc {

class Translator;

// What an LLVM value is: a number, a pointer, or (for results of two words) several numbers.
struct Value {
  Expr number = nullptr;
  Pointer pointer;
  std::vector<Expr> members;
};

class Walker : public llvm::InstVisitor<Walker> {
 public:
  Walker(Translator& translator, llvm::Function& function, Module& module);

  // Translates the whole function into the module.
  void run();

  // For InstVisitor: one method per instruction (instructions.cpp, accesses.cpp).
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
  void visitInstruction(llvm::Instruction& instruction);  // everything else: an error

 private:
  // walker.cpp: order and control flow.
  void check_function();
  void enter_block(const llvm::BasicBlock& block);
  void walk_block(llvm::BasicBlock& block);
  Expr branch_condition(const llvm::BasicBlock& from, unsigned successor);
  void name_variables(llvm::Instruction& instruction);
  [[noreturn]] void fail(const std::string& reason) const;

  // values.cpp: operands and results.
  Value value_of(const llvm::Value* value);
  Value value_of_constant(const llvm::Constant& constant);
  Expr number_of(const llvm::Value* value);
  Pointer pointer_of(const llvm::Value* value);
  void set(const llvm::Value& value, Expr number) { values_[&value].number = number; }
  void set(const llvm::Value& value, Pointer pointer) { values_[&value].pointer = std::move(pointer); }
  void set_bytes(const llvm::Value& value, Expr bytes);
  Value choose_value(Expr condition, const Value& yes, const Value& no);
  const Region& region_of_global(const llvm::GlobalVariable& global);

  // interface.cpp: parameters, registers and results.
  void bind_interface();
  void bind_object(const Type& type, const llvm::Argument& argument);
  void bind_top_parameters();
  void bind_parameter(const PassedParameter& parameter);
  void add_ports(std::vector<unsigned>& numbers, bool outputs, const std::string& name, const Type& type);
  void bind_registers(Region& region, const Type& type, bool in_out);
  void bind_input(Region& region, const std::vector<unsigned>& ports);
  void finish_interface();
  void finish_outputs(const Parameter& parameter, const Region* region, Expr bytes);
  Region& new_region(const std::string& name, std::uint64_t bytes, const Type* type);
  void set_initial_leaves(Region& region, std::vector<std::pair<Leaf, Expr>> leaves);

  // parts.cpp: the instances within the object, found before the walk.
  void find_parts();
  bool is_in_part(std::uint64_t offset) const;
  unsigned instance_of(const llvm::CallInst& call, const Location& where);
  void call_part(llvm::CallInst& call);
  std::vector<Expr> part_arguments(const llvm::CallInst& call, const Instance& instance, const Signature& signature);
  void take_part_results(llvm::CallInst& call, unsigned instance, const Signature& signature);
  void check_aliases(const llvm::CallInst& call, const Signature& signature);

  // memory_ports.cpp
  void call_memory_port(llvm::CallInst& call, Role role);
  void read_memory(llvm::CallInst& call, bool synchronous_data);
  void write_memory(llvm::CallInst& call);
  void request_memory(llvm::CallInst& call);
  std::vector<std::pair<const MemoryBlock*, Expr>> memories_at(const Pointer& pointer);
  MemoryBlock& memory_at(const Region& region, std::uint64_t offset);
  void return_word(llvm::CallInst& call, const std::vector<std::pair<Leaf, Expr>>& fields, std::uint64_t bytes);

  // accesses.cpp
  Expr load(const Pointer& pointer, std::uint64_t bytes);
  void store(const Pointer& pointer, Expr value);
  Expr load_leaf(const Pointer& object, const Leaf& leaf);
  void store_leaf(const Pointer& object, const Leaf& leaf, Expr value);
  void copy(const Pointer& to, const Pointer& from, std::uint64_t bytes);
  void fill(const Pointer& to, Expr byte, std::uint64_t bytes);
  void check_fences(const Region& region, std::uint64_t offset, std::uint64_t bytes, bool writes) const;
  Pointer element_pointer(const llvm::GEPOperator& gep);

  // intrinsics.cpp
  bool call_intrinsic(llvm::CallInst& call);
  Expr arithmetic_intrinsic(const llvm::CallInst& call);
  Expr saturating(unsigned intrinsic, Expr a, Expr b);
  bool overflow_intrinsic(llvm::CallInst& call);
  bool memory_intrinsic(llvm::CallInst& call);

  Translator& translator_;
  llvm::Function& function_;
  Module& module_;
  Builder& build_;
  const llvm::DataLayout& layout_;
  Signature signature_;
  llvm::DominatorTree dominators_;

  Location here_;                       // of the instruction that is being translated
  Memory memory_;                       // at that instruction
  std::unique_ptr<Decision> decision_;  // how the present block was entered; null at the entry
  llvm::DenseMap<const llvm::BasicBlock*, Memory> at_end_;
  llvm::DenseMap<const llvm::Value*, Value> values_;
  std::deque<Region> regions_;
  Region* object_ = nullptr;                              // State, or the part's object
  Region* out_ = nullptr;                                 // of a top
  std::vector<std::pair<unsigned, Region*>> references_;  // parameter number and what it refers to
  Region* result_region_ = nullptr;
  Expr result_bytes_ = nullptr;
  std::map<const llvm::GlobalVariable*, const Region*> globals_;
  std::map<const llvm::CallInst*, unsigned> instance_of_call_;
  unsigned slots_ = 0;
  bool returned_ = false;
};

}  // namespace stepc
