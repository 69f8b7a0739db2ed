// SPDX-License-Identifier: Apache-2.0
// Registers and ports of a module: their values in storage before the walk, and their drivers after
// it.
#include <algorithm>

#include "hls/stepc/walk/interface.hpp"

namespace stepc {
namespace {

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + "_" + b;
}

}  // namespace

// Binds the fields of State, of Out, or of a part's object.
void Interface::bind_registers(Region& region, const Type& type, bool in_out) {
  Module& module = context_.module;
  std::vector<std::pair<Leaf, Expr>> leaves;
  for (const Leaf& leaf : leaves_of(type, context_.here)) {
    const bool is_memory = leaf.type->is_memory();
    if (in_out && is_memory) {
      context_.diagnostics.report({leaf.location, "a memory in Out: it is not a register"});
      continue;
    }
    const auto number = in_out ? std::nullopt : module.instance_with(leaf.offset);
    if (is_memory) {
      const std::string way_out =
          number ? "; to reset part '" + module.instances[*number].name + "' write its registers one by one" : "";
      region.fences.push_back({leaf.offset, leaf.offset + leaf.bytes(),
                               "memory '" + leaf.path + "' is accessed other than through its ports" + way_out});
    }
    if (number) {
      if (is_memory) continue;
      const std::uint64_t within = leaf.offset - module.instances[*number].offset;
      leaves.emplace_back(leaf, module.instance_register(*number, within, kNow, leaf.width()));
    } else if (is_memory) {
      memories_.add(leaf);
    } else {
      leaves.emplace_back(leaf, add_register(leaf, in_out));
    }
  }
  set_initial_leaves(region, std::move(leaves));
}

Expr Interface::add_register(const Leaf& leaf, bool in_out) {
  Module& module = context_.module;
  const auto number = static_cast<unsigned>(module.registers.size());
  const Expr now = leaf.type->failed ? context_.build.failed(leaf.width())
                                     : module.new_symbol({Symbol::Kind::kRegister, number, 0, 0, 0}, leaf.width());
  const std::string name = in_out ? joined("out", leaf.name) : leaf.name;
  module.registers.push_back({leaf, in_out, name, now, now, llvm::APInt(leaf.width(), 0)});
  return now;
}

void Interface::bind_input(Region& region, const std::vector<unsigned>& ports) {
  std::vector<std::pair<Leaf, Expr>> leaves;
  for (const unsigned number : ports) {
    const Port& port = context_.module.inputs[number];
    for (const PortLeaf& leaf : port.leaves) {
      leaves.emplace_back(leaf.leaf, leaf.value);
      leaves.back().first.offset += port.offset;
    }
  }
  set_initial_leaves(region, std::move(leaves));
}

std::vector<unsigned> Interface::add_port(bool is_output, const std::string& name, const Type& type) {
  if (type.width == 0) return {};
  std::vector<Port>& ports = is_output ? context_.module.outputs : context_.module.inputs;
  const auto number = static_cast<unsigned>(ports.size());
  Port port{name, "", is_output, Use::kHardware, &type, 0, {}, nullptr};
  for (const Leaf& leaf : leaves_of(type, context_.here)) {
    if (leaf.type->is_memory()) {
      if (!context_.module.is_top) context_.report("a memory cannot be passed to a part: make it a member");
      if (context_.module.is_top && !is_output) context_.report("a memory in In: it is not a port");
      continue;  // one in Out is reported with the registers
    }
    const auto index = static_cast<unsigned>(port.leaves.size());
    const Symbol symbol{Symbol::Kind::kInput, number, index, 0, 0};
    const Expr value = is_output           ? nullptr
                       : leaf.type->failed ? context_.build.failed(leaf.width())
                                           : context_.module.new_symbol(symbol, leaf.width());
    port.leaves.push_back({leaf, value});
  }
  ports.push_back(std::move(port));
  return {number};
}

// Adds a port for each field of In or Out.
std::vector<unsigned> Interface::add_field_ports(bool outputs, const Type& type) {
  std::vector<unsigned> numbers;
  for (const Field& field : type.fields) {
    context_.here = field.location;
    const std::vector<unsigned> added = add_port(outputs, hardware_name(field.name), *field.type);
    for (const unsigned number : added) {
      Port& port = outputs ? context_.module.outputs[number] : context_.module.inputs[number];
      port.offset = field.offset;
      port.path = field.name;
    }
    numbers.insert(numbers.end(), added.begin(), added.end());
  }
  return numbers;
}

void Interface::set_initial_leaves(Region& region, std::vector<std::pair<Leaf, Expr>> leaves) {
  std::sort(leaves.begin(), leaves.end(), [](const auto& a, const auto& b) { return a.first.offset < b.first.offset; });
  for (const auto& [leaf, value] : leaves) {
    region.boundaries.push_back(leaf.offset);
    region.boundaries.push_back(leaf.offset + leaf.bytes());
  }
  region.boundaries.erase(std::unique(region.boundaries.begin(), region.boundaries.end()), region.boundaries.end());
  region.initial = [&build = context_.build, leaves = std::move(leaves)](std::uint64_t byte) {
    const auto behind = std::upper_bound(leaves.begin(), leaves.end(), byte,
                                         [](std::uint64_t at, const auto& leaf) { return at < leaf.first.offset; });
    if (behind == leaves.begin()) return Cell{};
    const auto& [leaf, value] = *std::prev(behind);
    if (!value || byte >= leaf.offset + leaf.bytes()) return Cell{};  // padding
    const auto width = static_cast<unsigned>(8 * leaf.bytes());
    return Cell{build.zero_extend(value, width), static_cast<unsigned>(byte - leaf.offset)};
  };
}

void Interface::finish_registers() {
  Builder& build = context_.build;
  for (Register& reg : context_.module.registers) {
    const Region& region = reg.in_out ? *out_ : *context_.object;
    build.set_location(reg.leaf.location);
    reg.next = build.truncate(context_.memory.load(build, region, reg.leaf.offset, reg.leaf.bytes()), reg.leaf.width());
  }
}

void Interface::finish_outputs(const Parameter& parameter, const Region* region, Expr bytes) {
  Builder& build = context_.build;
  for (const unsigned number : parameter.outputs) {
    Port& port = context_.module.outputs[number];
    for (PortLeaf& leaf : port.leaves) {
      const std::uint64_t offset = port.offset + leaf.leaf.offset;
      if (region) {
        const Expr value = context_.memory.load(build, *region, offset, leaf.leaf.bytes());
        leaf.value = build.truncate(value, leaf.leaf.width());
      } else {
        const auto low = static_cast<unsigned>(8 * offset);
        const Expr wide = build.resize(bytes, std::max(bytes->width, low + leaf.leaf.width()));
        leaf.value = build.extract(wide, low, leaf.leaf.width());
      }
    }
  }
}

// The ports of a top show its registers.
void Interface::show_registers() {
  for (Port& port : context_.module.outputs) {
    for (PortLeaf& leaf : port.leaves) {
      for (const Register& reg : context_.module.registers) {
        if (reg.in_out && reg.leaf.offset == port.offset + leaf.leaf.offset) leaf.value = reg.now;
      }
    }
  }
}

}  // namespace stepc
