// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/design/verify.hpp"

#include <algorithm>
#include <set>

#include "hls/stepc/design/name_table.hpp"

namespace stepc {

namespace {

std::string bits(unsigned width) {
  return std::to_string(width) + (width == 1 ? " bit" : " bits");
}

class ModuleVerifier {
 public:
  explicit ModuleVerifier(const Module& module) : module_(module) {}

  std::vector<std::string> run() {
    for (const Register& reg : module_.registers) check(reg);
    for (const MemoryBlock& memory : module_.memories) check(memory);
    for (const Instance& part : module_.instances) check(part);
    check_ports();
    check_exports();
    for (const Assertion& assertion : module_.assertions) {
      check_driver("assertion at " + assertion.location.text(), "its condition", assertion.holds, 1);
    }
    check_storage();
    verify_expressions(module_, roots_,
                       [this](const std::string& object, const std::string& text) { fault(object, text); });
    return std::move(faults_);
  }

 private:
  void fault(const std::string& object, const std::string& text) {
    faults_.push_back("module '" + module_.name + "': " + object + ": " + text);
  }

  // Checks that `x` exists and is as wide as the object that it drives.
  bool check_driver(const std::string& object, const std::string& what, Expr x, unsigned width) {
    if (!x) {
      fault(object, what + " is not driven");
      return false;
    }
    roots_.push_back(x);
    if (x->width == width) return true;
    fault(object, what + " has " + bits(x->width) + ", must be " + std::to_string(width));
    return false;
  }

  void check(const Register& reg) {
    const std::string object = "register '" + reg.name + "'";
    check_driver(object, "its value", reg.now, reg.leaf.width());
    const bool is_driven = check_driver(object, "its next value", reg.next, reg.leaf.width());
    if (reg.reset.getBitWidth() != reg.leaf.width()) fault(object, "its reset value has another width");
    if (!reg.load || !is_driven) return;
    const std::vector<Expr>& choice = reg.next->operands;
    const bool is_next = reg.next->op == Op::kMux && choice[0] == reg.load->condition &&
                         choice[reg.load->when ? 1 : 2] == reg.load->value && choice[reg.load->when ? 2 : 1] == reg.now;
    if (!is_next) fault(object, "its load is not its next value");
  }

  void check(const MemoryBlock& memory) {
    const std::string object = "memory '" + memory.name + "'";
    check_driver(object, "its write enable", memory.write_enable, 1);
    check_driver(object, "its write address", memory.write_address, memory.address_width());
    check_driver(object, "its written word", memory.write_word, memory.leaf.width());
    check_driver(object, "its request", memory.request_enable, 1);
    check_driver(object, "its requested address", memory.request_address, memory.address_width());
    if (memory.is_sync()) check_driver(object, "its read word", memory.data, memory.leaf.width());
    unsigned width = 0;
    for (const Leaf& field : memory.fields) width += field.width();
    if (width != memory.leaf.width()) fault(object, "its fields have " + bits(width));
  }

  void check(const Instance& part) {
    const std::string object = "instance '" + part.name + "'";
    check_driver(object, "its call", part.called, 1);
    std::size_t next = 0;
    for (const Port& port : part.module->inputs) {
      for (const PortLeaf& leaf : port.leaves) {
        if (next == part.arguments.size()) return fault(object, "has too few arguments");
        check_driver(object, "argument '" + port.name + "'", part.arguments[next++], leaf.leaf.width());
      }
    }
    if (next != part.arguments.size()) fault(object, "has too many arguments");
    for (const Export& port : part.module->exports) {
      const Expr address = part.address_of(port);
      if (address) check_driver(object, "address '" + port.address_name + "'", address, port.address->width);
    }
    if (!part.words.empty() && part.words.size() != part.module->inputs.size()) fault(object, "has words of no port");
  }

  void check_ports() {
    std::vector<unsigned> inputs(module_.inputs.size());
    std::vector<unsigned> outputs(module_.outputs.size());
    for (const Parameter& parameter : module_.parameters) {
      for (const unsigned number : parameter.inputs) count("input", inputs, number, parameter);
      for (const unsigned number : parameter.outputs) count("output", outputs, number, parameter);
    }
    for (std::size_t i = 0; i < module_.inputs.size(); ++i) check(module_.inputs[i], false, inputs[i]);
    for (std::size_t i = 0; i < module_.outputs.size(); ++i) check(module_.outputs[i], true, outputs[i]);
  }

  void count(const char* what, std::vector<unsigned>& ports, unsigned number, const Parameter& parameter) {
    if (number >= ports.size()) return fault("parameter '" + parameter.name + "'", std::string("has no such ") + what);
    ++ports[number];
  }

  void check(const Port& port, bool is_output, unsigned parameters) {
    const std::string object = std::string(is_output ? "output" : "input") + " '" + port.name + "'";
    if (parameters != 1) fault(object, "belongs to " + std::to_string(parameters) + " parameters, must be 1");
    if (port.is_output != is_output) fault(object, "stands among the wrong ports");
    unsigned width = 0;
    for (const PortLeaf& leaf : port.leaves) {
      width += leaf.leaf.width();
      if (check_driver(object, "a scalar", leaf.value, leaf.leaf.width()) && !is_output &&
          leaf.value->op != Op::kSymbol) {
        fault(object, "is driven from within");
      }
    }
    if (!port.type || port.type->width != width) fault(object, "its scalars have " + bits(width));
    if (port.word) check_driver(object, "its word", port.word, width);
  }

  void check_exports() {
    std::set<std::tuple<std::uint64_t, Moment, unsigned>> seen;
    for (const Export& port : module_.exports) {
      const std::string object = "export '" + port.name + "'";
      if (!seen.insert({port.offset, port.moment, port.read}).second) fault(object, "is there twice");
      if (!port.value) {
        fault(object, "is not driven");
      } else {
        roots_.push_back(port.value);
      }
    }
  }

  // Checks that no byte of the state or of Out belongs to two registers, memories or instances.
  void check_storage() {
    struct Bytes {
      std::uint64_t begin;
      std::uint64_t end;
      std::string object;
    };
    std::vector<Bytes> state;
    std::vector<Bytes> out;
    const auto add = [](std::vector<Bytes>& all, std::uint64_t begin, std::uint64_t size, const std::string& object) {
      all.push_back({begin, begin + size, object});
    };
    for (const Register& reg : module_.registers) {
      add(reg.in_out ? out : state, reg.leaf.offset, reg.leaf.bytes(), "register '" + reg.name + "'");
    }
    for (const MemoryBlock& memory : module_.memories) {
      add(state, memory.leaf.offset, memory.leaf.bytes(), "memory '" + memory.name + "'");
    }
    for (const Instance& part : module_.instances) {
      if (!part.is_stateless())
        add(state, part.offset, used_bytes(*part.module->state), "instance '" + part.name + "'");
    }
    for (std::vector<Bytes>* all : {&state, &out}) {
      std::sort(all->begin(), all->end(), [](const Bytes& a, const Bytes& b) {
        return std::tie(a.begin, a.object) < std::tie(b.begin, b.object);
      });
      for (std::size_t i = 1; i < all->size(); ++i) {
        if ((*all)[i].begin < (*all)[i - 1].end) fault((*all)[i].object, "overlaps " + (*all)[i - 1].object);
      }
    }
    const std::uint64_t end = state.empty() ? 0 : state.back().end;
    if (end > (module_.state ? module_.state->bytes : 0)) fault(state.back().object, "lies outside of the object");
  }

  const Module& module_;
  std::vector<Expr> roots_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> verify(const Module& module) {
  return ModuleVerifier(module).run();
}

std::vector<std::string> verify(const Design& design) {
  std::vector<std::string> faults;
  std::set<const Module*> before;
  for (const auto& module : design.modules) {
    const bool is_last = module == design.modules.back();
    if (module->is_top != is_last) faults.push_back("module '" + module->name + "': only the last is the top");
    for (const Instance& part : module->instances) {
      const std::string object = "module '" + module->name + "': instance '" + part.name + "': ";
      if (before.count(part.module) == 0) faults.push_back(object + "its module does not come before its owner");
      if (!part.module->is_clocked) continue;
      const bool may_rest = module->has_enable || !part.called || !part.called->is_ones();
      if (design.enables_settled && may_rest && !part.module->has_enable) {
        faults.push_back(object + "may rest, and its module has no enable");
      }
    }
    before.insert(module.get());
    const std::vector<std::string> own = verify(*module);
    faults.insert(faults.end(), own.begin(), own.end());
  }
  if (design.names_settled) {
    const std::vector<std::string> wrong = verify_names(design);
    faults.insert(faults.end(), wrong.begin(), wrong.end());
  }
  return faults;
}

namespace {

// One scope of names: each name is legal and occurs once.
class Scope {
 public:
  Scope(std::string what, std::vector<std::string>& faults) : what_(std::move(what)), faults_(faults) {}

  void add(const std::string& object, const std::string& name) {
    // unique_member marks a reserved word with an underscore.
    const std::string without_mark = name.ends_with("_") ? name.substr(0, name.size() - 1) : name;
    const bool is_marked = name != without_mark && is_systemverilog_word(without_mark);
    const bool is_legal =
        legal_identifier(name) == name || (is_marked && legal_identifier(without_mark) == without_mark);
    if (!is_legal || is_systemverilog_word(name)) fault(object, name, "is not a legal name");
    if (!names_.insert(name).second) fault(object, name, "is there twice");
  }

 private:
  void fault(const std::string& object, const std::string& name, const std::string& text) {
    faults_.push_back(what_ + ": " + object + " '" + name + "' " + text);
  }

  std::string what_;
  std::vector<std::string>& faults_;
  std::set<std::string> names_;
};

void verify_names(const Module& module, std::vector<std::string>& faults) {
  Scope scope("module '" + module.name + "'", faults);
  scope.add("input", "clk");
  scope.add("input", "rst");
  if (module.has_enable) scope.add("input", module.enable_name);
  for (const Port& port : module.inputs) scope.add("input", port.name);
  for (const Port& port : module.outputs) scope.add("output", port.name);
  for (const Export& port : module.exports) {
    scope.add("export", port.name);
    if (port.address) scope.add("input", port.address_name);
  }
  for (const Start& start : module.starts) scope.add("parameter", start.name);
  for (const Register& reg : module.registers) scope.add("register", reg.name);
  for (const MemoryBlock& memory : module.memories) {
    scope.add("memory", memory.name);
    if (memory.is_sync()) scope.add("read word", memory.data_name);
  }
  for (const Instance& part : module.instances) {
    scope.add("instance", part.name);
    for (const std::string& name : part.output_names) scope.add("signal", name);
    for (const std::string& name : part.export_names) scope.add("signal", name);
    const bool all_signals = part.output_names.size() == part.module->outputs.size() &&
                             part.export_names.size() == part.module->exports.size();
    if (!all_signals)
      faults.push_back("module '" + module.name + "': instance '" + part.name + "' has unnamed signals");
  }
}

}  // namespace

std::vector<std::string> verify_names(const Design& design) {
  std::vector<std::string> faults;
  Scope global("design", faults);
  global.add("package", design.package);
  for (const auto& module : design.modules) {
    global.add("module", module->name);
    verify_names(*module, faults);
  }
  for (const PackedStructure& structure : design.packed.structures()) {
    global.add("type", structure.name);
    Scope members("type '" + structure.name + "'", faults);
    for (const PackedMember& member : structure.members) members.add("member", member.name);
  }
  return faults;
}

}  // namespace stepc
