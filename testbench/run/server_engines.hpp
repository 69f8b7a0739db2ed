// The simulators that nodes which serve broadcast requests can run on.
#pragma once

#include <memory>
#include <string_view>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/broadcast/broadcast_mesh.hpp"

namespace testbench {

// The largest cube of such nodes on an engine.
unsigned most_server_dim(std::string_view engine);

// The RTL nodes for a setting, with crosspoint queues of the usual depth unless the user asks for
// another. Throws hls::ConfigurationError for what no node can be.
hls::NodeConfiguration rtl_server_configuration(const BroadcastSetting& setting);

// `engine` must be known and the setting within its limits. An engine that is not in the program is
// compiled first. Throws ModelError and std::bad_alloc.
std::unique_ptr<BroadcastMesh> make_servers(std::string_view engine, const BroadcastSetting& setting);

}  // namespace testbench
