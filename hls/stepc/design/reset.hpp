// Gives the registers of a design their reset values, and its memories their first contents.
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

// Registers of structures that are data (kHlsData) stay out of the reset unless `reset_data` is set. What instances of a
// part start with differently becomes a parameter of its module. Reports data that would have to start with something
// else than zero, and memories that start with different words in different instances; warns of registers that no
// constructor sets: they start with zero.
void set_reset_values(Design& design, const ResetBytes& bytes, bool reset_data, Diagnostics& diagnostics);

}  // namespace stepc
