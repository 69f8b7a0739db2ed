// The simulators that nodes which serve broadcast requests can run on.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/run/engines.hpp"

namespace testbench {

// The dimensions of an engine of engine_names(); `wires`: with counts over wires beside the links.
DimRange server_dims(std::string_view engine, bool wires);

// The setting is within them. Packets in a crosspoint queue are setting.queue_depth, or in RTL those of the top.
std::unique_ptr<BroadcastMesh> make_servers(std::string_view engine, const BroadcastSetting& setting);

}  // namespace testbench
