// Array ports as ports of their elements, for tools that read no arrays of structures at ports (Yosys 0.23).
#pragma once

#include "hls/stepc/design/module.hpp"

namespace stepc {

// `links[3]` becomes `links_0`, `links_1` and `links_2`, in all modules; nothing with Arrays::kPacked.
void split_array_ports(Design& design);

}  // namespace stepc
