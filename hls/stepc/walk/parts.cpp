// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/parts.hpp"

#include <algorithm>

namespace stepc {
namespace {

// Returns the numbers of the parameters that function number `entry` takes, without its enable.
std::vector<std::size_t> parameters_of(const Module& part, std::size_t entry) {
  const std::size_t last = part.overwrites.empty() ? part.parameters.size() : part.overwrites[0].parameter;
  const std::size_t end = entry + 1 < part.entries.size() ? part.entries[entry + 1].first_parameter : last;
  std::vector<std::size_t> numbers;
  for (std::size_t i = part.entries[entry].first_parameter; i < end; ++i) {
    if (part.entries[entry].enable != i) numbers.push_back(i);
  }
  return numbers;
}

std::size_t scalar_count(const Module& part, const std::vector<std::size_t>& parameters) {
  std::size_t count = 0;
  for (const std::size_t parameter : parameters) {
    for (const unsigned port : part.parameters[parameter].inputs) count += part.inputs[port].leaves.size();
  }
  return count;
}

}  // namespace

void Parts::find(const std::vector<CallingFunction>& functions) {
  for (const PartGroup& group : group_part_calls(context_, functions, callees_)) {
    context_.here = group.calls[0].where;
    try {
      add(group);
    } catch (const Untranslatable& error) {
      context_.diagnostics.report(error);
    }
  }
}

void Parts::add(const PartGroup& group) {
  Module& module = context_.module;
  Module& part = callees_.part(group.codes(), context_.here);
  if (part.failed) return;
  Instance instance;
  instance.module = &part;
  instance.location = context_.here;
  if (part.state) {
    instance.offset = group.offset;
    const std::string name = object_at(*module.state, group.offset, *part.state).name;
    instance.name = name.empty() ? "base" : name;
  }
  const auto number = static_cast<unsigned>(module.instances.size());
  auto& slots = slots_.emplace_back();
  for (std::size_t i = 0; i < part.entries.size(); ++i) {
    slots.emplace_back(context_.slots, scalar_count(part, parameters_of(part, i)));
    context_.memory.set_slot(slots.back().called, context_.build.constant(1, 0));
  }
  auto& overwritten = overwritten_.emplace_back();
  for (std::size_t i = 0; i < part.overwrites.size(); ++i) overwritten.push_back(context_.slots.add());
  module.instances.push_back(instance);
  for (const PartCall& call : group.calls) {
    const auto is_entry = [&](const Entry& entry) {
      return entry.function == call.callee->getName() && entry.offset == call.offset - group.offset;
    };
    const auto entry = std::find_if(part.entries.begin(), part.entries.end(), is_entry);
    target_of_call_[call.call] = {number, static_cast<unsigned>(entry - part.entries.begin())};
  }
}

void Parts::begin() {
  const auto& parts = context_.module.instances;
  if (std::all_of(parts.begin(), parts.end(), [](const Instance& part) { return part.is_stateless(); })) return;
  held_ = &context_.new_region("what the parts hold", context_.object->bytes, nullptr);
  held_->initial = context_.object->initial;
  held_->boundaries = context_.object->boundaries;
}

std::vector<Expr> Parts::arguments_of(const llvm::CallInst& call, const Module& part, const Entry& entry,
                                      const Signature& signature) {
  Builder& build = context_.build;
  std::vector<Expr> arguments;
  const std::vector<std::size_t> numbers = parameters_of(part, static_cast<std::size_t>(&entry - part.entries.data()));
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const PassedParameter& passed = signature.parameters[i];
    // A value that is passed in registers is one number of all its bytes.
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
    for (const unsigned number : part.parameters[numbers[i]].inputs) {
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

// References to one object become separate ports of the part: neither would see a write through the
// other.
void Parts::check_aliases(const llvm::CallInst& call, const Signature& signature) {
  struct Reference {
    const Region* region;
    std::uint64_t begin;
    std::uint64_t end;
    bool written;
  };
  std::vector<Reference> seen;
  const auto each_target = [&](const Pointer& pointer, std::uint64_t bytes, const auto& visit) {
    visit_targets(context_.build, pointer, context_.call_of(bytes),
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

void Parts::take_results(llvm::CallInst& call, Target target, const Signature& signature) {
  const Module& part = *context_.module.instances[target.instance].module;
  const auto symbol = [&](unsigned port, unsigned leaf) {
    return context_.module.new_symbol({Symbol::Kind::kInstance, target.instance, leaf, port, 0},
                                      part.outputs[port].leaves[leaf].leaf.width());
  };
  const std::vector<std::size_t> numbers = parameters_of(part, target.entry);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Parameter& parameter = part.parameters[numbers[i]];
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

// Fails unless each function runs at most once in a cycle, and in the order of the module's
// entries.
void Parts::check_order(const Instance& instance, Target target) const {
  const std::vector<Entry>& entries = instance.module->entries;
  const std::vector<CallSlots>& slots = slots_[target.instance];
  context_.require_unset(slots[target.entry].called, "part '" + instance.name + "' may tick twice in one cycle");
  for (std::size_t later = target.entry + 1; later < entries.size(); ++later) {
    context_.require_unset(slots[later].called, "part '" + instance.name + "': '" + entries[target.entry].name +
                                                    "' runs after '" + entries[later].name +
                                                    "' here and before it elsewhere; call them in one order");
  }
}

// Passes the owner's writes to the part's registers, before function number `entry` or behind the
// last function. A write without a port is reported with add_overwrite, and the part is translated
// again.
void Parts::pass_registers(unsigned number, unsigned entry) {
  const Instance& instance = context_.module.instances[number];
  if (instance.is_stateless()) return;
  const std::vector<Overwrite>& overwrites = instance.module->overwrites;
  for (const Leaf& leaf : leaves_of(*instance.module->state)) {
    if (leaf.type->is_memory()) continue;
    const auto value_in = [&](const Region& region) {
      const Expr bytes = context_.memory.load(context_.build, region, instance.offset + leaf.offset, leaf.bytes());
      return context_.build.truncate(bytes, leaf.width());
    };
    const Expr value = value_in(*context_.object);
    const auto known = std::find_if(overwrites.begin(), overwrites.end(), [&](const Overwrite& overwrite) {
      return overwrite.entry == entry && overwrite.offset == leaf.offset;
    });
    if (known != overwrites.end()) {
      context_.memory.set_slot(overwritten_[number][static_cast<std::size_t>(known - overwrites.begin())], value);
    } else if (!value->failed && value != value_in(*held_)) {
      callees_.add_overwrite(*instance.module, {entry, leaf.offset});
    }
  }
}

// From here on the part's registers hold their values after the function.
void Parts::take_registers(Target target) {
  const Instance& instance = context_.module.instances[target.instance];
  if (instance.is_stateless()) return;
  const bool is_last = target.entry + 1 == instance.module->entries.size();
  const Moment moment = is_last ? kNext : Moment{true, target.entry};
  for (const Leaf& leaf : leaves_of(*instance.module->state)) {
    if (leaf.type->is_memory()) continue;
    const Expr next = context_.module.instance_register(target.instance, leaf.offset, moment, leaf.width());
    const Expr bytes = context_.build.zero_extend(next, static_cast<unsigned>(8 * leaf.bytes()));
    context_.memory.store(*context_.object, instance.offset + leaf.offset, bytes);
    context_.memory.store(*held_, instance.offset + leaf.offset, bytes);
  }
}

void Parts::call(llvm::CallInst& call) {
  const auto found = target_of_call_.find(&call);
  if (found == target_of_call_.end()) throw FollowsFromError();
  const Target target = found->second;
  const Instance& instance = context_.module.instances[target.instance];
  const CallSlots& slots = slots_[target.instance][target.entry];
  const Signature& signature = callees_.signature(*call.getCalledFunction());
  check_order(instance, target);
  check_aliases(call, signature);
  const std::vector<Expr> arguments =
      arguments_of(call, *instance.module, instance.module->entries[target.entry], signature);
  pass_registers(target.instance, target.entry);
  context_.memory.set_slot(slots.called, context_.build.constant(1, 1));
  for (std::size_t i = 0; i < arguments.size(); ++i) context_.memory.set_slot(slots.arguments[i], arguments[i]);
  take_registers(target);
  take_results(call, target, signature);
}

void Parts::finish() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    Instance& part = context_.module.instances[i];
    pass_registers(static_cast<unsigned>(i), static_cast<unsigned>(part.module->entries.size()));
    const bool is_alone = !part.module->has_entry_enables();
    part.called = is_alone ? context_.slot_value(slots_[i][0].called, 1) : context_.build.constant(1, 1);
    for (std::size_t entry = 0; entry < part.module->entries.size(); ++entry) {
      const CallSlots& slots = slots_[i][entry];
      if (!is_alone) part.arguments.push_back(context_.slot_value(slots.called, 1));
      std::size_t next = 0;
      for (const std::size_t parameter : parameters_of(*part.module, entry)) {
        for (const unsigned port : part.module->parameters[parameter].inputs) {
          for (const PortLeaf& leaf : part.module->inputs[port].leaves) {
            part.arguments.push_back(context_.slot_value(slots.arguments[next++], leaf.leaf.width()));
          }
        }
      }
    }
    for (std::size_t overwrite = 0; overwrite < overwritten_[i].size(); ++overwrite) {
      const Parameter& parameter = part.module->parameters[part.module->overwrites[overwrite].parameter];
      part.arguments.push_back(context_.slot_value(overwritten_[i][overwrite], parameter.type->width));
    }
  }
}

}  // namespace stepc
