// Gives the registers of a design their reset values.
#pragma once

#include <vector>

#include "hls/compiler/design/module.hpp"

namespace stepc {

// The objects of the top as their constructors leave them.
struct ResetBytes {
  std::vector<unsigned char> state;
  std::vector<unsigned char> out;
};

// Throws Untranslatable when two instances of a part reset to different values.
void set_reset_values(Design& design, const ResetBytes& bytes);

}  // namespace stepc
