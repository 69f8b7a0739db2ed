// SPDX-License-Identifier: Apache-2.0
// Settles every name of the generated text, so that what prints the design only reads it.
//
// The top keeps its name, `fifo`. Its parts are fifo_Queue, its types lie in the package fifo_pkg:
// two tops can stand in one simulation. Within a module ports come first, since they are its
// interface, then what layout and harness refer to (registers, memories, instances), then the
// signals between instances. Wires are named as they are printed, from the module's NameTable.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

void settle_names(Design& design);

// What is wrong with the settled names of a design: not legal, or not unique; part of verify().
std::vector<std::string> verify_names(const Design& design);

}  // namespace stepc
