// A C++ header that drives the Verilator model of a design from the C++ objects and compares the two.
#pragma once

#include <string>

#include "hls/compiler/design/module.hpp"

namespace stepc {

// Namespace <module>_rtl with drive(), randomise(), sample(), compare(), compare_out(), compare_memories() and
// take_data(); see hls/compiler/lockstep/model_access.hpp and docs/stepc.md. Of a design with settled names, whose text
// is public for Verilator.
std::string to_harness(const Design& design, const std::string& origin);

}  // namespace stepc
