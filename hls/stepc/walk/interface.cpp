// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/interface.hpp"

#include <algorithm>

namespace stepc {

void Interface::bind() {
  for (const ModuleCode& code : codes_) functions_.emplace_back().signature = &callees_.signature(*code.function);
  if (context_.module.is_top) {
    bind_top();
    return;
  }
  const Type* object = nullptr;
  for (const Bound& bound : functions_) {
    const Type* type = bound.signature->object ? bound.signature->object_type : nullptr;
    if (type && (!object || type->bytes > object->bytes)) object = type;
  }
  if (object) {
    bind_object(*object);
  } else {
    parts_.find({{codes_[0].function, nullptr}});
  }
  for (std::size_t i = 0; i < codes_.size(); ++i) bind_function(i);
  bind_overwrites();
}

void Interface::bind_function(std::size_t number) {
  const ModuleCode& code = codes_[number];
  Bound& bound = functions_[number];
  Entry& entry = context_.module.entries[number];
  entry.first_parameter = static_cast<unsigned>(context_.module.parameters.size());
  if (has_enables()) bind_enable(entry, bound);
  const std::string prefix = has_enables() ? entry.name + "_" : "";
  for (const PassedParameter& parameter : bound.signature->parameters) bind_parameter(parameter, prefix, code, bound);
  if (bound.signature->result) bind_result(prefix, code, bound);
}

// Adds the input that says whether the function runs in this cycle.
void Interface::bind_enable(Entry& entry, Bound& bound) {
  static const Type bit = [] {
    Type type;
    type.bytes = 1;
    type.width = 1;
    return type;
  }();
  entry.enable = entry.first_parameter;
  Parameter parameter{entry.name + "_enable", Parameter::Passing::kValue, &bit, {}, {}};
  parameter.inputs = add_port(false, parameter.name, bit);
  bound.enable = context_.module.inputs[parameter.inputs[0]].leaves[0].value;
  context_.module.parameters.push_back(parameter);
}

// Registers that the owner writes get input ports of their own, behind the ports of the functions.
void Interface::bind_overwrites() {
  Module& module = context_.module;
  for (Overwrite& overwrite : module.overwrites) {
    for (const Leaf& leaf : leaves_of(*module.state)) {
      if (leaf.offset != overwrite.offset || leaf.type->is_memory()) continue;
      const bool is_behind = overwrite.entry == module.entries.size();
      const std::string when = is_behind ? "_at_end" : "_before_" + module.entries[overwrite.entry].name;
      Parameter parameter{leaf.name + when, Parameter::Passing::kValue, leaf.type, {}, {}};
      parameter.inputs = add_port(false, parameter.name, *leaf.type);
      overwrite.parameter = static_cast<unsigned>(module.parameters.size());
      module.parameters.push_back(parameter);
      break;
    }
  }
}

// Stores the values that the owner has written into the registers before function number `entry`.
void Interface::take_overwrites(std::size_t entry) {
  const Module& module = context_.module;
  for (const Overwrite& overwrite : module.overwrites) {
    if (overwrite.entry != entry) continue;
    const Parameter& parameter = module.parameters[overwrite.parameter];
    const Expr value = module.inputs[parameter.inputs[0]].leaves[0].value;
    const auto bytes = static_cast<unsigned>(parameter.type->bytes);
    context_.memory.store(*context_.object, overwrite.offset, context_.build.zero_extend(value, 8 * bytes));
  }
}

void Interface::bind_top() {
  const Signature& signature = *functions_[0].signature;
  const auto& parameters = signature.parameters;
  const bool step = parameters.size() == 3 && parameters[0].passing == Parameter::Passing::kReference &&
                    parameters[1].passing == Parameter::Passing::kConstReference &&
                    parameters[2].passing == Parameter::Passing::kReference && !signature.result;
  if (!step) context_.fail("a top must be void step(State&, const In&, Out&)");

  const auto argument = [&](unsigned i) { return codes_[0].function->getArg(parameters[i].arguments[0]); };
  bind_object(*parameters[0].type);

  Parameter in{"", Parameter::Passing::kConstReference, parameters[1].type, {}, {}};
  Parameter out{"", Parameter::Passing::kReference, parameters[2].type, {}, {}};
  if (in.type->kind != Type::Kind::kStructure || out.type->kind != Type::Kind::kStructure) {
    context_.fail("In and Out must be structures");
  }
  in.inputs = add_field_ports(false, *in.type);
  out.outputs = add_field_ports(true, *out.type);

  Region& in_region = context_.new_region("the inputs", in.type->bytes, in.type);
  in_region.read_only = true;
  bind_input(in_region, in.inputs);
  values_.set(*argument(1), pointer_to(in_region, 0));
  out_ = &context_.new_region("the outputs", out.type->bytes, out.type);
  bind_registers(*out_, *out.type, true);
  values_.set(*argument(2), pointer_to(*out_, 0));
  context_.module.parameters = {in, out};
}

void Interface::bind_object(const Type& type) {
  context_.module.state = &type;
  context_.object = &context_.new_region("the state", type.bytes, &type);
  std::vector<CallingFunction> functions;
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    const unsigned argument = context_.module.is_top ? 0 : functions_[i].signature->object.value();
    functions.push_back({codes_[i].function, codes_[i].function->getArg(argument), codes_[i].offset});
  }
  call_parts_within(context_, functions, callees_);
  for (std::size_t i = 0; i < codes_.size(); ++i) codes_[i].function = functions[i].function;
  parts_.find(functions);
  bind_registers(*context_.object, type, false);
  parts_.begin();
  for (const CallingFunction& function : functions) {
    values_.set(*function.object, pointer_to(*context_.object, static_cast<std::int64_t>(function.offset)));
  }
}

void Interface::bind_parameter(const PassedParameter& passed, const std::string& prefix, const ModuleCode& code,
                               Bound& bound) {
  const std::string name = prefix + passed.name;
  Parameter parameter{name, passed.passing, passed.type, {}, {}};
  const bool is_output = passed.passing == Parameter::Passing::kReference;
  parameter.inputs = add_port(false, is_output ? name + "_before" : name, *passed.type);
  if (is_output) parameter.outputs = add_port(true, name, *passed.type);

  Region& region = context_.new_region("'" + passed.name + "'", passed.type->bytes, passed.type);
  region.read_only = passed.passing == Parameter::Passing::kConstReference;
  bind_input(region, parameter.inputs);
  if (passed.by_pointer) {
    values_.set(*code.function->getArg(passed.arguments[0]), pointer_to(region, 0));
  } else {
    for (std::size_t i = 0; i < passed.arguments.size(); ++i) {
      const std::uint64_t bytes = std::min<std::uint64_t>(8, passed.type->bytes - 8 * i);
      values_.set_bytes(*code.function->getArg(passed.arguments[i]),
                        context_.memory.load(context_.build, region, 8 * i, bytes));
    }
  }
  if (is_output) bound.references.emplace_back(static_cast<unsigned>(context_.module.parameters.size()), &region);
  context_.module.parameters.push_back(parameter);
}

void Interface::bind_result(const std::string& prefix, const ModuleCode& code, Bound& bound) {
  const Signature& signature = *bound.signature;
  Parameter result{prefix + "result", Parameter::Passing::kResult, signature.result, {}, {}};
  result.outputs = add_port(true, result.name, *signature.result);
  bound.result = static_cast<unsigned>(context_.module.parameters.size());
  context_.module.parameters.push_back(result);
  if (signature.result_pointer) {
    bound.result_region = &context_.new_region("the result", signature.result->bytes, signature.result);
    values_.set(*code.function->getArg(*signature.result_pointer), pointer_to(*bound.result_region, 0));
  }
}

void Interface::begin(std::size_t code) {
  walked_ = code;
  if (!has_enables()) return;
  functions_[code].before = context_.memory;
  take_overwrites(code);
}

// Ends a function. Where it has an enable, its outputs are set here, and its storage is merged with
// the storage before it.
void Interface::end(std::size_t code) {
  if (has_enables()) {
    finish_function(functions_[code]);
    const Memory after = context_.memory;
    context_.memory =
        Memory::merge(context_.build, Decision(functions_[code].enable), {&after, &functions_[code].before});
  }
  memories_.end_function();
  if (!context_.module.is_top && context_.module.state) keep_values_after(code);
}

// Keeps register values after a function for an owner that reads them. After the last function,
// Register::next gives the module's own registers; the registers of its parts are kept, since the
// module may have overwritten them.
void Interface::keep_values_after(std::size_t code) {
  const bool is_end = code + 1 == codes_.size() && context_.module.overwrites.empty();
  for (const Leaf& leaf : leaves_of(*context_.module.state)) {
    if (leaf.type->is_memory() || (is_end && !context_.module.instance_with(leaf.offset))) continue;
    const Expr value = context_.memory.load(context_.build, *context_.object, leaf.offset, leaf.bytes());
    context_.module.set_value_after(static_cast<unsigned>(code), leaf.offset,
                                    context_.build.truncate(value, leaf.width()));
  }
}

void Interface::finish_function(const Bound& bound) {
  for (const auto& [number, region] : bound.references) {
    finish_outputs(context_.module.parameters[number], region, nullptr);
  }
  if (bound.result && (bound.result_region || bound.result_bytes)) {
    finish_outputs(context_.module.parameters[*bound.result], bound.result_region, bound.result_bytes);
  }
}

void Interface::finish() {
  take_overwrites(codes_.size());
  finish_registers();
  if (!has_enables()) finish_function(functions_[0]);
  if (context_.module.is_top) show_registers();
  memories_.finish();
  parts_.finish();
}

}  // namespace stepc
