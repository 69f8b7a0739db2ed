// The translation unit of one top of nodes that serve broadcast requests (top_harness.hpp).
#include "rtl_sim/rtl_server_top.hpp"
#include "rtl_sim/rtl_servers.hpp"
#include "rtl_sim/top_harness.hpp"
#include "testbench/broadcast/mesh_of_servers.hpp"

namespace rtl_sim {
namespace {

std::unique_ptr<testbench::BroadcastMesh> make_mesh(const testbench::BroadcastSetting& setting) {
  return std::make_unique<testbench::MeshOfServers<RtlServers<TopConfig, TopHarness>>>(setting);
}

}  // namespace

template <>
RtlServerTop rtl_server_top_of<TopConfig>() {
  return {TopConfig::Network::kPorts,
          {TopConfig::kPrefixChannel, TopConfig::kCountWires},
          TopConfig::kQueueDepth,
          make_mesh};
}

}  // namespace rtl_sim
