#include "hls/compiler/emit/structures.hpp"

namespace stepc {

std::string vector_type(unsigned width) {
  return width == 1 ? "logic" : "logic [" + std::to_string(width - 1) + ":0]";
}

std::string member_path(const Type& type, std::uint64_t offset) {
  for (const Field& field : type.fields) {
    if (offset < field.offset || offset >= field.offset + field.type->bytes || field.type->width == 0) continue;
    std::string name = hardware_name(field.name);
    const Type* inner = field.type;
    std::uint64_t rest = offset - field.offset;
    while (inner->kind == Type::Kind::kArray) {
      inner = inner->element;
      name += "_" + std::to_string(rest / inner->bytes);
      rest %= inner->bytes;
    }
    return "." + without_keyword(name) + member_path(*inner, rest);
  }
  return "";
}

std::string Structures::fields_of(const std::string& name, const Type& type) {
  if (type.width == 0) return "";
  if (type.kind != Type::Kind::kArray) return "  " + type_name(type) + " " + without_keyword(name) + ";\n";
  std::string text;
  for (std::uint64_t i = 0; i < type.count; ++i) text += fields_of(name + "_" + std::to_string(i), *type.element);
  return text;
}

std::string Structures::type_name(const Type& type) {
  if (type.kind != Type::Kind::kStructure) return vector_type(type.width);
  if (const auto found = names_.find(&type); found != names_.end()) return found->second;
  std::string fields;
  for (const Field& field : type.fields) fields += fields_of(hardware_name(field.name), *field.type);
  const std::string name = unique_.unique(snake_case(hardware_name(type.name)) + "_t");
  definitions_ += "typedef struct packed {\n" + fields + "} " + name + ";\n\n";
  return names_[&type] = name;
}

}  // namespace stepc
