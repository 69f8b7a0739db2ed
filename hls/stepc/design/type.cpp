// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/design/type.hpp"

#include <algorithm>

namespace stepc {
namespace {

Leaf field_of(const Leaf& at, const Field& field) {
  Leaf field_at{at.path,
                at.name,
                at.offset + field.offset,
                field.type,
                field.location,
                at.is_data || field.is_data || field.type->is_data,
                at.in_union || field.type->is_union};
  if (field.name.empty()) return field_at;  // C++ names members of an anonymous structure like its owner's
  field_at.path += (at.path.empty() ? "" : ".") + field.name;
  field_at.name += (at.name.empty() ? "" : "_") + hardware_name(field.name);
  return field_at;
}

Leaf element_of(const Leaf& at, const Type& array, std::uint64_t i) {
  const std::string number = std::to_string(i);
  return {at.path + "[" + number + "]",
          at.name + "_" + number,
          at.offset + i * array.element->bytes,
          array.element,
          at.location,
          at.is_data || array.element->is_data,
          at.in_union || array.element->is_union};
}

void append_leaves(const Type& type, const Leaf& at, std::vector<Leaf>& leaves) {
  if (type.kind == Type::Kind::kStructure) {
    for (const Field& field : type.fields) append_leaves(*field.type, field_of(at, field), leaves);
  } else if (type.kind == Type::Kind::kArray) {
    for (std::uint64_t i = 0; i < type.count; ++i) append_leaves(*type.element, element_of(at, type, i), leaves);
  } else {
    leaves.push_back(at);
    leaves.back().type = &type;
  }
}

}  // namespace

std::vector<Leaf> leaves_of(const Type& type, const Location& location) {
  std::vector<Leaf> leaves;
  append_leaves(type, {"", "", 0, &type, location, type.is_data}, leaves);
  return leaves;
}

std::uint64_t used_bytes(const Type& type) {
  if (type.kind == Type::Kind::kArray) {
    return type.count == 0 ? 0 : (type.count - 1) * type.element->bytes + used_bytes(*type.element);
  }
  if (type.kind != Type::Kind::kStructure) return type.bytes;
  std::uint64_t end = 0;
  for (const Field& field : type.fields) {
    if (field.type->bytes > 0) end = std::max(end, field.offset + used_bytes(*field.type));
  }
  return end;
}

Leaf object_at(const Type& type, std::uint64_t offset, const Type& part) {
  Leaf at{"", "", 0, &type, {}, type.is_data};
  while (at.type != &part) {
    const Type& here = *at.type;
    if (here.kind == Type::Kind::kArray && here.element->bytes >= part.bytes) {
      at = element_of(at, here, (offset - at.offset) / here.element->bytes);
      continue;
    }
    const auto contains = [&](const Field& field) {
      const std::uint64_t begin = at.offset + field.offset;
      return offset >= begin && offset + used_bytes(part) <= begin + used_bytes(*field.type);
    };
    const auto field = std::find_if(here.fields.begin(), here.fields.end(), contains);
    if (field == here.fields.end()) break;  // a base of this object
    at = field_of(at, *field);
  }
  return at;
}

std::string hardware_name(const std::string& cpp_name) {
  std::string name;
  for (const char c : cpp_name) {
    // Verilator reserves two underscores in a row.
    if (c != '_' || (!name.empty() && name.back() != '_')) name += c;
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name.empty() ? "unnamed" : name;
}

}  // namespace stepc
