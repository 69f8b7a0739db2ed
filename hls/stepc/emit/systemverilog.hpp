// A design as SystemVerilog.
#pragma once

#include <string>

#include "hls/stepc/design/module.hpp"

namespace stepc {

struct TextOptions {
  std::string origin;            // the source file, for the comment at the top
  bool verilator_public = true;  // registers and memories can be read in Verilator's model, as the harness does
  bool initial_zeros = false;    // memories that start with nothing but zeros are told to
};

// The text of the package and of all modules, parts first. The names are settled.
std::string to_systemverilog(const Design& design, const TextOptions& options);

}  // namespace stepc
