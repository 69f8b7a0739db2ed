// SPDX-License-Identifier: Apache-2.0
// Pointer arithmetic, the elements that a pointer may point to, and accesses through pointers.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>

#include "hls/stepc/expression/builder.hpp"
#include "hls/stepc/expression/facts.hpp"
#include "hls/stepc/walk/memory.hpp"

namespace stepc {

// The elements that a dynamic index can select.
//
// C++ requires that an access lies within the indexed array, but LLVM has already folded the array
// into a number of bytes: `b[i - 1]` starts in the member before `b`. Every byte of the whole
// object is therefore a candidate, and the known range of the index decides among them.

// How to treat an address that may lie in several arrays.
enum class Addresses {
  kCertain,  // throw AmbiguousAddress: the walk begins again, on a program that tells the bounds of its subscripts
  kAny,      // accept all of them
};

class AmbiguousAddress : public std::runtime_error {
 public:
  AmbiguousAddress() : std::runtime_error("an address that may lie in several arrays") {}
};

// An access to `bytes` bytes at a place in the source, with the facts that hold there.
struct Access {
  std::uint64_t bytes;
  const Facts& facts;
  Addresses addresses;
  Location where;
  bool is_direct = true;  // to the bytes themselves, not a call on an object with ports
};

// The numbers first .. last.
struct IndexRange {
  std::int64_t first;
  std::int64_t last;
};

// Returns the values that term number `term` may have; nothing if no value lies within the object.
std::optional<IndexRange> candidates(const PointerValue& pointer, std::size_t term, const Access& access);

Pointer pointer_to(const Region& region, std::int64_t offset);
Pointer null_pointer();
Pointer failed_pointer();
// Returns whether any piece of the pointer could not be translated.
bool is_failed(const Pointer& pointer);
Pointer add_offset(const Pointer& pointer, std::int64_t bytes);
// pointer + index * scale; `index` has 64 bits. A choice of constants becomes a choice of pointers.
Pointer add_term(Builder& build, const Pointer& pointer, Expr index, std::int64_t scale);
// A choice among many places of one object becomes one pointer with an index.
Pointer choose(Builder& build, Expr condition, const Pointer& yes, const Pointer& no);
bool same_pointer(const Pointer& a, const Pointer& b);

// Returns whether two pointers are the same address. Pointers into different objects never are.
Expr equal_pointers(Builder& build, const Pointer& a, const Pointer& b);
// Returns the pointer without its null choices; a null result means that it is always null.
Pointer unless_null(Builder& build, const Pointer& pointer);
// Returns the byte offset, of 64 bits, within the object that the pointer points into, and sets
// `region` to that object. Returns null if the pointer is null, may point into several objects, or
// leaves the `region` that the caller has given.
Expr offset_within(Builder& build, const Pointer& pointer, const Region*& region);

// Reads through a pointer. Calls `at` for every place that the pointer may point to and that has
// room for the access, and chooses with multiplexers. Throws Untranslatable if there is no such
// place.
Expr read_through(Builder& build, const Pointer& pointer, const Access& access,
                  const std::function<Expr(const Region&, std::uint64_t offset)>& at);

// Visits every place that the pointer may point to, with its condition.
void visit_targets(Builder& build, const Pointer& pointer, const Access& access,
                   const std::function<void(const Region&, std::uint64_t offset, Expr condition)>& visit);

}  // namespace stepc
