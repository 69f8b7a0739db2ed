// SPDX-License-Identifier: Apache-2.0
// Prints a design as text, for people who work on stepc (--print-after) and for tests. The text
// does not depend on addresses.
//
//     module Queue: Queue::tick, fifo.hpp:21
//       input pop: 1
//       register count: 3, count_ at byte 4, reset 3'd0
//       %0 = input pop: 1
//       %1 = register count: 3
//       %2 = zero_extend ...
//       count <= %5
//
// A %number is an expression. Each is printed once, above its uses, with its operation, its width,
// the C++ variable that holds it and the line that computes it.
#pragma once

#include <string>

#include "hls/stepc/design/module.hpp"

namespace stepc {

std::string dump(const Design& design);
std::string dump(const Module& module);

// Returns what a symbol stands for: "register count", "input packet.payload", "register
// queue.count_ next".
std::string symbol_text(const Module& module, const Symbol& symbol);

}  // namespace stepc
