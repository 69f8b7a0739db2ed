// SPDX-License-Identifier: Apache-2.0
// Prints a design as SystemVerilog.
#pragma once

#include <string>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Types in the generated text, and the package of the structures.

// Returns "logic [7:0]", or "logic" for one bit.
std::string vector_type(unsigned width);
// Returns the type of a port: "logic [7:0]", "fifo_pkg::packet_t", "fifo_pkg::packet_t [2:0]".
std::string port_type(const Design& design, const Type& type);
// Returns imports for Icarus 11, which knows only the types of a package that a module imports,
// even if the module names them in full; Yosys 0.23 reads no imports. The text is empty for a
// module without structures at its ports, at those of its instances and in `wires`, types of wires.
std::string icarus_imports(const Design& design, const Module& module, const std::vector<const Type*>& wires);
// Returns the package with the design's structures; empty if it has none.
std::string package_text(const Design& design);

struct TextOptions {
  std::string origin;            // the source file, for the comment at the top
  bool verilator_public = true;  // registers and memories can be read in Verilator's model, as the harness does
  bool initial_zeros = false;    // memories that start with zeros get an `initial` block too
};

// Prints the package and all modules, parts first. The names must be settled.
std::string to_systemverilog(const Design& design, const TextOptions& options);

}  // namespace stepc
