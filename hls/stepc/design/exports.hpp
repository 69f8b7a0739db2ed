// Registers of parts that their owners read become ports of the parts, and so do words of their memories.
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// Reports registers that a part cannot show.
void export_registers(Design& design, Diagnostics& diagnostics);

}  // namespace stepc
