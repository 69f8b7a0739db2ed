#include "hls/stepc/emit/structures.hpp"

#include <algorithm>

namespace stepc {
namespace {

std::string range(std::uint64_t count) {
  return "[" + std::to_string(count - 1) + ":0]";
}

// An element's type and the dimensions before it: "logic [2:0][7:0]", "packet_t [2:0]".
std::string array_type(const std::string& structure, const std::vector<std::uint64_t>& dimensions, unsigned width) {
  std::string ranges;
  for (const std::uint64_t count : dimensions) ranges += range(count);
  if (structure.empty() && width > 1) ranges += range(width);
  const std::string element = structure.empty() ? "logic" : structure;
  return ranges.empty() ? element : element + " " + ranges;
}

}  // namespace

std::string vector_type(unsigned width) {
  return array_type("", {}, width);
}

std::string port_type(const Design& design, const Type& type) {
  const Type& element = innermost(type);
  const bool is_structure = element.kind == Type::Kind::kStructure;
  const std::string structure = is_structure ? design.package + "::" + design.packed.of(element).name : "";
  return array_type(structure, dimensions_of(type), element.width);
}

std::string icarus_imports(const Design& design, const Module& module) {
  std::vector<std::string> names;
  const auto add = [&](const Port& port) {
    const Type& element = innermost(*port.type);
    if (port.use == Use::kNone || element.kind != Type::Kind::kStructure) return;
    const std::string name = design.package + "::" + design.packed.of(element).name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Port& port : module.inputs) add(port);
  for (const Port& port : module.outputs) add(port);
  for (const Instance& instance : module.instances) {
    for (const Port& port : instance.module->outputs) add(port);
  }
  if (names.empty()) return "";
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "  import " : ", ") + name;
  return "`ifdef __ICARUS__\n" + text + ";\n`endif\n";
}

std::string package_text(const Design& design) {
  if (design.packed.structures().empty()) return "";
  std::string text = "package " + design.package + ";\n\n";
  for (const PackedStructure& structure : design.packed.structures()) {
    text += "typedef struct packed {\n";
    for (const PackedMember& member : structure.members) {
      const bool is_structure = member.type->kind == Type::Kind::kStructure;
      const std::string name = is_structure ? design.packed.of(*member.type).name : "";
      text += "  " + array_type(name, member.dimensions, member.type->width) + " " + member.name + ";\n";
    }
    text += "} " + structure.name + ";\n\n";
  }
  return text + "endpackage\n\n";
}

}  // namespace stepc
