// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/frontend/type_reader.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <utility>

#include "hls/stepc/frontend/locations.hpp"

namespace stepc {
namespace {

namespace dwarf = llvm::dwarf;

bool in_hls(const llvm::DICompositeType& type) {
  const llvm::DIScope* scope = type.getScope();
  return scope && scope->getName() == "hls";
}

bool is_instance_of(const llvm::DICompositeType& type, llvm::StringRef name) {
  return in_hls(type) && type.getName().split('<').first == name;
}

// Returns the first number among a template's arguments, such as W in Bits<W>.
std::uint64_t template_number(const llvm::DICompositeType& type) {
  for (const llvm::DINode* parameter : type.getTemplateParams()) {
    const auto* value = llvm::dyn_cast<llvm::DITemplateValueParameter>(parameter);
    if (!value) continue;
    const auto* constant = llvm::dyn_cast<llvm::ConstantAsMetadata>(value->getValue());
    if (constant) return llvm::cast<llvm::ConstantInt>(constant->getValue())->getZExtValue();
  }
  return 0;
}

const llvm::DIType* strip_names_and_qualifiers(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != dwarf::DW_TAG_typedef && tag != dwarf::DW_TAG_const_type) break;
    type = derived->getBaseType();
  }
  return type;
}

Type read_scalar(const llvm::DIBasicType& basic, const Location& where) {
  const unsigned encoding = basic.getEncoding();
  if (encoding == dwarf::DW_ATE_float) throw Untranslatable(where, "floating point is not translatable");
  if (basic.getName().contains("_BitInt")) {
    throw Untranslatable(where, "a bare _BitInt: debug information loses its width, use hls::Bits<W>");
  }
  if (basic.getSizeInBits() > 64)
    throw Untranslatable(where, "an integer of more than 64 bits cannot be a register, a port or a memory word");
  // decltype(nullptr) has no size in debug information.
  if (basic.getTag() == dwarf::DW_TAG_unspecified_type) {
    throw Untranslatable(
        where, "std::nullptr_t cannot be a register, a port or a memory word: it has one value, leave it out");
  }
  Type type;
  type.name = basic.getName().str();
  type.width = encoding == dwarf::DW_ATE_boolean ? 1 : static_cast<unsigned>(basic.getSizeInBits());
  type.bytes = basic.getSizeInBits() / 8;
  return type;
}

// Returns the place where a member is declared. A member that the C++ library declares, or that the
// compiler adds, gets the place of the design's declaration that needs it.
Location place_of(const llvm::DIDerivedType& member, const Location& where) {
  return member.getLine() == 0 || is_library_code(member) ? where : location_of(member);
}

// A structure declares this static member if its registers are data, which reset does not touch.
constexpr char kDataMark[] = "kHlsData";

// Returns the initial value of a static bool. For an unused member of a template, debug information
// has no value, so the value is read from the line of its declaration, which must say true or
// false.
bool static_value(const llvm::DIDerivedType& member) {
  if (const auto* value = llvm::dyn_cast_or_null<llvm::ConstantInt>(member.getConstant())) return !value->isZero();
  llvm::SmallString<256> path(member.getFilename());
  llvm::sys::fs::make_absolute(member.getDirectory(), path);
  const auto file = llvm::MemoryBuffer::getFile(path);
  llvm::StringRef line = file ? (*file)->getBuffer() : "";
  for (unsigned i = 1; i < member.getLine(); ++i) line = line.split('\n').second;
  const llvm::StringRef value = line.split(kDataMark).second.split(';').first.trim(" ={}");
  if (value != "true" && value != "false") {
    throw Untranslatable(location_of(member), std::string(kDataMark) + " must say true or false in one line");
  }
  return value == "true";
}

// Returns whether the type is a structure without members.
bool is_empty(const llvm::DICompositeType& type) {
  return type.getTag() != dwarf::DW_TAG_array_type && type.getTag() != dwarf::DW_TAG_enumeration_type &&
         std::none_of(type.getElements().begin(), type.getElements().end(), [](const llvm::DINode* element) {
           const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
           return member && !member->isStaticMember();
         });
}

// std::array is read as its one member.
bool is_standard_array(const Type& type, const llvm::DICompositeType& composite) {
  return composite.getName().starts_with("array<") && composite.getScope() &&
         composite.getScope()->getName() != "hls" && type.fields.size() == 1 &&
         type.fields[0].type->kind == Type::Kind::kArray && type.fields[0].name.starts_with("_");
}

}  // namespace

const Type* TypeReader::read(const llvm::DIType* declared, const Location& where) {
  const llvm::DIType* type = strip_names_and_qualifiers(declared);
  if (!type) throw Untranslatable(where, "void is not a value");
  if (const auto found = known_.find(type); found != known_.end()) return found->second;

  try {
    types_.push_back(read_new(type, where));
    return known_[type] = &types_.back();
  } catch (const Untranslatable& error) {  // of this declaration only: later declarations are read too
    diagnostics_.report(error);
    Type opaque;
    opaque.failed = true;
    opaque.bytes = type->getSizeInBits() / 8;
    opaque.width = static_cast<unsigned>(8 * opaque.bytes);
    types_.push_back(std::move(opaque));
    return &types_.back();
  }
}

Type TypeReader::read_new(const llvm::DIType* type, const Location& where) {
  if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) return read_scalar(*basic, where);
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) return read_composite(*composite, where);
  for (const auto& [tag, word] :
       {std::pair(dwarf::DW_TAG_volatile_type, "volatile"), std::pair(dwarf::DW_TAG_atomic_type, "_Atomic")}) {
    if (type->getTag() != tag) continue;
    throw Untranslatable(where,
                         std::string(word) + " cannot be a register, a port or a memory word: leave " + word + " out");
  }
  throw Untranslatable(where, "a pointer or a reference cannot be a register, a port or a memory word");
}

Type TypeReader::read_composite(const llvm::DICompositeType& composite, const Location& where) {
  Type type;
  switch (composite.getTag()) {
    case dwarf::DW_TAG_array_type:
      return read_array(composite, where);
    case dwarf::DW_TAG_enumeration_type:
      type.width = static_cast<unsigned>(composite.getSizeInBits());
      break;
    case dwarf::DW_TAG_union_type:
      return read_union(composite, where);
    default:
      for (const char* memory : {"Ram", "ForwardingRam", "SyncRam"}) {
        if (is_instance_of(composite, memory)) return read_memory(composite, where);
      }
      if (!is_instance_of(composite, "Bits")) return read_structure(composite, where);
      type.width = static_cast<unsigned>(template_number(composite));
  }
  type.name = composite.getName().str();
  type.bytes = composite.getSizeInBits() / 8;
  return type;
}

Type TypeReader::read_structure(const llvm::DICompositeType& structure, const Location& where) {
  if (structure.isForwardDecl()) {
    throw Untranslatable(where, "no definition of '" + structure.getName().str() + "' in the debug information");
  }
  Type type;
  type.kind = Type::Kind::kStructure;
  type.name = structure.getName().split('<').first.str();
  type.bytes = structure.getSizeInBits() / 8;
  for (const llvm::DINode* element : structure.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (!member) continue;
    try {
      if (member->isStaticMember() && member->getName() == kDataMark) type.is_data = static_value(*member);
      add_member(type, *member, where);
    } catch (const Untranslatable& error) {
      diagnostics_.report(error);
      type.failed = true;
    }
  }
  if (is_standard_array(type, structure)) return *type.fields[0].type;
  return type;
}

// A union with at most one member that is not empty, as in std::optional, is read as a structure.
Type TypeReader::read_union(const llvm::DICompositeType& composite, const Location& where) {
  unsigned members = 0;
  for (const llvm::DINode* element : composite.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (!member || member->isStaticMember() || member->getTag() != dwarf::DW_TAG_member) continue;
    const auto* type = llvm::dyn_cast<llvm::DICompositeType>(strip_names_and_qualifiers(member->getBaseType()));
    if (!type || !is_empty(*type)) ++members;
  }
  if (members > 1)
    throw Untranslatable(is_library_code(composite) ? where : location_of(composite), "a union is not translatable");
  Type type = read_structure(composite, where);
  type.is_union = true;
  return type;
}

void TypeReader::add_member(Type& structure, const llvm::DIDerivedType& member, const Location& from) {
  const unsigned tag = member.getTag();
  if (member.isStaticMember() || (tag != dwarf::DW_TAG_member && tag != dwarf::DW_TAG_inheritance)) return;
  const Location where = place_of(member, from);
  if (member.isBitField()) throw Untranslatable(where, "a bit-field is not translatable, use hls::Bits<W>");
  if (member.getName().starts_with("_vptr")) throw Untranslatable(where, "virtual functions are not translatable");
  const Type* type = read(member.getBaseType(), where);
  const std::uint64_t offset = member.getOffsetInBits() / 8;
  if (tag == dwarf::DW_TAG_inheritance && type->kind == Type::Kind::kStructure) {
    for (Field field : type->fields) {
      field.offset += offset;
      field.is_data = field.is_data || type->is_data;
      structure.fields.push_back(field);
    }
  } else {  // a base that is not a structure becomes a member named "base"
    const std::string name = tag == dwarf::DW_TAG_inheritance ? "base" : member.getName().str();
    structure.fields.push_back({name, offset, type, where, false});
  }
  structure.width += type->is_memory() ? 0 : type->width;
  structure.failed = structure.failed || type->failed;
}

Type TypeReader::read_array(const llvm::DICompositeType& array, const Location& where) {
  const Type* element = read(array.getBaseType(), where);
  std::vector<std::uint64_t> counts;
  for (const llvm::DINode* dimension : array.getElements()) {
    const auto* range = llvm::dyn_cast<llvm::DISubrange>(dimension);
    const auto* count = range ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount()) : nullptr;
    if (!count || count->isNegative()) throw Untranslatable(where, "an array of unknown length");
    counts.push_back(count->getZExtValue());
  }
  Type type = *element;
  for (auto count = counts.rbegin(); count != counts.rend(); ++count) {  // the last dimension is the innermost
    if (count != counts.rbegin()) {
      types_.push_back(type);
      element = &types_.back();
    }
    type = Type{};
    type.kind = Type::Kind::kArray;
    type.count = *count;
    type.element = element;
    type.bytes = element->bytes * *count;
    type.width = element->width * static_cast<unsigned>(*count);
    type.failed = element->failed;
  }
  return type;
}

Type TypeReader::read_memory(const llvm::DICompositeType& memory, const Location& where) {
  if (is_instance_of(memory, "ForwardingRam")) {  // it inherits Ram, and may be read after it is written
    const auto* base = llvm::cast<llvm::DIDerivedType>(memory.getElements()[0]);
    Type type = *read(base->getBaseType(), where);
    type.name = memory.getName().str();
    type.forwards = true;
    return type;
  }
  Type type;
  type.kind = is_instance_of(memory, "SyncRam") ? Type::Kind::kSyncMemory : Type::Kind::kMemory;
  type.name = memory.getName().str();
  type.bytes = memory.getSizeInBits() / 8;
  for (const llvm::DINode* element : memory.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (!member || member->isStaticMember() || member->getTag() != dwarf::DW_TAG_member) continue;
    if (member->getName() == "words_") {
      const Type* words = read(member->getBaseType(), where);
      if (words->kind != Type::Kind::kArray) throw Untranslatable(where, "a memory's depth must be a constant");
      type.element = words->element;
      type.count = words->count;
    } else if (member->getName() == "data_") {
      type.memory_data_offset = member->getOffsetInBits() / 8;
    }
  }
  if (!type.element || type.count == 0) throw Untranslatable(where, "a memory's depth must be a constant");
  for (const Leaf& leaf : leaves_of(*type.element)) {
    if (leaf.type->is_memory()) throw Untranslatable(where, "a memory of memories");
  }
  type.width = type.element->width;
  type.failed = type.element->failed;
  return type;
}

}  // namespace stepc
