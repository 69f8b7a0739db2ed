// Which modules may rest, and under which conditions registers are loaded.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// A part that its owner calls under a condition has an enable, and so have the parts of a part that may rest.
void set_module_enables(Design& design);

// A register that keeps its value on one side of a multiplexer has an enable: `if (load) first <= first + 1`.
void split_register_enables(Module& module);

}  // namespace stepc
