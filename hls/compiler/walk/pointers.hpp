// Arithmetic on pointers, and what they may point to.
#pragma once

#include <functional>

#include "hls/compiler/expression/builder.hpp"
#include "hls/compiler/walk/region.hpp"

namespace stepc {

Pointer pointer_to(const Region& region, std::int64_t offset);
Pointer null_pointer();
Pointer failed_pointer();
// Whether anything that the pointer is made of could not be translated.
bool is_failed(const Pointer& pointer);
Pointer add_offset(const Pointer& pointer, std::int64_t bytes);
// pointer + index * scale; `index` has 64 bits. A choice of constants becomes a choice of pointers.
Pointer add_term(Builder& build, const Pointer& pointer, Expr index, std::int64_t scale);
Pointer choose(Expr condition, const Pointer& yes, const Pointer& no);
bool same_pointer(const Pointer& a, const Pointer& b);

// The value found through a pointer: `at` is asked for every object that the pointer may point to, with room for
// `bytes` bytes, and multiplexers choose.
Expr read_through(Builder& build, const Pointer& pointer, std::uint64_t bytes, const Location& where,
                  const std::function<Expr(const Region&, std::uint64_t offset)>& at);

// Visits every object that the pointer may point to, with the condition under which it does.
void visit_targets(Builder& build, const Pointer& pointer, std::uint64_t bytes, const Location& where,
                   const std::function<void(const Region&, std::uint64_t offset, Expr condition)>& visit);

}  // namespace stepc
