// The simulators that nodes which serve broadcast requests can run on: those of engines.hpp.
#pragma once

#include <memory>
#include <string_view>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/run/engines.hpp"

namespace testbench {

// Dimensions of the cubes that the engine of that name has such nodes for; last is 0 where it has none.
DimRange server_dims(std::string_view engine, const PrefixSetting& prefix);

// `engine` must be known and the setting within its range. Throws std::bad_alloc.
std::unique_ptr<BroadcastMesh> make_servers(std::string_view engine, const BroadcastSetting& setting);

}  // namespace testbench
