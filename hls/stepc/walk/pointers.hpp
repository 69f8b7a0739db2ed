// SPDX-License-Identifier: Apache-2.0
// Pointers: arithmetic on them, which elements they may point to, and accesses through them.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>

#include "hls/stepc/expression/builder.hpp"
#include "hls/stepc/expression/facts.hpp"
#include "hls/stepc/walk/memory.hpp"

namespace stepc {

// Which elements a dynamic index can select.
//
// C++ demands that an access lies within the array that is indexed, but LLVM has long folded the
// array into a number of bytes: `b[i - 1]` begins in what lies before `b`. So every byte of the
// object is a candidate at which some value of the index may lie, and what is known of the index
// decides among them.

// What to do with an address of which it is not certain in which array it lies.
enum class Addresses {
  kCertain,  // throw AmbiguousAddress: the walk begins again, on a program that tells the bounds of its subscripts
  kAny,      // all that it may be
};

class AmbiguousAddress : public std::runtime_error {
 public:
  AmbiguousAddress() : std::runtime_error("an address that may lie in several arrays") {}
};

// An access of so many bytes at a place in the source, and what holds there.
struct Access {
  std::uint64_t bytes;
  const Facts& facts;
  Addresses addresses;
  Location where;
  bool is_direct = true;  // of the bytes themselves, not of an object with ports
};

// Numbers first .. last.
struct IndexRange {
  std::int64_t first;
  std::int64_t last;
};

// Values that term number `term` may have; nothing where no value lies within the object.
std::optional<IndexRange> candidates(const PointerValue& pointer, std::size_t term, const Access& access);

Pointer pointer_to(const Region& region, std::int64_t offset);
Pointer null_pointer();
Pointer failed_pointer();
// Whether anything that the pointer is made of could not be translated.
bool is_failed(const Pointer& pointer);
Pointer add_offset(const Pointer& pointer, std::int64_t bytes);
// pointer + index * scale; `index` has 64 bits. A choice of constants becomes a choice of pointers.
Pointer add_term(Builder& build, const Pointer& pointer, Expr index, std::int64_t scale);
// A choice among many places of one object becomes one pointer with an index.
Pointer choose(Builder& build, Expr condition, const Pointer& yes, const Pointer& no);
bool same_pointer(const Pointer& a, const Pointer& b);

// Whether two pointers are the same address; null where that is not known: between objects only
// equality is.
Expr equal_pointers(Builder& build, const Pointer& a, const Pointer& b);
// What the pointer is where it is not null; null where it always is.
Pointer unless_null(Builder& build, const Pointer& pointer);
// Bytes from the start of the object that the pointer points into, 64 bits; null when it may be one
// of several.
Expr offset_within(Builder& build, const Pointer& pointer, const Region*& region);

// The value found through a pointer: `at` is asked for every object that the pointer may point to,
// with room for as many bytes as the access has, and multiplexers choose. Throws Untranslatable
// when there is none.
Expr read_through(Builder& build, const Pointer& pointer, const Access& access,
                  const std::function<Expr(const Region&, std::uint64_t offset)>& at);

// Visits every object that the pointer may point to, with the condition under which it does.
void visit_targets(Builder& build, const Pointer& pointer, const Access& access,
                   const std::function<void(const Region&, std::uint64_t offset, Expr condition)>& visit);

}  // namespace stepc
