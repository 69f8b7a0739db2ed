// SPDX-License-Identifier: Apache-2.0
// Completion of command lines in shells, and the manual page, from the table of options. A build
// writes them beside the program, and cmake --install to where shells and man look.
#pragma once

#include <string>

namespace testbench {

// Scripts that define and register the function _cubecast.
std::string bash_completion();
std::string zsh_completion();

// cubecast.1 in the macros of man.
std::string manual_page();

}  // namespace testbench
