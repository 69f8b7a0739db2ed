// SPDX-License-Identifier: Apache-2.0
// Reads the C++ types of registers, ports and memory words out of debug information.
#pragma once

#include <map>

#include "hls/stepc/design/type.hpp"

namespace llvm {
class DICompositeType;
class DIDerivedType;
class DIType;
}  // namespace llvm

namespace stepc {

// Reads each type once.
class TypeReader {
 public:
  // The types go into `types`, which outlives the reader.
  TypeReader(Types& types, Diagnostics& diagnostics) : types_(types), diagnostics_(diagnostics) {}

  // Reports a type that hardware cannot hold, at the declaration that needs it (`where`) or at a
  // place within the type. The type is then read as a number of the same size with `failed` set.
  const Type* read(const llvm::DIType* type, const Location& where);

 private:
  Type read_new(const llvm::DIType* type, const Location& where);
  Type read_composite(const llvm::DICompositeType& composite, const Location& where);
  Type read_structure(const llvm::DICompositeType& structure, const Location& where);
  Type read_union(const llvm::DICompositeType& composite, const Location& where);
  void add_member(Type& structure, const llvm::DIDerivedType& member, const Location& from);
  Type read_array(const llvm::DICompositeType& array, const Location& where);
  Type read_memory(const llvm::DICompositeType& memory, const Location& where);

  Types& types_;
  Diagnostics& diagnostics_;
  std::map<const llvm::DIType*, const Type*> known_;
};

}  // namespace stepc
