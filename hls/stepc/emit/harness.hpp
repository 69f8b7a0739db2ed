// SPDX-License-Identifier: Apache-2.0
// A C++ header that drives the Verilator model of a design from the C++ objects and compares the
// two.
#pragma once

#include <string>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Namespace <module>_rtl with drive(), randomise(), sample(), compare(), compare_out(),
// compare_memories() and take_data(); see hls/stepc/lockstep/model_access.hpp and
// hls/stepc/docs/tops.md. The design has settled names, and its text is public for Verilator.
std::string to_harness(const Design& design, const std::string& origin);

}  // namespace stepc
