// A design as SystemVerilog.
#pragma once

#include <string>

#include "hls/compiler/design/module.hpp"

namespace stepc {

// The text of the package and of all modules, parts first. `origin`: the source file, for the comment at the top.
std::string to_systemverilog(const Design& design, const std::string& origin);

}  // namespace stepc
