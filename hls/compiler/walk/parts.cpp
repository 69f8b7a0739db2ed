#include "hls/compiler/walk/parts.hpp"

#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <optional>

#include "hls/compiler/frontend/locations.hpp"
#include "hls/compiler/walk/returned_word.hpp"

namespace stepc {
namespace {

// Where `this` of a call points to within the object; nothing when that is not a constant.
std::optional<std::uint64_t> constant_offset(const llvm::Value& pointer, const llvm::Value& object,
                                             const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
  if (base != &object || offset.isNegative()) return std::nullopt;
  return offset.getZExtValue();
}

// Whether the object of a part has bytes of another's.
bool overlaps(const std::vector<Instance>& instances, const Instance& part) {
  const std::uint64_t end = part.offset + part.module->state->bytes;
  return std::any_of(instances.begin(), instances.end(), [&](const Instance& other) {
    return !other.is_stateless() && part.offset < other.offset + other.module->state->bytes && other.offset < end;
  });
}

std::size_t scalar_count(const std::vector<Port>& ports) {
  std::size_t count = 0;
  for (const Port& port : ports) count += port.leaves.size();
  return count;
}

}  // namespace

void Parts::find(llvm::Function& function, const llvm::Argument* object) {
  Module& module = context_.module;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callees_.role(*callee) != Role::kModule) continue;
    context_.here = location_of(*call);
    Module& part = callees_.part(*callee, context_.here);
    if (part.failed) continue;
    Instance instance;
    instance.module = &part;
    instance.location = context_.here;
    if (part.state) {
      const unsigned argument = callees_.signature(part).object.value();
      const auto offset =
          object ? constant_offset(*call->getArgOperand(argument), *object, context_.layout) : std::nullopt;
      if (!offset) {
        context_.report("the object of part '" + part.source + "' is not a fixed member of the state");
        continue;
      }
      instance.offset = *offset;
      const std::string name = object_at(*module.state, *offset, *part.state).name;
      instance.name = name.empty() ? "base" : name;
    }
    unsigned number = 0;
    const auto same = [&](const Instance& x) { return part.state && x.module == &part && x.offset == instance.offset; };
    while (number < module.instances.size() && !same(module.instances[number])) ++number;
    if (number == module.instances.size() && part.state && overlaps(module.instances, instance)) {
      context_.report("the object of part '" + part.source +
                      "' overlaps that of another part: one part ticks an object");
      continue;
    }
    if (number == module.instances.size()) {
      slots_.emplace_back(context_.slots, scalar_count(part.inputs));
      context_.memory.set_slot(slots_.back().called, context_.build.constant(1, 0));
      module.instances.push_back(instance);
    }
    instance_of_call_[call] = number;
  }
}

std::vector<Expr> Parts::arguments_of(const llvm::CallInst& call, const Module& part, const Signature& signature) {
  Builder& build = context_.build;
  std::vector<Expr> arguments;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const PassedParameter& passed = signature.parameters[i];
    // A value in registers: its bytes.
    std::vector<Expr> words;
    if (!passed.by_pointer) {
      for (const unsigned argument : passed.arguments) {
        const Expr word = values_.number_of(call.getArgOperand(argument));
        const bool last = argument == passed.arguments.back();
        const auto bytes = static_cast<unsigned>(last ? passed.type->bytes - 8 * words.size() : 8);
        words.push_back(build.resize(word, 8 * bytes));
      }
    }
    const Expr value = words.empty() ? nullptr : build.concat(words);
    for (const unsigned number : part.parameters[i].inputs) {
      const Port& port = part.inputs[number];
      for (const PortLeaf& leaf : port.leaves) {
        Leaf at = leaf.leaf;
        at.offset += port.offset;
        arguments.push_back(passed.by_pointer
                                ? accesses_.load_leaf(values_.pointer_of(call.getArgOperand(passed.arguments[0])), at)
                                : build.extract(value, static_cast<unsigned>(8 * at.offset), at.width()));
      }
    }
  }
  return arguments;
}

// In the part, references to the same object would be different ports.
void Parts::check_aliases(const llvm::CallInst& call, const Signature& signature) {
  struct Reference {
    const Region* region;
    std::uint64_t begin;
    std::uint64_t end;
    bool written;
  };
  std::vector<Reference> seen;
  const auto each_target = [&](const Pointer& pointer, std::uint64_t bytes, const auto& visit) {
    visit_targets(context_.build, pointer, context_.access(bytes),
                  [&](const Region& region, std::uint64_t offset, Expr) { visit(region, offset); });
  };
  const auto add = [&](const Pointer& pointer, std::uint64_t bytes, bool written) {
    each_target(pointer, bytes, [&](const Region& region, std::uint64_t offset) {
      for (const Reference& other : seen) {
        if (other.region == &region && offset < other.end && offset + bytes > other.begin &&
            (written || other.written)) {
          context_.fail("two arguments of a part refer to the same object and one of them is written");
        }
      }
    });
    each_target(pointer, bytes, [&](const Region& region, std::uint64_t offset) {
      seen.push_back({&region, offset, offset + bytes, written});
    });
  };
  if (signature.object) {
    add(values_.pointer_of(call.getArgOperand(*signature.object)), signature.object_type->bytes, true);
  }
  for (const PassedParameter& passed : signature.parameters) {
    if (passed.passing == Parameter::Passing::kValue) continue;
    add(values_.pointer_of(call.getArgOperand(passed.arguments[0])), passed.type->bytes,
        passed.passing == Parameter::Passing::kReference);
  }
}

void Parts::take_results(llvm::CallInst& call, unsigned number, const Signature& signature) {
  const Module& part = *context_.module.instances[number].module;
  const auto symbol = [&](unsigned port, unsigned leaf) {
    return context_.module.new_symbol({Symbol::Kind::kInstance, number, leaf, port, 0},
                                      part.outputs[port].leaves[leaf].leaf.width());
  };
  for (std::size_t i = 0; i < part.parameters.size(); ++i) {
    const Parameter& parameter = part.parameters[i];
    const bool is_result = parameter.passing == Parameter::Passing::kResult;
    std::vector<std::pair<Leaf, Expr>> leaves;
    for (const unsigned port : parameter.outputs) {
      for (unsigned leaf = 0; leaf < part.outputs[port].leaves.size(); ++leaf) {
        leaves.emplace_back(part.outputs[port].leaves[leaf].leaf, symbol(port, leaf));
        leaves.back().first.offset += part.outputs[port].offset;
      }
    }
    if (leaves.empty()) continue;
    if (is_result && !signature.result_pointer) {
      return_word(context_, values_, accesses_, call, leaves, signature.result->bytes);
      continue;
    }
    const unsigned argument = is_result ? *signature.result_pointer : signature.parameters[i].arguments[0];
    for (const auto& [leaf, value] : leaves) {
      accesses_.store_leaf(values_.pointer_of(call.getArgOperand(argument)), leaf, value);
    }
  }
}

void Parts::call(llvm::CallInst& call) {
  const auto found = instance_of_call_.find(&call);
  if (found == instance_of_call_.end()) throw FollowsFromError();
  const unsigned number = found->second;
  const Instance& instance = context_.module.instances[number];
  const InstanceSlots& slots = slots_[number];
  const Signature& signature = callees_.signature(*instance.module);
  context_.require_unset(slots.called, "part '" + instance.name + "' may tick twice in one cycle");
  check_aliases(call, signature);
  const std::vector<Expr> arguments = arguments_of(call, *instance.module, signature);
  context_.memory.set_slot(slots.called, context_.build.constant(1, 1));
  for (std::size_t i = 0; i < arguments.size(); ++i) context_.memory.set_slot(slots.arguments[i], arguments[i]);

  // From here on the part's registers hold what they will hold after the clock edge.
  if (!instance.is_stateless()) {
    for (const Leaf& leaf : leaves_of(*instance.module->state)) {
      if (leaf.type->is_memory()) continue;
      const Expr next = context_.module.instance_register(number, leaf.offset, true, leaf.width());
      context_.memory.store(*context_.object, instance.offset + leaf.offset,
                            context_.build.zero_extend(next, static_cast<unsigned>(8 * leaf.bytes())));
    }
  }
  take_results(call, number, signature);
}

void Parts::finish() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    Instance& part = context_.module.instances[i];
    part.called = context_.slot_value(slots_[i].called, 1);
    std::size_t next = 0;
    for (const Port& port : part.module->inputs) {
      for (const PortLeaf& leaf : port.leaves) {
        part.arguments.push_back(context_.slot_value(slots_[i].arguments[next++], leaf.leaf.width()));
      }
    }
  }
}

}  // namespace stepc
