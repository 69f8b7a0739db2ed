// SPDX-License-Identifier: Apache-2.0
// Copies, fills and comparisons of a variable number of bytes, as std::copy, std::fill and std::equal
// become for elements that are plain bytes. Every piece that may be reached gets a multiplexer.
#pragma once

#include <utility>

#include "hls/stepc/walk/context.hpp"

namespace stepc {

// `bytes` has 64 bits. The range of `bytes` and the objects bound the pieces that it may reach; more
// than 4,096 are refused.
void copy_some(Context& context, const Pointer& to, const Pointer& from, Expr bytes);
void fill_some(Context& context, const Pointer& to, Expr byte, Expr bytes);

// Returns the bytes at both pointers as two numbers of one width; zeros stand for those that are not
// compared. The width is zero, and both are null, if none can be.
std::pair<Expr, Expr> load_some(Context& context, const Pointer& a, const Pointer& b, Expr bytes);

}  // namespace stepc
