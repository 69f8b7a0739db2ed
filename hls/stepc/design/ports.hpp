// SPDX-License-Identifier: Apache-2.0
// Ports as they will be printed.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// `links[3]` becomes `links_0`, `links_1` and `links_2`, in all modules, for tools that read no
// arrays of structures at ports (Yosys 0.23); nothing with Arrays::kPacked.
void split_array_ports(Design& design);

// Registers of parts that their owners read become ports of the parts, and so do words of their
// memories. Reports registers that a part cannot show.
void export_registers(Design& design, Diagnostics& diagnostics);

// An input of a part that nothing in the part reads is no port.
void drop_unused_inputs(Design& design);

// What assertions read of inputs and of parts' registers, and hardware does not, becomes a port for
// simulation and proofs.
void add_assertion_ports(Design& design);

// Scalars that fill a port and are all the fields of one word are passed as that word.
void join_port_words(Design& design);

// The values of a port's scalars, that in the highest bits first.
std::vector<Expr> in_bit_order(const Port& port, const std::vector<Expr>& values, Arrays arrays);

}  // namespace stepc
