// SPDX-License-Identifier: Apache-2.0
// Groups the calls of parts by object, and reads the memories of parts for their owner.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <optional>

#include "hls/stepc/frontend/locations.hpp"
#include "hls/stepc/walk/parts.hpp"

namespace stepc {

namespace {

// Returns the byte of the object that `this` of a call points to; nothing if it is not constant.
std::optional<std::uint64_t> constant_offset(const llvm::Value& pointer, const llvm::Value& object,
                                             const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
  if (base != &object || offset.isNegative()) return std::nullopt;
  return offset.getZExtValue();
}

class Grouper {
 public:
  Grouper(Context& context, Callees& callees) : context_(context), callees_(callees) {}

  void add_calls_of(const CallingFunction& from) {
    llvm::DenseMap<const llvm::Instruction*, unsigned> ranks;
    for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(from.function)) {
      for (const llvm::Instruction& instruction : *block) ranks[&instruction] = rank_++;
    }
    for (llvm::Instruction& instruction : llvm::instructions(*from.function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callees_.role(*callee) != Role::kModule) continue;
      context_.here = location_of(*call);
      try {
        add(from, {call, callee, nullptr, 0, ranks[call], context_.here});
      } catch (const Untranslatable& error) {
        context_.diagnostics.report(error);
      } catch (const FollowsFromError&) {
        continue;  // the part gets no instance
      }
    }
  }

  std::vector<PartGroup> take() { return std::move(groups_); }

 private:
  void add(const CallingFunction& from, PartCall call) {
    const Signature& signature = callees_.signature(*call.callee);
    if (!signature.object) {
      groups_.push_back({nullptr, 0, {call}});
      return;
    }
    call.type = signature.object_type;
    const llvm::Value& object = *call.call->getArgOperand(*signature.object);
    const auto offset = from.object ? constant_offset(object, *from.object, context_.layout) : std::nullopt;
    if (!offset) {
      context_.report("the object of part '" + readable_name(*call.callee) + "' is not a fixed member of the state");
      return;
    }
    call.offset = from.offset + *offset;
    PartGroup group{call.type, call.offset, {call}};
    // Overlapping objects share a group: one is within the other.
    auto home = groups_.end();
    for (auto other = groups_.begin(); other != groups_.end();) {
      if (!overlap(*other, group)) {
        ++other;
      } else if (home == groups_.end()) {
        home = other;
        other = std::next(other);
        join(*home, group);
      } else {
        join(*home, *other);
        other = groups_.erase(other);
      }
    }
    if (home == groups_.end()) groups_.push_back(std::move(group));
  }

  static bool overlap(const PartGroup& a, const PartGroup& b) {
    return a.type && b.type && a.offset < b.offset + used_bytes(*b.type) && b.offset < a.offset + used_bytes(*a.type);
  }

  static void join(PartGroup& home, const PartGroup& other) {
    if (other.type->bytes > home.type->bytes) {
      home.type = other.type;
      home.offset = other.offset;
    }
    home.calls.insert(home.calls.end(), other.calls.begin(), other.calls.end());
  }

  Context& context_;
  Callees& callees_;
  unsigned rank_ = 0;
  std::vector<PartGroup> groups_;
};

// Returns a function with the same parameters that only calls `function`.
llvm::Function& caller_of(llvm::Function& function) {
  const std::string name = function.getName().str() + ".call";
  if (llvm::Function* known = function.getParent()->getFunction(name)) return *known;
  auto* caller = llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::InternalLinkage, name,
                                        function.getParent());
  caller->copyAttributesFrom(&function);
  caller->setSubprogram(function.getSubprogram());
  llvm::IRBuilder<> build(llvm::BasicBlock::Create(function.getContext(), "", caller));
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : caller->args()) arguments.push_back(&argument);
  llvm::CallInst* call = build.CreateCall(&function, arguments);
  call->setAttributes(function.getAttributes());
  if (llvm::DISubprogram* subprogram = function.getSubprogram()) {
    call->setDebugLoc(llvm::DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
  }
  function.getReturnType()->isVoidTy() ? build.CreateRetVoid() : build.CreateRet(call);
  return *caller;
}

}  // namespace

void call_parts_within(Context& context, std::vector<CallingFunction>& functions, Callees& callees) {
  if (functions.size() < 2) return;
  Context scratch(context.module, context.layout, context.diagnostics, context.addresses);
  for (const PartGroup& group : group_part_calls(scratch, functions, callees)) {
    if (!group.type) continue;
    for (CallingFunction& function : functions) {
      const Signature& signature = callees.signature(*function.function);
      const std::uint64_t end = function.offset + used_bytes(*signature.object_type);
      const bool calls_it = std::any_of(group.calls.begin(), group.calls.end(), [&](const PartCall& call) {
        return call.call->getFunction() == function.function;
      });
      const bool is_within = function.offset >= group.offset && end <= group.offset + used_bytes(*group.type);
      if (is_within && !calls_it) {
        llvm::Function& caller = caller_of(*function.function);
        function = {&caller, caller.getArg(*signature.object), function.offset};
      }
    }
  }
}

std::vector<ModuleCode> PartGroup::codes() const {
  std::vector<PartCall> ordered = calls;
  std::sort(ordered.begin(), ordered.end(), [](const PartCall& a, const PartCall& b) { return a.rank < b.rank; });
  std::vector<ModuleCode> codes;
  for (const PartCall& call : ordered) {
    const ModuleCode code{call.callee, call.offset - offset};
    const bool known = std::any_of(codes.begin(), codes.end(), [&](const ModuleCode& other) {
      return other.function == code.function && other.offset == code.offset;
    });
    if (!known) codes.push_back(code);
  }
  return codes;
}

std::vector<PartGroup> group_part_calls(Context& context, const std::vector<CallingFunction>& functions,
                                        Callees& callees) {
  Grouper grouper(context, callees);
  for (const CallingFunction& function : functions) grouper.add_calls_of(function);
  return grouper.take();
}

// Memories of parts that their owner reads.

std::optional<Parts::PartMemory> Parts::memory_at(std::uint64_t byte) const {
  const std::vector<Instance>& instances = context_.module.instances;
  for (unsigned i = 0; i < instances.size(); ++i) {
    if (instances[i].is_stateless() || !instances[i].holds(byte)) continue;
    for (const Leaf& leaf : leaves_of(*instances[i].module->state)) {
      if (leaf.type->is_memory() && instances[i].offset + leaf.offset == byte) return PartMemory{i, leaf};
    }
  }
  return std::nullopt;
}

// Functions of the part that ran earlier in the cycle may have written the word, or requested
// another.
Expr Parts::word_of(const PartMemory& memory, Expr index) {
  Module& module = context_.module;
  const Instance& instance = module.instances[memory.instance];
  const Module& part = *instance.module;
  const Type& type = *memory.leaf.type;
  const unsigned address_width = std::max(1u, llvm::Log2_64_Ceil(type.count));
  const Expr address = index ? context_.build.resize(index, address_width) : nullptr;
  Expr word = module.instance_word(memory.instance, memory.leaf.offset, kNow, address, memory.leaf.width());
  const bool is_own = std::any_of(part.memories.begin(), part.memories.end(),
                                  [&](const MemoryBlock& block) { return block.leaf.offset == memory.leaf.offset; });
  for (unsigned entry = 0; entry < part.entries.size(); ++entry) {
    if (!part.may_change_memory(memory.leaf.offset, entry)) continue;
    const Slot called = slots_[memory.instance][entry].called;
    if (!type.forwards || !is_own) {
      context_.require_unset(called, "memory '" + memory.leaf.path + "' of part '" + instance.name +
                                         "' is read after the part may have written it, or requested a word of it, in "
                                         "the same cycle; read it before");
      continue;
    }
    const Expr after =
        module.instance_word(memory.instance, memory.leaf.offset, Moment{true, entry}, address, word->width);
    word = context_.build.mux(context_.memory.slot(called), after, word);
  }
  return word;
}

}  // namespace stepc
