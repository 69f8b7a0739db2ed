// Storage that a function can point into, and pointers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hls/stepc/design/type.hpp"
#include "hls/stepc/expression/node.hpp"

namespace stepc {

// One byte: byte `byte` of `value`, whose width is a multiple of 8. No value: undefined (padding, or never written).
struct Cell {
  Expr value = nullptr;
  unsigned byte = 0;

  bool operator==(const Cell&) const = default;
};

// The bytes of a memory in a region, which only its ports reach, and what to say of other accesses.
struct Fence {
  std::uint64_t begin;
  std::uint64_t end;
  std::string reason;
};

// An object: the state, an argument, a local variable, a constant table.
struct Region {
  unsigned number = 0;
  std::string name;
  std::uint64_t bytes = 0;
  const Type* type = nullptr;  // when the debug information tells
  bool read_only = false;
  std::function<Cell(std::uint64_t byte)> initial;  // contents before the first store
  std::vector<std::uint64_t> boundaries;            // sorted offsets at which scalars begin
  std::vector<Fence> fences;
};

struct PointerValue;
using Pointer = std::shared_ptr<const PointerValue>;

// index * scale bytes, modulo 2^64.
struct PointerTerm {
  Expr index;  // 64 bits
  std::int64_t scale;
};

// region + offset + terms; or, when `condition` is set, one of two pointers; or null, when there is no region.
struct PointerValue {
  const Region* region = nullptr;
  std::int64_t offset = 0;
  std::vector<PointerTerm> terms;
  Expr condition = nullptr;
  Pointer yes;
  Pointer no;
  bool failed = false;   // could not be translated; the error has been reported
  unsigned choices = 1;  // pointers among which is chosen

  bool is_constant() const { return !condition && region && terms.empty(); }
};

}  // namespace stepc
