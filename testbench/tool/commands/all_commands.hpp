// SPDX-License-Identifier: Apache-2.0
// The table of every command.
#pragma once

#include "testbench/tool/cli/program.hpp"

namespace testbench {

const CommandTable& all_commands();

}  // namespace testbench
