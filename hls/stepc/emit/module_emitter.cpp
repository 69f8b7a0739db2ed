// SPDX-License-Identifier: Apache-2.0
// Prints the structure of a module: header, declarations, instances.
#include "hls/stepc/emit/module_emitter.hpp"

#include "hls/stepc/design/roots.hpp"
#include "hls/stepc/emit/systemverilog.hpp"

namespace stepc {
namespace {

std::string comment(const Location& where, const std::string& text) {
  return "  // " + (where.known() ? where.text() + ": " : std::string()) + text;
}

// Returns the signal at an export of an instance's module.
std::string export_name(const Instance& part, std::uint64_t offset, const Moment& moment, unsigned read) {
  const std::vector<Export>& exports = part.module->exports;
  for (std::size_t i = 0; i < exports.size(); ++i) {
    const bool is_it = exports[i].offset == offset && exports[i].moment == moment && exports[i].read == read;
    if (is_it) return part.export_names[i];
  }
  return "";
}

}  // namespace

ModuleEmitter::ModuleEmitter(const Design& design, const Module& module, const TextOptions& options)
    : design_(design),
      module_(module),
      public_(options.verilator_public ? " /* verilator public_flat_rd */" : ""),
      initial_zeros_(options.initial_zeros),
      names_(module.names),
      wholes_(design, module, [this](Expr symbol) { return symbol_text(symbol); }),
      printer_(
          names_, module.location, [this](Expr symbol) { return symbol_text(symbol); },
          [this](unsigned memory, const std::string& address) {
            return module_.memories[memory].name + "[" + address + "]";
          },
          wholes_, [this](const Type& type) { return port_type(design_, type); }) {
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
    case Symbol::Kind::kWordAddress:
      return module_.exports[symbol.index].address_name;
    case Symbol::Kind::kParameter:
      return module_.starts[symbol.index].name;
    case Symbol::Kind::kInstanceWord: {
      const Instance& part = module_.instances[symbol.index];
      const WordRead& read = part.reads[symbol.port];
      return export_name(part, read.offset, read.moment, read.read);
    }
    case Symbol::Kind::kInstanceNow:
    case Symbol::Kind::kInstanceNext:
      break;
  }
  return export_name(module_.instances[symbol.index], symbol.offset, symbol.moment(), 0);
}

// Ports of the hardware follow the reset; ports for assertions follow them.
std::vector<std::string> ModuleEmitter::ports(Use use) const {
  std::vector<std::string> all;
  if (module_.is_clocked && use == Use::kHardware) all = {"input  logic clk", "input  logic rst"};
  if (module_.has_enable && use == Use::kHardware) all.push_back("input  logic " + module_.enable_name);
  for (const Port& port : module_.inputs) {
    if (port.use == use) all.push_back("input  " + port_type(design_, *port.type) + " " + port.name);
  }
  for (const Export& port : module_.exports) {
    if (port.use == use && port.address) {
      all.push_back("input  " + vector_type(port.address->width) + " " + port.address_name);
    }
  }
  for (const Port& port : module_.outputs) {
    if (port.use == use) all.push_back("output " + port_type(design_, *port.type) + " " + port.name);
  }
  for (const Export& port : module_.exports) {
    if (port.use == use) all.push_back("output " + vector_type(port.value->width) + " " + port.name);
  }
  return all;
}

std::string ModuleEmitter::start_parameters() const {
  std::string text;
  for (const Start& start : module_.starts) {
    const unsigned width = start.value.getBitWidth();
    text += std::string(text.empty() ? "" : ",\n") + "  parameter [" + std::to_string(width - 1) + ":0] " + start.name +
            " = " + literal(start.value);
  }
  return text.empty() ? "" : " #(\n" + text + "\n)";
}

std::string ModuleEmitter::start_text(const Register& reg) const {
  return reg.start ? module_.starts[*reg.start].name : literal(reg.reset);
}

std::string ModuleEmitter::header(const std::vector<const Type*>& wires) const {
  std::string text = "// " + module_.source + ", " + module_.location.text() + "\n";
  text += "module " + module_.name + start_parameters() + " (\n";
  std::string separator = "  ";
  const auto add = [&](Use use) {
    std::string list;
    for (const std::string& port : ports(use)) {
      list += separator + port;
      separator = ",\n  ";
    }
    return list.empty() ? "" : list + "\n";
  };
  text += add(Use::kHardware);
  return text + for_assertions_only(add(Use::kAssertion)) + ");\n" + icarus_imports(design_, module_, wires);
}

std::string ModuleEmitter::register_declarations(const Reads& reads) const {
  std::string text;
  for (const Register& reg : module_.registers) {
    const std::string where = comment(reg.leaf.location, (reg.in_out ? "out." : "") + reg.leaf.path) + "\n";
    if (reg.is_written()) {
      text += "  " + vector_type(reg.leaf.width()) + " " + reg.name + public_ + ";" + where;
    } else if (reads.count(reg.name) > 0) {  // a constant
      const std::string range = reg.leaf.width() == 1 ? "" : "[" + std::to_string(reg.leaf.width() - 1) + ":0] ";
      text += "  wire " + range + reg.name + " = " + start_text(reg) + ";" + where;
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

std::string ModuleEmitter::instance_signals(Use use) const {
  std::string text;
  for (const Instance& instance : module_.instances) {
    const Module& part = *instance.module;
    for (std::size_t p = 0; p < part.outputs.size(); ++p) {
      if (part.outputs[p].use != use) continue;
      text += "  " + port_type(design_, *part.outputs[p].type) + " " + instance.output_names[p] + ";\n";
    }
    for (std::size_t p = 0; p < part.exports.size(); ++p) {
      if (part.exports[p].use != use) continue;
      text += "  " + vector_type(part.exports[p].value->width) + " " + instance.export_names[p] + ";\n";
    }
  }
  return text;
}

std::string ModuleEmitter::text() {
  const auto plan = [](Printer& printer, const auto& each) {
    std::vector<Printer::Root> roots;
    each([&](Expr x, const RootName& name) { roots.push_back({x, name.text()}); });
    printer.plan(roots);
  };
  for (const MemoryBlock& memory : module_.memories) {
    printer_.plan_address(memory.write_address);
    printer_.plan_address(memory.request_address);
  }
  plan(printer_, [&](auto visit) { each_root(module_, visit); });

  // The order of printing decides the order of the wires.
  const std::vector<std::string> parts = connections(Use::kHardware, printer_);
  const std::string memories = memory_updates();
  const std::string registers = register_updates();
  const std::string outputs = output_assignments();

  Printer checks = printer_.successor();
  plan(checks, [&](auto visit) { each_assertion_root(module_, visit); });
  const std::vector<std::string> checked_parts = connections(Use::kAssertion, checks);
  const std::string asserted = assertions(checks);
  const Reads reads = this->reads(checks);
  const std::string declarations =
      register_declarations(reads) + memory_declarations() + instance_signals(Use::kHardware);
  const std::string unread = unread_signals(Use::kHardware, checks, reads);
  const std::string check_wires = for_assertions_only(instance_signals(Use::kAssertion) + checks.wires());
  const std::string unread_checks = for_assertions_only(unread_signals(Use::kAssertion, checks, reads));

  std::vector<const Type*> types = printer_.types();
  types.insert(types.end(), checks.types().begin(), checks.types().end());
  std::string text = header(types);
  for (const std::string& section :
       {declarations, printer_.wires(), check_wires, instances(parts, checked_parts), memories, registers, outputs,
        unread, for_assertions_only(asserted), unread_checks}) {
    if (!section.empty()) text += "\n" + section;
  }
  return text + "endmodule\n";
}

std::string for_assertions_only(const std::string& text) {
  return text.empty() ? "" : "`ifndef SYNTHESIS\n" + text + "`endif\n";
}

}  // namespace stepc
