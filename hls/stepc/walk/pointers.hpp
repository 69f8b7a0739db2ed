// Arithmetic on pointers, and what they may point to.
#pragma once

#include <functional>

#include "hls/stepc/expression/builder.hpp"
#include "hls/stepc/walk/candidates.hpp"
#include "hls/stepc/walk/region.hpp"

namespace stepc {

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

// Whether two pointers are the same address; null where that is not known: between objects only equality is.
Expr equal_pointers(Builder& build, const Pointer& a, const Pointer& b);
// What the pointer is where it is not null; null where it always is.
Pointer unless_null(Builder& build, const Pointer& pointer);
// Bytes from the start of the object that the pointer points into, 64 bits; null when it may be one of several.
Expr offset_within(Builder& build, const Pointer& pointer, const Region*& region);

// The value found through a pointer: `at` is asked for every object that the pointer may point to, with room for as
// many bytes as the access has, and multiplexers choose. Throws Untranslatable when there is none.
Expr read_through(Builder& build, const Pointer& pointer, const Access& access,
                  const std::function<Expr(const Region&, std::uint64_t offset)>& at);

// Visits every object that the pointer may point to, with the condition under which it does.
void visit_targets(Builder& build, const Pointer& pointer, const Access& access,
                   const std::function<void(const Region&, std::uint64_t offset, Expr condition)>& visit);

}  // namespace stepc
