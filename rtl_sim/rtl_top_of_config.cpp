// The translation unit of one top, CUBECAST_TOP. Every node has the port gate; left open, it is an all-port node.
#include "rtl_sim/rtl_nodes.hpp"
#include "rtl_sim/rtl_top.hpp"
#include "rtl_sim/top_harness.hpp"
#include "testbench/mesh/mesh_of_nodes.hpp"
#include "testbench/systemc/mesh_of_modules.hpp"

namespace rtl_sim {
namespace {

using Nodes = RtlNodes<RouterKind<TopConfig>, TopHarness>;

std::unique_ptr<testbench::Mesh> make_mesh(const testbench::MeshSetting& setting, testbench::NodeMemory& memory) {
  testbench::MeshSetting all = setting;
  all.simulation.rtl_nodes.assign(setting.network.nodes(), true);
  return std::make_unique<testbench::MeshOfNodes<Nodes>>(all, memory);
}

std::unique_ptr<testbench::Mesh> make_cosimulation(const testbench::MeshSetting& setting,
                                                   testbench::NodeMemory& memory) {
  return std::make_unique<testbench::MeshOfModules<Nodes>>(setting, memory);
}

template <unsigned Dimension>
unsigned dimension_of(network::FixedCube<Dimension>) {
  return Dimension;
}
template <class Network>
unsigned dimension_of(Network) {
  return 0;
}

}  // namespace

template <>
RtlTop rtl_top_of<TopConfig>() {
  return {dimension_of(TopConfig::Network()),
          TopConfig::Network::kNodes,
          TopConfig::Network::kPorts,
          TopConfig::kHopCycles,
          router::combines<TopConfig>(),
          router::fixed_stages<TopConfig>(),
          router::combined_types<TopConfig>(),
          TopConfig::kQueueDepth,
          TopConfig::kProgramDepth,
          TopConfig::kWindowDepth,
          std::uint64_t{1} << TopConfig::kSequenceWidth,
          make_mesh,
          make_cosimulation};
}

}  // namespace rtl_sim
