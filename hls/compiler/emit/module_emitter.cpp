// Structure of a module's text: header, declarations, instances.
#include "hls/compiler/emit/module_emitter.hpp"

namespace stepc {
namespace {

constexpr char kPublic[] = " /* verilator public_flat_rd */";

std::string comment(const Location& where, const std::string& text) {
  return "  // " + (where.known() ? where.text() + ": " : std::string()) + text;
}

}  // namespace

ModuleEmitter::ModuleEmitter(Module& module, Structures& structures)
    : module_(module),
      structures_(structures),
      printer_(
          names_, [this](Expr symbol) { return symbol_text(symbol); },
          [this](unsigned memory, const std::string& address) {
            return module_.memories[memory].name + "[" + address + "]";
          }) {
}

// Ports first: their names are the interface. Then what layout and harness refer to, then the rest.
void ModuleEmitter::name_everything() {
  names_.unique("clk");
  names_.unique("rst");
  for (Port& port : module_.inputs) port.name = names_.unique(port.name, "_in");
  for (Port& port : module_.outputs) port.name = names_.unique(port.name, "_out");
  if (module_.has_enable) module_.enable_name = names_.unique("enable", "_tick");
  for (Register& reg : module_.registers) reg.name = names_.unique(reg.name, "_reg");
  for (MemoryBlock& memory : module_.memories) {
    memory.name = names_.unique(memory.name, "_words");
    if (memory.is_sync()) names_.unique(memory.name + "_data");
  }
  for (Export& port : module_.exports) port.name = names_.unique(port.name);
  for (Instance& part : module_.instances) part.name = names_.unique(part.name);
  for (const Instance& part : module_.instances) {
    auto& outputs = instance_outputs_.emplace_back();
    for (const Port& port : part.module->outputs) outputs.push_back(names_.unique(part.name + "_" + port.name));
    auto& exports = instance_exports_.emplace_back();
    for (const Export& port : part.module->exports) exports.push_back(names_.unique(part.name + "_" + port.name));
  }
}

std::string ModuleEmitter::symbol_text(Expr x) const {
  const Symbol& symbol = module_.symbols[x->tag];
  switch (symbol.kind) {
    case Symbol::Kind::kInput: {
      const Port& port = module_.inputs[symbol.index];
      return port.name + member_path(*port.type, port.leaves[symbol.leaf].leaf.offset);
    }
    case Symbol::Kind::kRegister:
      return module_.registers[symbol.index].name;
    case Symbol::Kind::kMemoryData:
      return module_.memories[symbol.index].name + "_data";
    case Symbol::Kind::kInstance: {
      const Port& port = module_.instances[symbol.index].module->outputs[symbol.port];
      return instance_outputs_[symbol.index][symbol.port] +
             member_path(*port.type, port.leaves[symbol.leaf].leaf.offset);
    }
    case Symbol::Kind::kInstanceNow:
    case Symbol::Kind::kInstanceNext:
      break;
  }
  const std::vector<Export>& exports = module_.instances[symbol.index].module->exports;
  const bool is_next = symbol.kind == Symbol::Kind::kInstanceNext;
  for (std::size_t i = 0; i < exports.size(); ++i) {
    if (exports[i].offset == symbol.offset && exports[i].is_next == is_next) return instance_exports_[symbol.index][i];
  }
  return "";
}

std::string ModuleEmitter::header() const {
  std::string text = "// " + module_.source + ", " + module_.location.text() + "\n";
  text += "module " + module_.name + " (\n  input  logic clk,\n  input  logic rst";
  if (module_.has_enable) text += ",\n  input  logic " + module_.enable_name;
  for (const Port& port : module_.inputs) {
    if (port.is_used) text += ",\n  input  " + structures_.type_name(*port.type) + " " + port.name;
  }
  for (const Port& port : module_.outputs) {
    text += ",\n  output " + structures_.type_name(*port.type) + " " + port.name;
  }
  for (const Export& port : module_.exports) text += ",\n  output " + vector_type(port.value->width) + " " + port.name;
  return text + "\n);\n";
}

std::string ModuleEmitter::register_declarations() const {
  std::string text;
  for (const Register& reg : module_.registers) {
    const std::string where = comment(reg.leaf.location, (reg.in_out ? "out." : "") + reg.leaf.path) + "\n";
    if (reg.is_written()) {
      text += "  " + vector_type(reg.leaf.width()) + " " + reg.name + kPublic + ";" + where;
    } else {  // a constant
      const std::string range = reg.leaf.width() == 1 ? "" : "[" + std::to_string(reg.leaf.width() - 1) + ":0] ";
      text += "  wire " + range + reg.name + " = " + literal(reg.reset) + ";" + where;
    }
  }
  return text;
}

std::string ModuleEmitter::memory_declarations() const {
  std::string text;
  for (const MemoryBlock& memory : module_.memories) {
    if (!memory.is_read) continue;
    text += "  " + vector_type(memory.leaf.width()) + " " + memory.name +
            " [0:" + std::to_string(memory.leaf.type->count - 1) + "]" + kPublic + ";" +
            comment(memory.leaf.location, memory.leaf.path) + "\n";
    if (memory.is_sync()) {
      text += "  " + vector_type(memory.leaf.width()) + " " + memory.name + "_data" + kPublic + ";\n";
    }
  }
  return text;
}

std::string ModuleEmitter::instance_signals() const {
  std::string text;
  for (std::size_t i = 0; i < module_.instances.size(); ++i) {
    const Module& part = *module_.instances[i].module;
    for (std::size_t p = 0; p < part.outputs.size(); ++p) {
      text += "  " + structures_.type_name(*part.outputs[p].type) + " " + instance_outputs_[i][p] + ";\n";
    }
    for (std::size_t p = 0; p < part.exports.size(); ++p) {
      text += "  " + vector_type(part.exports[p].value->width) + " " + instance_exports_[i][p] + ";\n";
    }
  }
  return text;
}

std::string ModuleEmitter::text() {
  name_everything();
  std::vector<Printer::Root> roots;
  each_root(module_, [&](Expr x, const RootName& name) { roots.push_back({x, name.text()}); });
  printer_.plan(roots);

  // Printing order decides the order of the wires.
  const std::string declarations = register_declarations() + memory_declarations() + instance_signals();
  const std::string parts = instances();
  const std::string memories = memory_updates();
  const std::string registers = register_updates();
  const std::string outputs = output_assignments();
  std::string text = header();
  for (const std::string& section : {declarations, printer_.wires(), parts, memories, registers, outputs}) {
    if (!section.empty()) text += "\n" + section;
  }
  return text + "endmodule\n";
}

}  // namespace stepc
