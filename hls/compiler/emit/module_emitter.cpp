// Structure of a module's text: header, declarations, instances.
#include "hls/compiler/emit/module_emitter.hpp"

#include "hls/compiler/emit/structures.hpp"

namespace stepc {
namespace {

std::string comment(const Location& where, const std::string& text) {
  return "  // " + (where.known() ? where.text() + ": " : std::string()) + text;
}

}  // namespace

ModuleEmitter::ModuleEmitter(const Design& design, const Module& module, const TextOptions& options)
    : design_(design),
      module_(module),
      public_(options.verilator_public ? " /* verilator public_flat_rd */" : ""),
      names_(module.names),
      printer_(
          names_, [this](Expr symbol) { return symbol_text(symbol); },
          [this](unsigned memory, const std::string& address) {
            return module_.memories[memory].name + "[" + address + "]";
          }) {
}

std::string ModuleEmitter::symbol_text(Expr x) const {
  const Symbol& symbol = module_.symbols[x->tag];
  switch (symbol.kind) {
    case Symbol::Kind::kInput: {
      const Port& port = module_.inputs[symbol.index];
      return port.name + design_.packed.path(*port.type, port.leaves[symbol.leaf].leaf.offset);
    }
    case Symbol::Kind::kRegister:
      return module_.registers[symbol.index].name;
    case Symbol::Kind::kMemoryData:
      return module_.memories[symbol.index].data_name;
    case Symbol::Kind::kInstance: {
      const Instance& part = module_.instances[symbol.index];
      const Port& port = part.module->outputs[symbol.port];
      return part.output_names[symbol.port] + design_.packed.path(*port.type, port.leaves[symbol.leaf].leaf.offset);
    }
    case Symbol::Kind::kInstanceNow:
    case Symbol::Kind::kInstanceNext:
      break;
  }
  const Instance& part = module_.instances[symbol.index];
  const std::vector<Export>& exports = part.module->exports;
  const bool is_next = symbol.kind == Symbol::Kind::kInstanceNext;
  for (std::size_t i = 0; i < exports.size(); ++i) {
    if (exports[i].offset == symbol.offset && exports[i].is_next == is_next) return part.export_names[i];
  }
  return "";
}

std::string ModuleEmitter::header() const {
  std::string text = "// " + module_.source + ", " + module_.location.text() + "\n";
  text += "module " + module_.name + " (\n  input  logic clk,\n  input  logic rst";
  if (module_.has_enable) text += ",\n  input  logic " + module_.enable_name;
  for (const Port& port : module_.inputs) {
    if (port.is_used) text += ",\n  input  " + port_type(design_, *port.type) + " " + port.name;
  }
  for (const Port& port : module_.outputs) {
    text += ",\n  output " + port_type(design_, *port.type) + " " + port.name;
  }
  for (const Export& port : module_.exports) text += ",\n  output " + vector_type(port.value->width) + " " + port.name;
  return text + "\n);\n" + icarus_imports(design_, module_);
}

std::string ModuleEmitter::register_declarations() const {
  std::string text;
  for (const Register& reg : module_.registers) {
    const std::string where = comment(reg.leaf.location, (reg.in_out ? "out." : "") + reg.leaf.path) + "\n";
    if (reg.is_written()) {
      text += "  " + vector_type(reg.leaf.width()) + " " + reg.name + public_ + ";" + where;
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
            " [0:" + std::to_string(memory.leaf.type->count - 1) + "]" + public_ + ";" +
            comment(memory.leaf.location, memory.leaf.path) + "\n";
    if (memory.is_sync()) {
      text += "  " + vector_type(memory.leaf.width()) + " " + memory.data_name + public_ + ";\n";
    }
  }
  return text;
}

std::string ModuleEmitter::instance_signals() const {
  std::string text;
  for (const Instance& instance : module_.instances) {
    const Module& part = *instance.module;
    for (std::size_t p = 0; p < part.outputs.size(); ++p) {
      text += "  " + port_type(design_, *part.outputs[p].type) + " " + instance.output_names[p] + ";\n";
    }
    for (std::size_t p = 0; p < part.exports.size(); ++p) {
      text += "  " + vector_type(part.exports[p].value->width) + " " + instance.export_names[p] + ";\n";
    }
  }
  return text;
}

std::string ModuleEmitter::text() {
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
