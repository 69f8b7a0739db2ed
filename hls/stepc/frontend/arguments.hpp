// SPDX-License-Identifier: Apache-2.0
// Checks what the user tells clang: the top's name, and flags. Each function returns in one line what
// is wrong, and the way out; empty if nothing is.
#pragma once

#include <string>
#include <vector>

namespace stepc {

// The name must be qualified as C++ does it: step, Node<Config>::step, ::ns::step.
std::string reason_against_top(const std::string& name);

// Flags must leave clang's input, output and target, and its debug information, as stepc needs them.
std::string reason_against_flags(const std::vector<std::string>& flags);

}  // namespace stepc
