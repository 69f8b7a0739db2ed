// SPDX-License-Identifier: Apache-2.0
// What registers start with, and under which conditions they and their modules change.
#pragma once

#include <vector>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// The objects of the top as their constructors leave them.
struct ResetBytes {
  std::vector<unsigned char> state;
  std::vector<unsigned char> out;
  std::vector<bool> state_is_set;  // by byte: not left as it was
  std::vector<bool> out_is_set;
};

// Gives registers their reset values, and memories their first contents.
//
// Registers of structures that are data (kHlsData) stay out of the reset unless `reset_data` is
// set. What instances of a part start with differently becomes a parameter of its module. Reports
// data that would have to start with something else than zero, and memories that start with
// different words in different instances; warns of registers that no constructor sets: they start
// with zero.
void set_reset_values(Design& design, const ResetBytes& bytes, bool reset_data, Diagnostics& diagnostics);

// A part that its owner calls under a condition has an enable, and so have the parts of a part that
// may rest.
void set_module_enables(Design& design);

// A register that keeps its value on one side of a multiplexer has an enable: `if (load) first <=
// first + 1`.
void split_register_enables(Module& module);

}  // namespace stepc
