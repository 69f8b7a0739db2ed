// SPDX-License-Identifier: Apache-2.0
// The C++ types of registers, ports and memory words, as far as hardware sees them.
//
//     struct Packet { hls::Bits<32> payload; hls::Bits<5> destination; };
//
// is a structure of 8 bytes and 37 bits with two fields; its leaves are the scalars "payload" and
// "destination". frontend/type_reader.hpp reads the types from debug information.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "hls/stepc/diagnostics/diagnostics.hpp"

namespace stepc {

struct Type;

struct Field {
  std::string name;
  std::uint64_t offset;  // bytes from the start of the structure
  const Type* type;
  Location location;
  bool is_data = false;  // a base class is marked as data
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
  bool failed = false;                   // has a member that is not translatable; the error has been reported
  bool is_data = false;                  // says of itself that its registers need no reset: kHlsData
  bool is_union = false;                 // holds its one member or nothing, as in std::optional
  bool forwards = false;                 // a memory that may be read after it is written in the same cycle
  std::uint64_t memory_data_offset = 0;  // of a synchronous memory: bytes to the word that was read

  bool is_memory() const { return kind == Kind::kMemory || kind == Kind::kSyncMemory; }
};

// Types refer to one another; none moves once it is in here.
using Types = std::deque<Type>;

// A scalar, or a memory, within a type.
struct Leaf {
  std::string path;      // as C++ writes it: "queues_[1].head_"
  std::string name;      // as hardware writes it: "queues_1_head"
  std::uint64_t offset;  // bytes
  const Type* type;
  Location location;
  bool is_data = false;   // within a structure that is data
  bool in_union = false;  // likewise, in one that may hold nothing

  std::uint64_t bytes() const { return type->bytes; }
  unsigned width() const { return type->width; }
};

// Returns the scalars and memories of a type, in order of declaration.
std::vector<Leaf> leaves_of(const Type& type, const Location& location = {});

// Returns the bytes up to the end of the last scalar. The padding behind it may hold members of a
// derived class, or members that follow a [[no_unique_address]] member.
std::uint64_t used_bytes(const Type& type);

// Returns the object of type `part` at byte `offset` within a type: its path and its name, both
// empty for the whole.
Leaf object_at(const Type& type, std::uint64_t offset, const Type& part);

// Removes the underscores that mark members or that Verilator reserves: "head_" -> "head".
std::string hardware_name(const std::string& cpp_name);

}  // namespace stepc
