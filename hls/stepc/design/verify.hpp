// SPDX-License-Identifier: Apache-2.0
// Checks the invariants of a design, on which every step may rely, and which it must keep.
//
//     for (const std::string& fault : verify(design)) ...
//     // "module 'Queue': register 'count': next has 4 bits, must be 3"
//
// Expressions: operands come before their users (no cycles), belong to the module, and have the
// widths that the operation asks for; symbols, memories, instances, ports and scalars are numbered
// within their tables. Modules: every register, output, memory port and argument is driven once,
// with the width of what it drives; registers of one module do not overlap, nor do the objects of
// its instances; ports and parameters belong together. Design: the top is last, instances are of
// modules that come before their owner (no cycles). A broken invariant is a fault of stepc,
// whatever the source.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Returns a line for each broken invariant; empty if all hold.
std::vector<std::string> verify(const Design& design);
std::vector<std::string> verify(const Module& module);

// Lists the settled names of a design that are not legal or not unique.
std::vector<std::string> verify_names(const Design& design);

using Complain = std::function<void(const std::string& object, const std::string& fault)>;

// Checks every expression below `roots` (verify_expressions.cpp).
void verify_expressions(const Module& module, const std::vector<Expr>& roots, const Complain& complain);

}  // namespace stepc
