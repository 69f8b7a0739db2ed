// Ports as they will be printed.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// An input of a part that nothing in the part reads is no port.
void drop_unused_inputs(Design& design);

// What assertions read of inputs and of parts' registers, and hardware does not, becomes a port for simulation and
// proofs.
void add_assertion_ports(Design& design);

// Scalars that fill a port and are all the fields of one word are passed as that word.
void join_port_words(Design& design);

// The values of a port's scalars, that in the highest bits first.
std::vector<Expr> in_bit_order(const Port& port, const std::vector<Expr>& values, Arrays arrays);

}  // namespace stepc
