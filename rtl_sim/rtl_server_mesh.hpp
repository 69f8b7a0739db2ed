// The RTL of nodes that serve broadcast requests, as an engine.
#pragma once

#include <memory>

#include "testbench/broadcast/broadcast_mesh.hpp"

namespace rtl_sim {

// Dimensions of the tops that the program has; 0 where it has none.
unsigned least_rtl_server_dim(const testbench::PrefixSetting& prefix);
unsigned most_rtl_server_dim(const testbench::PrefixSetting& prefix);

// Every node is RTL; its crosspoint queues are the top's. setting.simulation.lockstep: a clock, or a write to a register,
// throws testbench::Divergence at the first register that differs from the C++. Throws std::runtime_error where there is no
// top for the setting.
std::unique_ptr<testbench::BroadcastMesh> make_rtl_servers(const testbench::BroadcastSetting& setting);

}  // namespace rtl_sim
