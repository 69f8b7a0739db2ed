// One translation unit for every dimension, likewise, of the SystemC cube with RTL nodes in it.
#include "rtl_sim/rtl_mesh_of_dim.hpp"
#include "rtl_sim/rtl_nodes.hpp"
#include "rtl_sim/top_harness.hpp"
#include "testbench/systemc/systemc_cube.hpp"

namespace rtl_sim {

template <>
std::unique_ptr<testbench::Mesh> make_cosimulation_mesh_of_dim<CUBECAST_DIM>(const testbench::MeshSetting& setting,
                                                                             testbench::NodeMemory& memory) {
  return std::make_unique<testbench::SystemcCube<RtlNodes<TopConfig, TopHarness>>>(setting, memory);
}

}  // namespace rtl_sim
