// A deliberately wrong node that serves broadcast requests in a mesh: CUBECAST_MUTANT, the function that makes it. What else
// is asked: rtl_sim/top_harness.hpp.
#include "rtl_sim/rtl_servers.hpp"
#include "rtl_sim/servers/server_mutants.hpp"
#include "rtl_sim/top_harness.hpp"
#include "testbench/broadcast/mesh_of_servers.hpp"

namespace rtl_sim::test {

std::unique_ptr<testbench::BroadcastMesh> CUBECAST_MUTANT(const testbench::BroadcastSetting& setting) {
  return std::make_unique<testbench::MeshOfServers<RtlServers<TopConfig, TopHarness>>>(setting);
}

}  // namespace rtl_sim::test
