// SPDX-License-Identifier: Apache-2.0
// A design as SystemVerilog.
#pragma once

#include <string>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Types in the generated text, and the package of the structures.

// "logic [7:0]", or "logic" for one bit.
std::string vector_type(unsigned width);
// The type of a port: "logic [7:0]", "fifo_pkg::packet_t", "fifo_pkg::packet_t [2:0]".
std::string port_type(const Design& design, const Type& type);
// Icarus 11 knows only those types of a package that a module imports, though it names them in
// full; Yosys 0.23 reads no imports. Empty for a module without structures at its ports and those
// of its instances.
std::string icarus_imports(const Design& design, const Module& module);
// The package with the design's structures; empty when it has none.
std::string package_text(const Design& design);

struct TextOptions {
  std::string origin;            // the source file, for the comment at the top
  bool verilator_public = true;  // registers and memories can be read in Verilator's model, as the harness does
  bool initial_zeros = false;    // memories that start with nothing but zeros are told to
};

// The text of the package and of all modules, parts first. The names are settled.
std::string to_systemverilog(const Design& design, const TextOptions& options);

}  // namespace stepc
