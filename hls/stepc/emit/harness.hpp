// SPDX-License-Identifier: Apache-2.0
// Prints a C++ header that drives the Verilator model of a design from C++ objects and compares the
// two.
#pragma once

#include <string>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Prints the namespace <module>_rtl with drive(), randomise(), sample(), compare(), compare_out(),
// compare_memories(), take_data() and each_port(); see hls/stepc/lockstep/model_access.hpp and
// hls/stepc/docs/tops.md. The design has settled names, and its text is public for Verilator.
std::string to_harness(const Design& design, const std::string& origin);

}  // namespace stepc
