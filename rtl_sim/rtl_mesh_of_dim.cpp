// One translation unit for every dimension. Every node has the port gate; left open, it is an all-port node.
#include "rtl_sim/rtl_mesh_of_dim.hpp"

#include "rtl_sim/rtl_nodes.hpp"
#include "rtl_sim/top_harness.hpp"
#include "testbench/native/cube_of_nodes.hpp"

namespace rtl_sim {

template <>
std::unique_ptr<testbench::Mesh> make_rtl_mesh_of_dim<CUBECAST_DIM>(const testbench::MeshSetting& setting,
                                                                    testbench::NodeMemory& memory) {
  testbench::MeshSetting all = setting;
  all.rtl_nodes.assign(TopConfig::kNodes, true);
  return std::make_unique<testbench::CubeOfNodes<RtlNodes<TopConfig, TopHarness>>>(all, memory);
}

}  // namespace rtl_sim
