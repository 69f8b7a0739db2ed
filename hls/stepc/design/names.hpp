// SPDX-License-Identifier: Apache-2.0
// Settles every name of the generated text, so that the emitters only read the design.
//
// The top keeps its name, `fifo`. A part is called fifo_Queue, and the types lie in the package
// fifo_pkg, so that two tops can stand in one simulation. Within a module ports are named first,
// since they are its interface. Registers, memories and instances follow, since layout and harness
// refer to them; then the signals between instances. Wires are named as they are printed, from the
// module's NameTable.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

void settle_names(Design& design);

// Lists the settled names of a design that are not legal or not unique; part of verify().
std::vector<std::string> verify_names(const Design& design);

}  // namespace stepc
