// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/design/packed_types.hpp"

#include <algorithm>

namespace stepc {
namespace {

// Returns the number of the member in which byte `offset` lies.
std::size_t member_at(const PackedStructure& structure, std::uint64_t offset) {
  const auto found = std::find_if(structure.members.begin(), structure.members.end(), [&](const PackedMember& member) {
    return offset >= member.offset && offset < member.offset + member.used_bytes;
  });
  return static_cast<std::size_t>(found - structure.members.begin());
}

// Appends each element of an array as a field; a field that is not an array is appended itself.
void append_elements(const Field& field, std::vector<Field>& elements) {
  if (field.type->kind != Type::Kind::kArray) {
    elements.push_back(field);
    return;
  }
  const Type& element = *field.type->element;
  for (std::uint64_t i = 0; i < field.type->count; ++i) {
    const std::string name = hardware_name(field.name) + "_" + std::to_string(i);
    append_elements({name, field.offset + i * element.bytes, &element, field.location}, elements);
  }
}

}  // namespace

const Type& innermost(const Type& type) {
  return type.kind == Type::Kind::kArray ? innermost(*type.element) : type;
}

std::vector<std::uint64_t> dimensions_of(const Type& type) {
  std::vector<std::uint64_t> dimensions;
  for (const Type* inner = &type; inner->kind == Type::Kind::kArray; inner = inner->element) {
    dimensions.push_back(inner->count);
  }
  return dimensions;
}

void PackedTypes::add(const Type& type, Arrays arrays, NameTable& names) {
  const Type& structure = innermost(type);
  if (structure.kind != Type::Kind::kStructure || numbers_.count(&structure) > 0) return;
  PackedStructure packed{&structure, "", {}};
  NameTable members;
  for (const Field& field : structure.fields) {
    if (field.type->width == 0) continue;
    add(*field.type, arrays, names);
    std::vector<Field> elements{field};
    if (arrays == Arrays::kNumbered) {
      elements.clear();
      append_elements(field, elements);
    }
    for (const Field& element : elements) {
      packed.members.push_back({members.unique_member(hardware_name(element.name)), &innermost(*element.type),
                                dimensions_of(*element.type), element.offset, element.type->bytes,
                                used_bytes(*element.type), element.type->width});
    }
  }
  packed.name = names.unique(snake_case(legal_identifier(hardware_name(structure.name))) + "_t");
  numbers_[&structure] = structures_.size();
  structures_.push_back(std::move(packed));
}

std::string PackedTypes::path(const Type& type, std::uint64_t offset) const {
  return path(type, offset, [](const Type&, std::uint64_t, const std::string&) {});
}

std::string PackedTypes::path(const Type& type, std::uint64_t offset, const Visit& visit) const {
  std::string path;
  const Type* at = &type;
  for (; at->kind == Type::Kind::kArray; at = at->element, offset %= at->bytes) {
    visit(*at, offset, path);
    path += "[" + std::to_string(offset / at->element->bytes) + "]";
  }
  while (at->kind == Type::Kind::kStructure) {
    visit(*at, offset, path);
    const PackedStructure& structure = of(*at);
    const PackedMember& member = structure.members.at(member_at(structure, offset));
    path += "." + member.name;
    offset -= member.offset;
    std::uint64_t bytes = member.bytes;
    for (const std::uint64_t count : member.dimensions) {
      bytes /= count;
      path += "[" + std::to_string(offset / bytes) + "]";
      offset %= bytes;
    }
    at = member.type;
  }
  return path;
}

unsigned low_bit(const Type& type, std::uint64_t offset, Arrays arrays) {
  if (type.kind == Type::Kind::kArray) {
    const std::uint64_t index = offset / type.element->bytes;
    const std::uint64_t below = arrays == Arrays::kPacked ? index : type.count - 1 - index;
    return static_cast<unsigned>(below) * type.element->width +
           low_bit(*type.element, offset % type.element->bytes, arrays);
  }
  unsigned low = type.width;
  for (const Field& field : type.fields) {
    if (field.type->width == 0) continue;
    low -= field.type->width;
    if (offset >= field.offset && offset < field.offset + used_bytes(*field.type)) {
      return low + low_bit(*field.type, offset - field.offset, arrays);
    }
  }
  return 0;  // a scalar
}

std::vector<std::size_t> bit_order(const Type& type, Arrays arrays) {
  const std::vector<Leaf> leaves = leaves_of(type);
  std::vector<unsigned> bits;
  std::vector<std::size_t> order;
  for (const Leaf& leaf : leaves) {
    order.push_back(order.size());
    bits.push_back(low_bit(type, leaf.offset, arrays));
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bits[a] > bits[b]; });
  return order;
}

std::vector<Expr> in_bit_order(const Type& type, const std::vector<Expr>& values, Arrays arrays) {
  if (arrays == Arrays::kNumbered) return values;  // as the scalars stand in the structure
  std::vector<Expr> ordered;
  for (const std::size_t leaf : bit_order(type, arrays)) ordered.push_back(values[leaf]);
  return ordered;
}

}  // namespace stepc
