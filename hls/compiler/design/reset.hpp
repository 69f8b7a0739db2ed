// Gives the registers of a design their reset values.
#pragma once

#include "hls/compiler/design/module.hpp"
#include "hls/compiler/frontend/reset.hpp"

namespace stepc {

// Throws Untranslatable when two instances of a part reset to different values.
void set_reset_values(Design& design, const ResetBytes& bytes);

}  // namespace stepc
