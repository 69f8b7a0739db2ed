// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/design/dump.hpp"

#include <llvm/ADT/SmallString.h>

#include <unordered_map>

#include "hls/stepc/expression/operation.hpp"

namespace stepc {
namespace {

std::string number_text(const llvm::APInt& value) {
  llvm::SmallString<80> digits;
  value.toString(digits, value.getBitWidth() <= 8 ? 10 : 16, false, false, false);
  return std::to_string(value.getBitWidth()) + (value.getBitWidth() <= 8 ? "'d" : "'h") + std::string(digits);
}

std::string dotted(const std::string& name, const std::string& path) {
  return name + (path.empty() || path[0] == '[' ? "" : ".") + path;
}

std::string at_byte(const Leaf& leaf) {
  return leaf.path + " at byte " + std::to_string(leaf.offset);
}

const char* use_text(Use use) {
  if (use == Use::kHardware) return "";
  return use == Use::kNone ? ", unused" : ", for assertions";
}

std::string type_text(const Type& type) {
  if (type.kind == Type::Kind::kArray) return type_text(*type.element) + "[" + std::to_string(type.count) + "]";
  if (type.kind == Type::Kind::kStructure) return type.name + " " + std::to_string(type.width);
  return std::to_string(type.width);
}

class ModuleDump {
 public:
  explicit ModuleDump(const Module& module) : module_(module) {}

  std::string text() {
    text_ = "module " + module_.name + ": " + module_.source + ", " + module_.location.text() + "\n";
    if (module_.has_enable) line("enable " + module_.enable_name);
    declare_ports();
    declare_storage();
    for (const Register& reg : module_.registers) drive(reg);
    for (const MemoryBlock& memory : module_.memories) drive(memory);
    for (const Instance& part : module_.instances) drive(part);
    for (const Port& port : module_.outputs) drive(port);
    for (const Export& port : module_.exports) {
      line("export " + port.name + " = " + of(port.value) + use_text(port.use));
    }
    for (const Assertion& assertion : module_.assertions) {
      line("assert " + of(assertion.holds) + "  // " + assertion.location.text() + ": " + assertion.text);
    }
    return text_;
  }

 private:
  void line(const std::string& text) { text_ += "  " + text + "\n"; }

  void declare_ports() {
    for (const Port& port : module_.inputs) {
      line("input " + port.name + ": " + type_text(*port.type) + use_text(port.use));
    }
    for (const Port& port : module_.outputs) line("output " + port.name + ": " + type_text(*port.type));
  }

  void declare_storage() {
    for (const Register& reg : module_.registers) {
      line("register " + reg.name + ": " + std::to_string(reg.leaf.width()) + ", " + (reg.in_out ? "out." : "") +
           at_byte(reg.leaf) + (reg.is_reset ? ", reset " + number_text(reg.reset) : ", data"));
    }
    for (const MemoryBlock& memory : module_.memories) {
      line("memory " + memory.name + ": " + std::to_string(memory.leaf.type->count) + " x " +
           std::to_string(memory.leaf.width()) + ", " + at_byte(memory.leaf) +
           (memory.is_sync() ? ", registered read" : "") + (memory.leaf.type->forwards ? ", forwards" : "") +
           (memory.is_read ? "" : ", unread"));
    }
    for (const Instance& part : module_.instances) {
      line("instance " + part.name + ": " + part.module->name + " at byte " + std::to_string(part.offset));
    }
  }

  void drive(const Register& reg) {
    if (!reg.is_written()) return;
    if (!reg.load) return line(reg.name + " <= " + of(reg.next));
    const std::string condition = (reg.load->when ? "" : "not ") + of(reg.load->condition);
    line(reg.name + " <= " + of(reg.load->value) + " if " + condition);
  }
  void drive(const MemoryBlock& memory) {
    if (!memory.is_read) return;
    const std::string address = of(memory.write_address);
    line(memory.name + "[" + address + "] <= " + of(memory.write_word) + " if " + of(memory.write_enable));
    if (!memory.is_sync()) return;
    line(memory.name + ".data <= " + memory.name + "[" + of(memory.request_address) + "] if " +
         of(memory.request_enable));
  }
  void drive(const Instance& part) {
    std::string arguments;
    for (Expr argument : part.arguments) arguments += (arguments.empty() ? "" : ", ") + of(argument);
    for (const WordRead& read : part.reads) {
      if (read.is_used) line("address of " + of(read.word) + " = " + of(read.address));
    }
    line("call " + part.name + "(" + arguments + ") if " + of(part.called));
  }
  void drive(const Port& port) {
    std::string values;
    for (const PortLeaf& leaf : port.leaves) values += (values.empty() ? "" : ", ") + of(leaf.value);
    line("output " + port.name + " = " + values);
  }

  // Prints the line of an expression once, and returns its name.
  std::string of(Expr x) {
    if (!x) return "nothing";
    if (x->is_constant()) return number_text(x->value());
    if (const auto found = numbers_.find(x); found != numbers_.end()) return found->second;
    const std::string what = computation(x);
    const std::string number = "%" + std::to_string(numbers_.size());
    std::string comment = x->name;
    if (x->location.known()) comment += (comment.empty() ? "" : ", ") + x->location.text();
    line(number + " = " + what + ": " + std::to_string(x->width) + (comment.empty() ? "" : "  // " + comment));
    return numbers_[x] = number;
  }

  std::string computation(Expr x) {
    if (x->op == Op::kSymbol) return symbol_text(module_, module_.symbols[x->tag]);
    if (x->op == Op::kMemoryWord) return module_.memories[x->tag].name + "[" + of(x->operands[0]) + "]";
    std::string text = operation(x->op).name;
    for (Expr operand : x->operands) text += " " + of(operand);
    return x->op == Op::kExtract ? text + " from bit " + std::to_string(x->low) : text;
  }

  const Module& module_;
  std::string text_;
  std::unordered_map<Expr, std::string> numbers_;
};

}  // namespace

namespace {

std::string memory_path(const Module& part, std::uint64_t offset) {
  for (const Leaf& leaf : leaves_of(*part.state)) {
    if (leaf.offset == offset && leaf.type->is_memory()) return leaf.path;
  }
  return "memory at byte " + std::to_string(offset);
}

}  // namespace

std::string symbol_text(const Module& module, const Symbol& symbol) {
  const auto leaf_of = [&](const Port& port) { return dotted(port.name, port.leaves[symbol.leaf].leaf.path); };
  switch (symbol.kind) {
    case Symbol::Kind::kInput:
      return "input " + leaf_of(module.inputs[symbol.index]);
    case Symbol::Kind::kRegister:
      return "register " + module.registers[symbol.index].name;
    case Symbol::Kind::kMemoryData:
      return module.memories[symbol.index].name + ".data";
    case Symbol::Kind::kInstance: {
      const Instance& part = module.instances[symbol.index];
      return "result " + part.name + "." + leaf_of(part.module->outputs[symbol.port]);
    }
    case Symbol::Kind::kInstanceWord: {
      const Instance& part = module.instances[symbol.index];
      const WordRead& read = part.reads[symbol.port];
      return "word " + std::to_string(symbol.port) + " of " + dotted(part.name, memory_path(*part.module, read.offset));
    }
    case Symbol::Kind::kWordAddress:
      return "address " + module.exports[symbol.index].address_name;
    case Symbol::Kind::kParameter:
      return "parameter " + module.starts[symbol.index].name;
    case Symbol::Kind::kInstanceNow:
    case Symbol::Kind::kInstanceNext:
      break;
  }
  const Instance& part = module.instances[symbol.index];
  const bool is_between = symbol.moment().is_next && symbol.moment() != kNext;
  const std::string when = is_between ? " after " + part.module->entries[symbol.entry].name
                           : symbol.kind == Symbol::Kind::kInstanceNext ? " next"
                                                                        : " now";
  for (const Leaf& leaf : leaves_of(*part.module->state)) {
    if (leaf.offset == symbol.offset) return "register " + dotted(part.name, leaf.path) + when;
  }
  return "register at byte " + std::to_string(symbol.offset) + " of " + part.name + when;
}

std::string dump(const Module& module) {
  return ModuleDump(module).text();
}

std::string dump(const Design& design) {
  std::string text;
  for (const auto& module : design.modules) text += (text.empty() ? "" : "\n") + dump(*module);
  return text;
}

}  // namespace stepc
