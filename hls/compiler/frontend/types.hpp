// The C++ types of registers, ports and memory words, as the debug information describes them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hls/compiler/diagnostics.hpp"

namespace llvm {
class DICompositeType;
class DIDerivedType;
class DIType;
}  // namespace llvm

namespace stepc {

struct Type;

struct Field {
  std::string name;
  std::uint64_t offset;  // bytes from the start of the structure
  const Type* type;
  Location location;
};

struct Type {
  enum class Kind {
    kScalar,      // hls::Bits<W>, bool, an integer, an enumeration: `width` bits
    kStructure,   // `fields`
    kArray,       // `count` times `element`
    kMemory,      // hls::Ram, hls::ForwardingRam: `count` words of `element`, asynchronous read
    kSyncMemory,  // hls::SyncRam: likewise, registered read
  };

  Kind kind = Kind::kScalar;
  std::string name;  // as in C++, without the template's arguments
  std::uint64_t bytes = 0;
  unsigned width = 0;  // all bits that the scalars within hold
  std::vector<Field> fields;
  const Type* element = nullptr;
  std::uint64_t count = 0;
  bool forwards = false;                 // a memory that may be read after it is written in the same cycle
  std::uint64_t memory_data_offset = 0;  // of a synchronous memory: bytes to the word that was read

  bool is_memory() const { return kind == Kind::kMemory || kind == Kind::kSyncMemory; }
};

// A scalar, or a memory, within a type.
struct Leaf {
  std::string path;      // as C++ writes it: "queues_[1].head_"
  std::string name;      // as hardware writes it: "queues_1_head"
  std::uint64_t offset;  // bytes
  const Type* type;
  Location location;

  std::uint64_t bytes() const { return type->bytes; }
  unsigned width() const { return type->width; }
};

// Scalars and memories of a type in order of declaration.
std::vector<Leaf> leaves_of(const Type& type, const Location& location = {});

// "head_" -> "head": without the underscores that mark members or that Verilator reserves.
std::string hardware_name(const std::string& cpp_name);

// Reads types out of debug information, each once.
class TypeReader {
 public:
  // Throws Untranslatable for a type that hardware cannot hold; `where` is the declaration that wants it.
  const Type* read(const llvm::DIType* type, const Location& where);

 private:
  Type read_composite(const llvm::DICompositeType& composite, const Location& where);
  Type read_structure(const llvm::DICompositeType& structure, const Location& where);
  void add_member(Type& structure, const llvm::DIDerivedType& member);
  Type read_array(const llvm::DICompositeType& array, const Location& where);
  Type read_memory(const llvm::DICompositeType& memory, const Location& where);

  std::map<const llvm::DIType*, std::unique_ptr<Type>> types_;
  std::vector<std::unique_ptr<Type>> inner_arrays_;  // rows of arrays of more dimensions
};

}  // namespace stepc
