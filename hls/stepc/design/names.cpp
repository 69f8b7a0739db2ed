// SPDX-License-Identifier: Apache-2.0
// Settles the names of the generated text.
#include <set>

#include "hls/stepc/design/transforms.hpp"

namespace stepc {
namespace {

class Namer {
 public:
  explicit Namer(Design& design) : design_(design) {}

  void run() {
    Module& top = design_.top();
    design_.package = top.name + "_pkg";
    parts_.reserve("pkg");
    name_parts_of(top, top.name + "_");
    types_.reserve(design_.package);
    for (const auto& module : design_.modules) types_.reserve(module->name);
    // Names for hardware come first, so that they do not depend on assertions.
    for (const Use use : {Use::kHardware, Use::kAssertion}) {
      for (const auto& module : design_.modules) name_types(*module, use);
    }
    for (const auto& module : design_.modules) name_within(*module);
    design_.names_settled = true;
  }

 private:
  // Parts are named in the order in which a reader meets them: owners before their parts.
  void name_parts_of(Module& owner, const std::string& prefix) {
    for (std::size_t i = 0; i < owner.instances.size(); ++i) {
      Instance& part = owner.instances[i];
      auto& name = part_names_[part.module];
      const bool is_first = name.empty();
      if (is_first) name = parts_.unique(part.module->name);
      if (part.is_stateless()) part.name = name + "_" + std::to_string(i);
      if (!is_first) continue;
      part.module->name = prefix + name;
      name_parts_of(*part.module, prefix);
    }
  }

  void name_types(const Module& module, Use use) {
    for (const Port& port : module.inputs) {
      if (port.use == use) design_.packed.add(*port.type, design_.arrays, types_);
    }
    for (const Port& port : module.outputs) design_.packed.add(*port.type, design_.arrays, types_);
  }

  void name_within(Module& module) {
    NameTable& names = module.names;
    for (const auto& other : design_.modules) names.reserve(other->name);
    for (const PackedStructure& structure : design_.packed.structures()) names.reserve(structure.name);
    names.reserve(design_.package);
    if (module.is_top) names.reserve("V" + module.name);  // the class of Verilator's model
    names.reserve("clk");
    names.reserve("rst");
    for (Start& start : module.starts) start.name = names.unique(start.name);  // before the inputs that some replace
    for (Port& port : module.inputs) name_port(module, port, "_in");
    for (Port& port : module.outputs) name_port(module, port, "_out");
    if (module.has_enable) module.enable_name = names.unique("enable", "_tick");
    for (Register& reg : module.registers) reg.name = names.unique(reg.name, "_reg");
    for (MemoryBlock& memory : module.memories) {
      memory.name = names.unique(memory.name, "_words");
      if (memory.is_sync()) memory.data_name = names.unique(memory.name + "_data");
    }
    name_exports(module, Use::kHardware);
    // Verilator warns of a name that is that of the instance around it. Parts are named before their owners.
    for (Instance& part : module.instances) part.name = names.unique_beside(part.module->names, part.name, "_part");
    for (Instance& part : module.instances) {
      for (const Port& port : part.module->outputs) {
        part.output_names.push_back(names.unique(part.name + "_" + port.name));
      }
      name_exports_of(part, names, Use::kHardware);
    }
    name_exports(module, Use::kAssertion);
    for (Instance& part : module.instances) name_exports_of(part, names, Use::kAssertion);
  }

  static void name_exports(Module& module, Use use) {
    for (Export& port : module.exports) {
      if (port.use != use) continue;
      port.name = module.names.unique(port.name);
      if (port.address) port.address_name = module.names.unique(port.address_name);
    }
  }

  // Names the signals at the exports of an instance; exports of one use stand together.
  static void name_exports_of(Instance& part, NameTable& names, Use use) {
    for (const Export& port : part.module->exports) {
      if (port.use == use) part.export_names.push_back(names.unique(part.name + "_" + port.name));
    }
  }

  static void name_port(Module& module, Port& port, const std::string& suffix) {
    port.name = module.is_top ? module.names.unique_port(port.name, suffix) : module.names.unique(port.name, suffix);
  }

  Design& design_;
  NameTable parts_;
  NameTable types_;
  std::map<const Module*, std::string> part_names_;  // without the top's
};

}  // namespace

void settle_names(Design& design) {
  Namer(design).run();
}

}  // namespace stepc
