// SPDX-License-Identifier: Apache-2.0
// Steps that give ports the form in which they are printed.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Splits `links[3]` into `links_0`, `links_1` and `links_2`, in all modules, for tools that read no
// arrays of structures at ports (Yosys 0.23). It does nothing with Arrays::kPacked.
void split_array_ports(Design& design);

// Makes ports of the parts' registers and memory words that owners read. Reports registers that a
// part cannot export.
void export_registers(Design& design, Diagnostics& diagnostics);

// Drops the inputs of parts that nothing in the part reads.
void drop_unused_inputs(Design& design);

// Adds ports, for simulation and proofs, for inputs and parts' registers that only assertions read.
void add_assertion_ports(Design& design);

// Passes scalars that fill a port, and are all the fields of one word, as that word.
void join_port_words(Design& design);

// Returns the values of a port's scalars, the scalar in the highest bits first.
std::vector<Expr> in_bit_order(const Port& port, const std::vector<Expr>& values, Arrays arrays);

}  // namespace stepc
