// SPDX-License-Identifier: Apache-2.0
// The steps that change a design, in their order. steps/steps.hpp lists them among all steps.
#pragma once

#include <vector>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Splits `links[3]` into `links_0`, `links_1` and `links_2`, in all modules, for tools that read no
// arrays of structures at ports (Yosys 0.23). It does nothing with Arrays::kPacked.
void split_array_ports(Design& design);

// The objects of the top as their constructors leave them.
struct ResetBytes {
  std::vector<unsigned char> state;
  std::vector<unsigned char> out;
  std::vector<bool> state_is_set;  // by byte: the constructor writes it
  std::vector<bool> out_is_set;
};

// Gives registers their reset values, and memories their first contents.
//
// Registers of structures that are data (kHlsData) stay out of the reset unless `reset_data` is
// set. A start value that differs between the instances of a part becomes a parameter of its
// module. Reports data that would have to start with anything but zero, and memories that start
// with different words in different instances. Warns of registers that no constructor sets: they
// start with zero.
void set_reset_values(Design& design, const ResetBytes& bytes, bool reset_data, Diagnostics& diagnostics);

// Gives an enable to each part that its owner calls under a condition, and to the parts within it.
void set_module_enables(Design& design);

// Makes ports of the parts' registers and memory words that owners read. Reports registers that a
// part cannot export.
void export_registers(Design& design, Diagnostics& diagnostics);

// Removes scalars of inputs to which every instance of a module passes a constant. The module has
// the constant itself if all instances pass the same one, and else a parameter. A part that gets
// its number as a parameter then has no multiplexers for the other numbers, flattened or not.
// drop_unused_inputs later drops a port with no scalar left.
void settle_constant_inputs(Design& design);

// `a ? x : b ? y : z` becomes `{W{~a & ~b}} & z | {W{~a & b}} & y | {W{a}} & x` in everything that
// the module computes. The conditions come late, and their order is settled once, in one bit each,
// instead of in every bit of the words. Where a and b exclude one another, as bits of a grant do,
// y's mask is b. The result is smaller with Yosys, and far steadier (docs/reference/area.md).
void mask_choices(Module& module);

// Gives an enable to each register that keeps its value on one side of a multiplexer: `if (load)
// first <= first + 1`.
void split_register_enables(Module& module);

// Drops the inputs of parts that nothing in the part reads.
void drop_unused_inputs(Design& design);

// Passes scalars that fill a port, and are all the fields of one word, as that word.
void join_port_words(Design& design);

// Adds ports, for simulation and proofs, for inputs and parts' registers that only assertions read.
void add_assertion_ports(Design& design);

// Takes the clock and the enable from modules that are combinational.
void drop_unused_clocks(Design& design);

// Settles every name of the generated text, so that the emitters only read the design.
//
// The top keeps its name, `fifo`. A part is called fifo_Queue, and the types lie in the package
// fifo_pkg, so that two tops can stand in one simulation. Within a module ports are named first,
// since they are its interface. Registers, memories and instances follow, since layout and harness
// refer to them; then the signals between instances. Wires are named as they are printed, from the
// module's NameTable.
void settle_names(Design& design);

}  // namespace stepc
