#include "hls/compiler/design/type.hpp"

namespace stepc {
namespace {

void append_leaves(const Type& type, const Leaf& at, std::vector<Leaf>& leaves) {
  if (type.kind == Type::Kind::kStructure) {
    for (const Field& field : type.fields) {
      const std::string dot = at.path.empty() ? "" : at.path + ".";
      const std::string bar = at.name.empty() ? "" : at.name + "_";
      append_leaves(
          *field.type,
          {dot + field.name, bar + hardware_name(field.name), at.offset + field.offset, field.type, field.location},
          leaves);
    }
  } else if (type.kind == Type::Kind::kArray) {
    for (std::uint64_t i = 0; i < type.count; ++i) {
      const std::string number = std::to_string(i);
      append_leaves(*type.element,
                    {at.path + "[" + number + "]", at.name + "_" + number, at.offset + i * type.element->bytes,
                     type.element, at.location},
                    leaves);
    }
  } else {
    leaves.push_back(at);
    leaves.back().type = &type;
  }
}

}  // namespace

std::vector<Leaf> leaves_of(const Type& type, const Location& location) {
  std::vector<Leaf> leaves;
  append_leaves(type, {"", "", 0, &type, location}, leaves);
  return leaves;
}

std::string hardware_name(const std::string& cpp_name) {
  std::string name;
  for (const char c : cpp_name) {
    // No two underscores in a row: Verilator reserves them.
    if (c != '_' || (!name.empty() && name.back() != '_')) name += c;
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name.empty() ? "unnamed" : name;
}

}  // namespace stepc
