// SPDX-License-Identifier: Apache-2.0
// Start values of registers, and enables of registers and modules.
#pragma once

#include <vector>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// The objects of the top as their constructors leave them.
struct ResetBytes {
  std::vector<unsigned char> state;
  std::vector<unsigned char> out;
  std::vector<bool> state_is_set;  // by byte: the constructor writes it
  std::vector<bool> out_is_set;
};

// Gives registers their reset values, and memories their first contents.
//
// Registers of structures that are data (kHlsData) stay out of the reset unless `reset_data` is
// set. A start value that differs between the instances of a part becomes a parameter of its
// module. Reports data that would have to start with anything but zero, and memories that start
// with different words in different instances. Warns of registers that no constructor sets: they
// start with zero.
void set_reset_values(Design& design, const ResetBytes& bytes, bool reset_data, Diagnostics& diagnostics);

// Gives an enable to each part that its owner calls under a condition, and to the parts within it.
void set_module_enables(Design& design);

// Gives an enable to each register that keeps its value on one side of a multiplexer: `if (load)
// first <= first + 1`.
void split_register_enables(Module& module);

}  // namespace stepc
