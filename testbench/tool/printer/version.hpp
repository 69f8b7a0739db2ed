// SPDX-License-Identifier: Apache-2.0
// The program that a row comes from.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace testbench {

inline constexpr const char* kVersion = CUBECAST_VERSION;

// CMake makes it: the commit that the program was built from, empty outside a repository.
extern const char* const kCommit;

// "AMD EPYC 7763, 2 processors, Linux 6.1".
std::string machine();

// Version, commit and machine.
void add_program(nlohmann::ordered_json& row);

}  // namespace testbench
