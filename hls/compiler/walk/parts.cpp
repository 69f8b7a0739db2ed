// Calls of parts: instances of their modules.
#include <llvm/IR/InstIterator.h>

#include "hls/compiler/frontend/locations.hpp"
#include "hls/compiler/walk/translator.hpp"
#include "hls/compiler/walk/walker.hpp"

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

// The name of the member at `offset` whose type is the part's.
std::string member_name(const Type& type, std::uint64_t offset, const Type& part) {
  if (type.kind == Type::Kind::kArray) {
    const std::uint64_t i = offset / type.element->bytes;
    if (type.element == &part) return "_" + std::to_string(i);
    return "_" + std::to_string(i) + member_name(*type.element, offset % type.element->bytes, part);
  }
  for (const Field& field : type.fields) {
    if (offset < field.offset || offset >= field.offset + field.type->bytes) continue;
    const std::string name = "_" + hardware_name(field.name);
    return field.type == &part && offset == field.offset ? name
                                                         : name + member_name(*field.type, offset - field.offset, part);
  }
  return "";
}

std::string instance_name(const Type& state, std::uint64_t offset, const Type& part) {
  const std::string name = member_name(state, offset, part);
  return name.empty() ? "base" : name.substr(1);
}

// Slots of an instance: called, and one for each scalar of the inputs.
unsigned slot_count(const Module& module) {
  unsigned count = 1;
  for (const Port& port : module.inputs) count += static_cast<unsigned>(port.leaves.size());
  return count;
}

}  // namespace

// Objects whose tick is called: their fields are not registers of this module.
void Walker::find_parts() {
  const unsigned object_argument = module_.is_top ? 0 : signature_.object.value_or(0);
  for (llvm::Instruction& instruction : llvm::instructions(function_)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || translator_.role(*callee) != Role::kModule) continue;
    here_ = location_of(*call);
    Module& part = translator_.translate(*callee, here_);
    Instance instance;
    instance.module = &part;
    instance.location = here_;
    if (part.state) {
      const unsigned object = translator_.signature(part).object.value();
      const auto offset =
          object_ ? constant_offset(*call->getArgOperand(object), *function_.getArg(object_argument), layout_)
                  : std::nullopt;
      if (!offset) fail("the object of part '" + part.source + "' is not a fixed member of the state");
      instance.offset = *offset;
      instance.name = instance_name(*object_->type, *offset, *part.state);
    } else {
      instance.name = part.name + "_" + std::to_string(module_.instances.size());
    }
    unsigned number = 0;
    const auto same = [&](const Instance& x) { return part.state && x.module == &part && x.offset == instance.offset; };
    while (number < module_.instances.size() && !same(module_.instances[number])) ++number;
    if (number == module_.instances.size()) {
      instance.slots = slots_;
      slots_ += slot_count(part);
      memory_.set_slot(instance.slots, build_.constant(1, 0));
      module_.instances.push_back(instance);
    }
    instance_of_call_[call] = number;
  }
}

bool Walker::is_in_part(std::uint64_t offset) const {
  for (const Instance& part : module_.instances) {
    if (!part.is_stateless() && part.holds(offset)) return true;
  }
  return false;
}

std::vector<Expr> Walker::part_arguments(const llvm::CallInst& call, const Instance& instance,
                                         const Signature& signature) {
  std::vector<Expr> arguments;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const PassedParameter& passed = signature.parameters[i];
    const Parameter& parameter = instance.module->parameters[i];
    // A value in registers: its bytes.
    std::vector<Expr> words;
    if (!passed.by_pointer) {
      for (const unsigned argument : passed.arguments) {
        const Expr word = number_of(call.getArgOperand(argument));
        const bool last = argument == passed.arguments.back();
        const auto bytes = static_cast<unsigned>(last ? passed.type->bytes - 8 * words.size() : 8);
        words.push_back(build_.resize(word, 8 * bytes));
      }
    }
    const Expr value = words.empty() ? nullptr : build_.concat(words);
    for (const unsigned number : parameter.inputs) {
      const Port& port = instance.module->inputs[number];
      for (const PortLeaf& leaf : port.leaves) {
        Leaf at = leaf.leaf;
        at.offset += port.offset;
        arguments.push_back(passed.by_pointer
                                ? load_leaf(pointer_of(call.getArgOperand(passed.arguments[0])), at)
                                : build_.extract(value, static_cast<unsigned>(8 * at.offset), at.width()));
      }
    }
  }
  return arguments;
}

// In the part, references to the same object would be different ports.
void Walker::check_aliases(const llvm::CallInst& call, const Signature& signature) {
  struct Reference {
    const Region* region;
    std::uint64_t begin;
    std::uint64_t end;
    bool written;
  };
  std::vector<Reference> seen;
  const auto add = [&](const Pointer& pointer, std::uint64_t bytes, bool written) {
    visit_targets(build_, pointer, bytes, here_, [&](const Region& region, std::uint64_t offset, Expr) {
      for (const Reference& other : seen) {
        if (other.region == &region && offset < other.end && offset + bytes > other.begin &&
            (written || other.written)) {
          fail("two arguments of a part refer to the same object and one of them is written");
        }
      }
    });
    visit_targets(build_, pointer, bytes, here_, [&](const Region& region, std::uint64_t offset, Expr) {
      seen.push_back({&region, offset, offset + bytes, written});
    });
  };
  if (signature.object) add(pointer_of(call.getArgOperand(*signature.object)), signature.object_type->bytes, true);
  for (const PassedParameter& passed : signature.parameters) {
    if (passed.passing == Parameter::Passing::kValue) continue;
    add(pointer_of(call.getArgOperand(passed.arguments[0])), passed.type->bytes,
        passed.passing == Parameter::Passing::kReference);
  }
}

void Walker::take_part_results(llvm::CallInst& call, unsigned number, const Signature& signature) {
  const Module& part = *module_.instances[number].module;
  const auto symbol = [&](unsigned port, unsigned leaf) {
    return module_.new_symbol({Symbol::Kind::kInstance, number, leaf, port, 0},
                              part.outputs[port].leaves[leaf].leaf.width());
  };
  for (std::size_t i = 0; i < part.parameters.size(); ++i) {
    const Parameter& parameter = part.parameters[i];
    const bool is_result = parameter.passing == Parameter::Passing::kResult;
    std::vector<std::pair<Leaf, Expr>> values;
    for (const unsigned port : parameter.outputs) {
      for (unsigned leaf = 0; leaf < part.outputs[port].leaves.size(); ++leaf) {
        values.emplace_back(part.outputs[port].leaves[leaf].leaf, symbol(port, leaf));
        values.back().first.offset += part.outputs[port].offset;
      }
    }
    if (values.empty()) continue;
    if (is_result && !signature.result_pointer) {
      return_word(call, values, signature.result->bytes);
      continue;
    }
    const unsigned argument = is_result ? *signature.result_pointer : signature.parameters[i].arguments[0];
    for (const auto& [leaf, value] : values) store_leaf(pointer_of(call.getArgOperand(argument)), leaf, value);
  }
}

void Walker::call_part(llvm::CallInst& call) {
  const unsigned number = instance_of_call_.at(&call);
  Instance& instance = module_.instances[number];
  const Signature& signature = translator_.signature(*instance.module);
  if (!memory_.slot(instance.slots)->is_zero()) {
    fail("part '" + instance.name + "' may tick twice in one cycle");
  }
  check_aliases(call, signature);
  const std::vector<Expr> arguments = part_arguments(call, instance, signature);
  memory_.set_slot(instance.slots, build_.constant(1, 1));
  for (unsigned i = 0; i < arguments.size(); ++i) memory_.set_slot(instance.slots + 1 + i, arguments[i]);

  // From here on the part's registers hold what they will hold after the clock edge.
  if (!instance.is_stateless()) {
    for (const Leaf& leaf : leaves_of(*instance.module->state)) {
      if (leaf.type->is_memory()) continue;
      const Expr next = module_.instance_register(number, leaf.offset, true, leaf.width());
      memory_.store(*object_, instance.offset + leaf.offset,
                    build_.zero_extend(next, static_cast<unsigned>(8 * leaf.bytes())));
    }
  }
  take_part_results(call, number, signature);
}

}  // namespace stepc
