// SPDX-License-Identifier: Apache-2.0
// Prints the behaviour of a module: register updates, memory ports, outputs.
#include <algorithm>

#include "hls/stepc/emit/module_emitter.hpp"

namespace stepc {

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
      body += "    if (" + enabled(memory.request_enable) + ") " + memory.data_name + " <= " + memory.name + "[" +
              printer_.print(memory.request_address) + "];\n";
    }
    if (!memory.write_enable->is_zero()) {
      body += "    if (" + enabled(memory.write_enable) + ") " + memory.name + "[" +
              printer_.print(memory.write_address) + "] <= " + printer_.print(memory.write_word) + ";\n";
    }
    // A reset does not clear a memory, and nothing is written during a reset: C++ does not step
    // then.
    if (!body.empty()) text += "  always_ff @(posedge clk) if (~rst) begin\n" + body + "  end\n";
  }
  return text;
}

// An enable reads better than a multiplexer.
std::string ModuleEmitter::update(const Register& reg, const std::string& indent) {
  if (!reg.load) return indent + reg.name + " <= " + printer_.print(reg.next) + ";\n";
  const std::string condition =
      reg.load->when ? printer_.print(reg.load->condition) : "~" + printer_.print_operand(reg.load->condition);
  return indent + "if (" + condition + ") " + reg.name + " <= " + printer_.print(reg.load->value) + ";\n";
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
    text += "  assign " + port.name + " = " + printer_.print(port.value) + ";\n";
  }
  return text;
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
