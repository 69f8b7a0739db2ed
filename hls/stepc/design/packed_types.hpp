// SPDX-License-Identifier: Apache-2.0
// C++ structures as packed structures of SystemVerilog: their names, their members and the members'
// positions.
//
//     struct Flit { Packet packet; std::array<Bits<4>, 3> tags; };
//
// becomes flit_t with the members packet, tags_0, tags_1, tags_2 (Yosys 0.23 reads no arrays in
// structures) or, with Arrays::kPacked, with packet and `logic [2:0][3:0] tags`.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hls/stepc/design/name_table.hpp"
#include "hls/stepc/design/type.hpp"
#include "hls/stepc/expression/operation.hpp"

namespace stepc {

enum class Arrays {
  kNumbered,  // one member or port for each element: links_0, links_1; every tool reads it
  kPacked,    // packet_t [1:0] links; shorter, but Yosys 0.23 does not read it
};

struct PackedMember {
  std::string name;
  const Type* type;                       // of one element: a scalar or a structure
  std::vector<std::uint64_t> dimensions;  // of a packed array, the outermost first
  std::uint64_t offset;                   // bytes within the structure
  std::uint64_t bytes;
  std::uint64_t used_bytes;  // of these: behind them may lie another member
  unsigned width;
};

struct PackedStructure {
  const Type* type;
  std::string name;
  std::vector<PackedMember> members;  // the first in the highest bits
};

class PackedTypes {
 public:
  // Adds the structures of which a type is made, inner ones first; names come from `names`.
  void add(const Type& type, Arrays arrays, NameTable& names);

  const std::vector<PackedStructure>& structures() const { return structures_; }
  const PackedStructure& of(const Type& structure) const { return structures_[numbers_.at(&structure)]; }
  // Returns the path of the scalar at byte `offset` in a signal of the type: "" for a scalar,
  // ".header.rule" in a structure, "[2].valid" in a packed array.
  std::string path(const Type& type, std::uint64_t offset) const;
  // Calls visit(type, offset, path) for each structure and array of a signal in which that scalar
  // lies, the whole signal first: `path` leads to it, and `offset` is the scalar's within it.
  using Visit = std::function<void(const Type& type, std::uint64_t offset, const std::string& path)>;
  std::string path(const Type& type, std::uint64_t offset, const Visit& visit) const;
  bool contains(const Type& structure) const { return numbers_.count(&structure) > 0; }

 private:
  std::vector<PackedStructure> structures_;
  std::map<const Type*, std::size_t> numbers_;  // in structures_
};

// Returns the lowest bit of the scalar at byte `offset` of a type, in a signal of that type.
unsigned low_bit(const Type& type, std::uint64_t offset, Arrays arrays);
// Returns the numbers of a type's leaves (leaves_of), the leaf in the highest bits first.
std::vector<std::size_t> bit_order(const Type& type, Arrays arrays);
// Returns the values of a type's leaves, the leaf in the highest bits first.
std::vector<Expr> in_bit_order(const Type& type, const std::vector<Expr>& values, Arrays arrays);

// Returns the element type of an array of any dimensions; the type itself if it is not an array.
const Type& innermost(const Type& type);
// Returns the dimensions of an array, the outermost first.
std::vector<std::uint64_t> dimensions_of(const Type& type);

}  // namespace stepc
