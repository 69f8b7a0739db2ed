// SPDX-License-Identifier: Apache-2.0
// Prints the body of a module: instances and the connections of their ports, updates of registers
// and memories, outputs, assertions.
#include <algorithm>

#include "hls/stepc/design/roots.hpp"
#include "hls/stepc/emit/module_emitter.hpp"
#include "hls/stepc/emit/systemverilog.hpp"

namespace stepc {

// Prints the values of a port, or the word that they form.
std::string ModuleEmitter::connection(const Port& port, const std::vector<Expr>& values, Expr word, Printer& printer) {
  if (word) return printer.print_alone(word);
  const std::vector<std::string> texts = printer.print_together(in_bit_order(*port.type, values, design_.arrays));
  return texts.size() == 1 ? texts[0] : in_braces(texts);
}

std::vector<std::string> ModuleEmitter::connections(Use use, Printer& printer) {
  std::vector<std::string> all;
  for (const Instance& instance : module_.instances) {
    const Module& part = *instance.module;
    std::string& text = all.emplace_back();
    const auto connect = [&](const std::string& port, const std::string& to) {
      const bool is_first = text.empty() && use == Use::kHardware;
      text += (is_first ? "\n    ." : ",\n    .") + port + "(" + to + ")";
    };
    if (part.is_clocked && use == Use::kHardware) {
      connect("clk", "clk");
      connect("rst", "rst");
    }
    if (part.has_enable && use == Use::kHardware) connect(part.enable_name, enabled(instance.called));
    std::size_t next = 0;
    for (std::size_t p = 0; p < part.inputs.size(); ++p) {
      const Port& port = part.inputs[p];
      const std::vector<Expr> values = instance.arguments_of(port, next);
      next += port.leaves.size();
      if (port.use == use) connect(port.name, connection(port, values, instance.words[p], printer));
    }
    for (const Export& port : part.exports) {
      if (port.use != use || !port.address) continue;
      const Expr address = instance.address_of(port);
      const std::string nothing = literal(llvm::APInt(port.address->width, 0));
      connect(port.address_name, address ? printer.print(address) : nothing);
    }
    for (std::size_t p = 0; p < part.outputs.size(); ++p) {
      if (part.outputs[p].use == use) connect(part.outputs[p].name, instance.output_names[p]);
    }
    for (std::size_t p = 0; p < part.exports.size(); ++p) {
      if (part.exports[p].use == use) connect(part.exports[p].name, instance.export_names[p]);
    }
  }
  return all;
}

std::string ModuleEmitter::starts_of(const Instance& instance) const {
  std::string text;
  for (std::size_t i = 0; i < instance.starts.size(); ++i) {
    const StartValue& start = instance.starts[i];
    const std::string value = start.of_owner ? module_.starts[*start.of_owner].name : literal(start.value);
    text += (text.empty() ? "." : ", .") + instance.module->starts[i].name + "(" + value + ")";
  }
  return text.empty() ? "" : " #(" + text + ")";
}

std::string ModuleEmitter::instances(const std::vector<std::string>& hardware,
                                     const std::vector<std::string>& assertions) const {
  std::string text;
  for (std::size_t i = 0; i < module_.instances.size(); ++i) {
    const Instance& instance = module_.instances[i];
    text += (i == 0 ? "" : "\n") + std::string("  // ") + instance.location.text() + "\n";
    text += "  " + instance.module->name + starts_of(instance) + " " + instance.name + " (" + hardware[i] + "\n";
    text += for_assertions_only(assertions[i].empty() ? "" : "    " + assertions[i] + "\n") + "  );\n";
  }
  return text;
}

// Prints "if (condition) ", or nothing for a condition that always holds.
std::string ModuleEmitter::if_enabled(Expr condition) {
  return condition->is_ones() && !module_.has_enable ? "" : "if (" + enabled(condition) + ") ";
}

// Prints a condition, and the module's enable if it has one.
std::string ModuleEmitter::enabled(Expr condition) {
  if (!module_.has_enable) return printer_.print(condition);
  if (condition->is_ones()) return module_.enable_name;
  return module_.enable_name + " & " + printer_.print_operand(condition);
}

// Prints the contents of a memory at power-up: simulators read them, and synthesis puts them into a
// RAM or ROM.
std::string ModuleEmitter::first_contents(const MemoryBlock& memory) const {
  std::string text;
  const auto set = [&](const std::string& word, const llvm::APInt& value) {
    text += "    " + word + " = " + literal(value) + ";\n";
  };
  const bool has_words = std::any_of(memory.contents.begin(), memory.contents.end(),
                                     [](const llvm::APInt& word) { return !word.isZero(); });
  if (has_words || initial_zeros_) {
    for (std::size_t i = 0; i < memory.contents.size(); ++i) {
      set(memory.name + "[" + std::to_string(i) + "]", memory.contents[i]);
    }
  }
  if (memory.is_sync() && (!memory.first_data.isZero() || initial_zeros_)) set(memory.data_name, memory.first_data);
  return text.empty() ? "" : "  initial begin\n" + text + "  end\n";
}

std::string ModuleEmitter::memory_updates() {
  std::string text;
  for (const MemoryBlock& memory : module_.memories) {
    if (!memory.is_read) continue;
    text += first_contents(memory);
    std::string body;
    if (memory.is_sync() && !memory.request_enable->is_zero()) {
      body += "    " + if_enabled(memory.request_enable) + memory.data_name + " <= " + memory.name + "[" +
              printer_.print(memory.request_address) + "];\n";
    }
    if (!memory.write_enable->is_zero()) {
      body += "    " + if_enabled(memory.write_enable) + memory.name + "[" + printer_.print(memory.write_address) +
              "] <= " + printer_.print_alone(memory.write_word) + ";\n";
    }
    // A reset does not clear a memory, and nothing is written during a reset: C++ does not step
    // then.
    if (!body.empty()) text += "  always_ff @(posedge clk) if (~rst) begin\n" + body + "  end\n";
  }
  return text;
}

// An enable reads better than a multiplexer.
std::string ModuleEmitter::update(const Register& reg, const std::string& indent) {
  if (!reg.load) return indent + reg.name + " <= " + printer_.print_alone(reg.next) + ";\n";
  const std::string condition =
      reg.load->when ? printer_.print(reg.load->condition) : "~" + printer_.print_operand(reg.load->condition);
  return indent + "if (" + condition + ") " + reg.name + " <= " + printer_.print_alone(reg.load->value) + ";\n";
}

std::string ModuleEmitter::register_updates() {
  std::string resets;
  std::string updates;
  std::string data;
  for (const Register& reg : module_.registers) {
    if (!reg.is_written()) continue;
    if (reg.is_reset) resets += "      " + reg.name + " <= " + start_text(reg) + ";\n";
    (reg.is_reset ? updates : data) += update(reg, reg.is_reset ? "      " : "    ");
  }
  std::string text;
  if (!resets.empty()) {
    text += "  always_ff @(posedge clk) begin\n    if (rst) begin\n" + resets + "    end else " +
            (module_.has_enable ? "if (" + module_.enable_name + ") " : "") + "begin\n" + updates + "    end\n  end\n";
  }
  if (!data.empty()) {
    const std::string enable = module_.has_enable ? "if (" + module_.enable_name + ") " : "";
    text +=
        std::string(text.empty() ? "" : "\n") + "  always_ff @(posedge clk) " + enable + "begin\n" + data + "  end\n";
  }
  return text;
}

std::string ModuleEmitter::output_assignments() {
  std::string text;
  for (const Port& port : module_.outputs) {
    text += "  assign " + port.name + " = " + connection(port, values_of(port), port.word, printer_) + ";\n";
  }
  for (const Export& port : module_.exports) {
    if (port.use != Use::kHardware) continue;
    text += "  assign " + port.name + " = " + printer_.print_alone(port.value) + ";\n";
  }
  return text;
}

std::map<std::string, llvm::APInt> ModuleEmitter::reads(const Printer& checks) const {
  std::map<std::string, llvm::APInt> reads;
  printer_.add_reads(reads);
  checks.add_reads(reads);
  return reads;
}

// Appends the bits of a port, or of a signal at a port, that nothing reads.
void ModuleEmitter::append_unread_port(const std::string& signal, const Port& port, const Reads& reads,
                                       std::vector<std::string>& texts) const {
  std::vector<std::string> own;
  bool is_read = false;
  for (const PortLeaf& leaf : port.leaves) {
    const std::string text = signal + design_.packed.path(*port.type, leaf.leaf.offset);
    const auto found = reads.find(text);
    is_read = is_read || found != reads.end();
    append_unread(text, found == reads.end() ? llvm::APInt(leaf.leaf.width(), 0) : found->second, own);
  }
  if (is_read) {
    texts.insert(texts.end(), own.begin(), own.end());
  } else {
    texts.push_back(signal);
  }
}

// Returns whether each instance of the module selects one element of a table, always the same.
bool ModuleEmitter::has_constant_index(const Printer::Table& table) const {
  return std::ranges::all_of(symbols_in({table.index}),
                             [&](unsigned tag) { return module_.symbols[tag].kind == Symbol::Kind::kParameter; });
}

bool ModuleEmitter::reads_reset() const {
  return !module_.assertions.empty() ||
         std::ranges::any_of(module_.registers, [](const Register& reg) { return reg.is_written() && reg.is_reset; }) ||
         std::ranges::any_of(module_.memories, [](const MemoryBlock& memory) { return memory.is_read; }) ||
         std::ranges::any_of(module_.instances, [](const Instance& part) { return part.module->is_clocked; });
}

// Linters ask for the bits that nothing reads, unless a signal named so reads them.
std::string ModuleEmitter::unread_signals(Use use, const Printer& checks, const Reads& reads) {
  std::vector<std::string> texts = {"1'b0"};
  const auto add = [&](const std::string& name, unsigned width) {
    const auto found = reads.find(name);
    append_unread(name, found == reads.end() ? llvm::APInt(width, 0) : found->second, texts);
  };
  if (use == Use::kHardware && module_.is_clocked && !reads_reset()) texts.push_back("rst");
  for (const Port& port : module_.inputs) {
    if (port.use == use) append_unread_port(port.name, port, reads, texts);
  }
  for (const Export& port : module_.exports) {
    if (port.use == use && port.address) add(port.address_name, port.address->width);
  }
  for (const Register& reg : module_.registers) {
    const bool is_declared = reg.is_written() || reads.count(reg.name) > 0;
    if (use == Use::kHardware && is_declared) add(reg.name, reg.leaf.width());
  }
  for (const Instance& part : module_.instances) {
    for (std::size_t p = 0; p < part.output_names.size(); ++p) {
      const Port& port = part.module->outputs[p];
      if (port.use == use) append_unread_port(part.output_names[p], port, reads, texts);
    }
    for (std::size_t p = 0; p < part.export_names.size(); ++p) {
      const Export& port = part.module->exports[p];
      if (port.use == use) add(part.export_names[p], port.value->width);
    }
  }
  const std::vector<std::string> wires = use == Use::kHardware ? printer_.unread(&checks) : checks.unread();
  texts.insert(texts.end(), wires.begin(), wires.end());
  for (const Printer::Table& table : (use == Use::kHardware ? printer_ : checks).tables()) {
    if (has_constant_index(table)) texts.push_back(table.name);
  }
  if (texts.size() == 1) return "";
  return "`ifdef VERILATOR\n  wire " + names_.unique("unused") + " = &" + in_braces(texts) + ";\n`endif\n";
}

// Assertions are checked in simulation (Verilator --assert), and are properties for proofs (Yosys
// read_verilog -formal).

namespace {

// Quotes a text for the format of $error.
std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '%') result += '%';
    result += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return "\"" + result + "\"";
}

}  // namespace

// Yosys reads no action for a failing assertion, so the text for proofs has none.
std::string ModuleEmitter::assertions(Printer& printer) const {
  std::string shown;
  for (const Export& port : module_.exports) {
    if (port.use == Use::kAssertion) shown += "  assign " + port.name + " = " + printer.print(port.value) + ";\n";
  }
  std::string properties;
  std::string checks;
  for (const Assertion& assertion : module_.assertions) {
    const std::string statement = "    assert (" + printer.print(assertion.holds) + ")";
    properties += statement + ";  // " + assertion.location.text() + "\n";
    checks += statement + " else $error(" + quoted(assertion.location.text() + ": " + assertion.text) + ");\n";
  }
  if (checks.empty()) return shown;
  const std::string enable = module_.has_enable ? " & " + module_.enable_name : "";
  return shown + "  always @(posedge clk) if (~rst" + enable + ") begin\n`ifdef FORMAL\n" + properties + "`else\n" +
         checks + "`endif\n  end\n";
}

}  // namespace stepc
