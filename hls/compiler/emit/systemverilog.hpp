// A design as SystemVerilog.
#pragma once

#include <string>

#include "hls/compiler/design/module.hpp"

namespace stepc {

// The text of all modules, parts first. `origin`: the source file, for the comment at the top.
// Registers, memories and instances keep the names that the design gives them, or get the free names that are then
// written into the design: layout and harness print those.
std::string to_systemverilog(Design& design, const std::string& origin);

}  // namespace stepc
