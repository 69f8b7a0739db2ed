// What a module does: connections, register updates, memory ports, outputs.
#include "hls/compiler/design/ports.hpp"
#include "hls/compiler/emit/module_emitter.hpp"

namespace stepc {

// "a" for one value, "{a, b}" for more.
std::string ModuleEmitter::joined(const std::vector<Expr>& values) {
  if (values.size() == 1) return printer_.print(values[0]);
  std::vector<std::string> texts;
  for (Expr value : values) texts.push_back(printer_.print(value));
  return in_braces(texts);
}

// The values of a port, or the word that they are: a signal of the port's type where they are all the members of one.
std::string ModuleEmitter::connection(const Port& port, const std::vector<Expr>& values, Expr word) {
  std::string whole;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string text = printer_.print(values[i]);
    const std::string path = design_.packed.path(*port.type, port.leaves[i].leaf.offset);
    const bool is_member = values[i]->op == Op::kSymbol && text.size() > path.size() && text.ends_with(path);
    const std::string signal = is_member ? text.substr(0, text.size() - path.size()) : "";
    if (signal.empty() || (i > 0 && signal != whole)) {
      return word ? printer_.print(word) : joined(in_bit_order(port, values, design_.arrays));
    }
    whole = signal;
  }
  return whole;
}

// A condition, in a module that may rest.
std::string ModuleEmitter::enabled(Expr condition) {
  if (!module_.has_enable) return printer_.print(condition);
  if (condition->is_ones()) return module_.enable_name;
  return module_.enable_name + " & " + printer_.print_operand(condition);
}

std::string ModuleEmitter::instances() {
  std::string text;
  for (std::size_t i = 0; i < module_.instances.size(); ++i) {
    const Instance& instance = module_.instances[i];
    const Module& part = *instance.module;
    text += (i == 0 ? "" : "\n") + std::string("  // ") + instance.location.text() + "\n";
    text += "  " + part.name + " " + instance.name + " (\n    .clk(clk),\n    .rst(rst)";
    if (part.has_enable) text += ",\n    ." + part.enable_name + "(" + enabled(instance.called) + ")";
    std::size_t next = 0;
    for (std::size_t p = 0; p < part.inputs.size(); ++p) {
      const Port& port = part.inputs[p];
      const std::vector<Expr> values = instance.arguments_of(port, next);
      next += port.leaves.size();
      if (port.is_used) text += ",\n    ." + port.name + "(" + connection(port, values, instance.words[p]) + ")";
    }
    for (std::size_t p = 0; p < part.outputs.size(); ++p) {
      text += ",\n    ." + part.outputs[p].name + "(" + instance.output_names[p] + ")";
    }
    for (std::size_t p = 0; p < part.exports.size(); ++p) {
      text += ",\n    ." + part.exports[p].name + "(" + instance.export_names[p] + ")";
    }
    text += "\n  );\n";
  }
  return text;
}

std::string ModuleEmitter::memory_updates() {
  std::string text;
  for (const MemoryBlock& memory : module_.memories) {
    if (!memory.is_read) continue;
    std::string body;
    if (memory.is_sync() && !memory.request_enable->is_zero()) {
      body += "    if (" + enabled(memory.request_enable) + ") " + memory.data_name + " <= " + memory.name + "[" +
              printer_.print(memory.request_address) + "];\n";
    }
    if (!memory.write_enable->is_zero()) {
      body += "    if (" + enabled(memory.write_enable) + ") " + memory.name + "[" +
              printer_.print(memory.write_address) + "] <= " + printer_.print(memory.write_word) + ";\n";
    }
    // A reset does not clear a memory, and nothing is written while it lasts: C++ does not step then.
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
    if (reg.is_reset) resets += "      " + reg.name + " <= " + literal(reg.reset) + ";\n";
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
    text += "  assign " + port.name + " = " + connection(port, values_of(port), port.word) + ";\n";
  }
  for (const Export& port : module_.exports) {
    text += "  assign " + port.name + " = " + printer_.print(port.value) + ";\n";
  }
  return text;
}

}  // namespace stepc
