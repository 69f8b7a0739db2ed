// The module's interface: parameters become ports, the object's fields become registers.
#include <algorithm>

#include "hls/compiler/frontend/locations.hpp"
#include "hls/compiler/walk/translator.hpp"
#include "hls/compiler/walk/walker.hpp"

namespace stepc {
namespace {

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + "_" + b;
}

// Scalars and structures of a type, each a port; arrays are taken apart.
void split_into_ports(const Type& type, Port at, std::vector<Port>& ports) {
  if (type.kind == Type::Kind::kArray) {
    for (std::uint64_t i = 0; i < type.count; ++i) {
      Port element = at;
      element.name = joined(at.name, std::to_string(i));
      element.path += "[" + std::to_string(i) + "]";
      element.offset += i * type.element->bytes;
      split_into_ports(*type.element, element, ports);
    }
  } else if (type.width > 0) {
    at.type = &type;
    ports.push_back(at);
  }
}

}  // namespace

void Walker::set_initial_leaves(Region& region, std::vector<std::pair<Leaf, Expr>> leaves) {
  std::sort(leaves.begin(), leaves.end(), [](const auto& a, const auto& b) { return a.first.offset < b.first.offset; });
  for (const auto& [leaf, value] : leaves) {
    region.boundaries.push_back(leaf.offset);
    region.boundaries.push_back(leaf.offset + leaf.bytes());
  }
  region.boundaries.erase(std::unique(region.boundaries.begin(), region.boundaries.end()), region.boundaries.end());
  region.initial = [this, leaves = std::move(leaves)](std::uint64_t byte) {
    const auto behind = std::upper_bound(leaves.begin(), leaves.end(), byte,
                                         [](std::uint64_t at, const auto& leaf) { return at < leaf.first.offset; });
    if (behind == leaves.begin()) return Cell{};
    const auto& [leaf, value] = *std::prev(behind);
    if (!value || byte >= leaf.offset + leaf.bytes()) return Cell{};  // padding
    const auto width = static_cast<unsigned>(8 * leaf.bytes());
    return Cell{build_.zero_extend(value, width), static_cast<unsigned>(byte - leaf.offset)};
  };
}

void Walker::add_ports(std::vector<unsigned>& numbers, bool outputs, const std::string& name, const Type& type) {
  std::vector<Port> ports;
  split_into_ports(type, {name, "", outputs, true, nullptr, 0, {}}, ports);
  std::vector<Port>& all = outputs ? module_.outputs : module_.inputs;
  for (Port& port : ports) {
    const auto number = static_cast<unsigned>(all.size());
    numbers.push_back(number);
    for (const Leaf& leaf : leaves_of(*port.type, here_)) {
      if (leaf.type->is_memory()) fail("a memory cannot be passed to a part: make it a member");
      const auto index = static_cast<unsigned>(port.leaves.size());
      const Symbol symbol{Symbol::Kind::kInput, number, index, 0, 0};
      port.leaves.push_back({leaf, outputs ? nullptr : module_.new_symbol(symbol, leaf.width())});
    }
    all.push_back(std::move(port));
  }
}

void Walker::bind_input(Region& region, const std::vector<unsigned>& ports) {
  std::vector<std::pair<Leaf, Expr>> leaves;
  for (const unsigned number : ports) {
    const Port& port = module_.inputs[number];
    for (const PortLeaf& leaf : port.leaves) {
      leaves.emplace_back(leaf.leaf, leaf.value);
      leaves.back().first.offset += port.offset;
    }
  }
  set_initial_leaves(region, std::move(leaves));
}

// Fields of State, of Out, or of a part's object.
void Walker::bind_registers(Region& region, const Type& type, bool in_out) {
  std::vector<std::pair<Leaf, Expr>> leaves;
  for (const Leaf& leaf : leaves_of(type, here_)) {
    if (in_out && leaf.type->is_memory()) fail("a memory in Out: it is not a register");
    if (leaf.type->is_memory()) {
      region.fences.push_back({leaf.offset, leaf.offset + leaf.bytes(), false,
                               "memory '" + leaf.path + "' is accessed other than through its ports"});
    }
    if (!in_out && is_in_part(leaf.offset)) {
      for (unsigned i = 0; i < module_.instances.size(); ++i) {
        const Instance& part = module_.instances[i];
        if (part.is_stateless() || !part.holds(leaf.offset) || leaf.type->is_memory()) continue;
        leaves.emplace_back(leaf, module_.instance_register(i, leaf.offset - part.offset, false, leaf.width()));
      }
    } else if (leaf.type->is_memory()) {
      MemoryBlock memory;
      memory.leaf = leaf;
      memory.name = leaf.name;
      memory.fields = leaves_of(*leaf.type->element, leaf.location);
      memory.slots = slots_;
      slots_ += 5;
      const auto number = static_cast<unsigned>(module_.memories.size());
      if (memory.is_sync()) {
        memory.data = module_.new_symbol({Symbol::Kind::kMemoryData, number, 0, 0, 0}, leaf.width());
      }
      memory_.set_slot(memory.slots, build_.constant(1, 0));
      memory_.set_slot(memory.slots + 3, build_.constant(1, 0));
      module_.memories.push_back(memory);
    } else {
      const auto number = static_cast<unsigned>(module_.registers.size());
      const Expr now = module_.new_symbol({Symbol::Kind::kRegister, number, 0, 0, 0}, leaf.width());
      const std::string name = in_out ? joined("out", leaf.name) : joined(leaf.name, "");
      module_.registers.push_back({leaf, in_out, name, now, now, llvm::APInt(leaf.width(), 0)});
      leaves.emplace_back(leaf, now);
    }
  }
  for (const Instance& part : module_.instances) {
    if (in_out || part.is_stateless()) continue;
    region.fences.push_back({part.offset, part.offset + part.module->state->bytes, true,
                             "registers of part '" + part.name + "' are written outside of the part"});
  }
  set_initial_leaves(region, std::move(leaves));
}

void Walker::bind_object(const Type& type, const llvm::Argument& argument) {
  module_.state = &type;
  object_ = &new_region("the state", type.bytes, &type);
  find_parts();
  bind_registers(*object_, type, false);
  set(argument, pointer_to(*object_, 0));
}

void Walker::bind_top_parameters() {
  const auto& parameters = signature_.parameters;
  const bool step = parameters.size() == 3 && parameters[0].passing == Parameter::Passing::kReference &&
                    parameters[1].passing == Parameter::Passing::kConstReference &&
                    parameters[2].passing == Parameter::Passing::kReference && !signature_.result;
  if (!step) fail("a top must be void step(State&, const In&, Out&)");

  const auto argument = [&](unsigned i) { return function_.getArg(parameters[i].arguments[0]); };
  set(*argument(0), null_pointer());
  bind_object(*parameters[0].type, *argument(0));

  Parameter in{"", Parameter::Passing::kConstReference, parameters[1].type, {}, {}};
  Parameter out{"", Parameter::Passing::kReference, parameters[2].type, {}, {}};
  if (in.type->kind != Type::Kind::kStructure || out.type->kind != Type::Kind::kStructure) {
    fail("In and Out must be structures");
  }
  const auto add_fields = [&](const Type& type, bool outputs, std::vector<unsigned>& numbers) {
    for (const Field& field : type.fields) {
      std::vector<unsigned> added;
      here_ = field.location;
      add_ports(added, outputs, hardware_name(field.name), *field.type);
      for (const unsigned number : added) {
        Port& port = outputs ? module_.outputs[number] : module_.inputs[number];
        port.offset += field.offset;
        port.path = field.name + port.path;
      }
      numbers.insert(numbers.end(), added.begin(), added.end());
    }
  };
  add_fields(*in.type, false, in.inputs);
  add_fields(*out.type, true, out.outputs);

  Region& in_region = new_region("the inputs", in.type->bytes, in.type);
  in_region.read_only = true;
  bind_input(in_region, in.inputs);
  set(*argument(1), pointer_to(in_region, 0));
  out_ = &new_region("the outputs", out.type->bytes, out.type);
  bind_registers(*out_, *out.type, true);
  set(*argument(2), pointer_to(*out_, 0));
  module_.parameters = {in, out};
  translator_.set_interface(in.type, out.type);
}

void Walker::bind_parameter(const PassedParameter& passed) {
  Parameter parameter{passed.name, passed.passing, passed.type, {}, {}};
  const bool is_output = passed.passing == Parameter::Passing::kReference;
  add_ports(parameter.inputs, false, is_output ? passed.name + "_before" : passed.name, *passed.type);
  if (is_output) add_ports(parameter.outputs, true, passed.name, *passed.type);

  Region& region = new_region("'" + passed.name + "'", passed.type->bytes, passed.type);
  region.read_only = passed.passing == Parameter::Passing::kConstReference;
  bind_input(region, parameter.inputs);
  if (passed.by_pointer) {
    set(*function_.getArg(passed.arguments[0]), pointer_to(region, 0));
  } else {
    for (unsigned i = 0; i < passed.arguments.size(); ++i) {
      const std::uint64_t bytes = std::min<std::uint64_t>(8, passed.type->bytes - 8 * i);
      set_bytes(*function_.getArg(passed.arguments[i]), memory_.load(build_, region, 8 * i, bytes));
    }
  }
  if (is_output) references_.emplace_back(static_cast<unsigned>(module_.parameters.size()), &region);
  module_.parameters.push_back(parameter);
}

void Walker::bind_interface() {
  signature_ = read_signature(function_, translator_.types());
  if (module_.is_top) {
    bind_top_parameters();
    return;
  }
  if (signature_.object) {
    bind_object(*signature_.object_type, *function_.getArg(*signature_.object));
  } else {
    find_parts();
  }
  for (const PassedParameter& parameter : signature_.parameters) bind_parameter(parameter);
  if (!signature_.result) return;
  Parameter result{"result", Parameter::Passing::kResult, signature_.result, {}, {}};
  add_ports(result.outputs, true, "result", *signature_.result);
  module_.parameters.push_back(result);
  if (signature_.result_pointer) {
    result_region_ = &new_region("the result", signature_.result->bytes, signature_.result);
    set(*function_.getArg(*signature_.result_pointer), pointer_to(*result_region_, 0));
  }
}

void Walker::finish_outputs(const Parameter& parameter, const Region* region, Expr bytes) {
  for (const unsigned number : parameter.outputs) {
    Port& port = module_.outputs[number];
    for (PortLeaf& leaf : port.leaves) {
      const std::uint64_t offset = port.offset + leaf.leaf.offset;
      if (region) {
        const Expr value = memory_.load(build_, *region, offset, leaf.leaf.bytes());
        leaf.value = build_.truncate(value, leaf.leaf.width());
      } else {
        const auto low = static_cast<unsigned>(8 * offset);
        const Expr wide = build_.resize(bytes, std::max(bytes->width, low + leaf.leaf.width()));
        leaf.value = build_.extract(wide, low, leaf.leaf.width());
      }
    }
  }
}

// What is in storage at the return becomes next values, outputs and ports.
void Walker::finish_interface() {
  for (Register& reg : module_.registers) {
    const Region& region = reg.in_out ? *out_ : *object_;
    build_.set_location(reg.leaf.location);
    reg.next = build_.truncate(memory_.load(build_, region, reg.leaf.offset, reg.leaf.bytes()), reg.leaf.width());
  }
  for (const auto& [number, region] : references_) finish_outputs(module_.parameters[number], region, nullptr);
  if (signature_.result && (result_region_ || result_bytes_)) {
    finish_outputs(module_.parameters.back(), result_region_, result_bytes_);
  }
  if (module_.is_top) {  // the ports show the registers
    for (Port& port : module_.outputs) {
      for (PortLeaf& leaf : port.leaves) {
        for (const Register& reg : module_.registers) {
          if (reg.in_out && reg.leaf.offset == port.offset + leaf.leaf.offset) leaf.value = reg.now;
        }
      }
    }
  }
  const auto slot = [&](unsigned number, unsigned width) {
    const Expr value = memory_.slot(number);
    return value ? value : build_.constant(width, 0);
  };
  for (MemoryBlock& memory : module_.memories) {
    memory.write_enable = slot(memory.slots, 1);
    memory.write_address = slot(memory.slots + 1, memory.address_width());
    memory.write_word = slot(memory.slots + 2, memory.leaf.width());
    memory.request_enable = slot(memory.slots + 3, 1);
    memory.request_address = slot(memory.slots + 4, memory.address_width());
  }
  for (Instance& part : module_.instances) {
    part.called = slot(part.slots, 1);
    unsigned next = part.slots + 1;
    for (const Port& port : part.module->inputs) {
      for (const PortLeaf& leaf : port.leaves) part.arguments.push_back(slot(next++, leaf.leaf.width()));
    }
    if (!part.called->is_ones()) part.module->has_enable = true;
  }
}

}  // namespace stepc
