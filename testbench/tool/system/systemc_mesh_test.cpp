// SPDX-License-Identifier: Apache-2.0
// The SystemC network's use of its clock.
#include <gtest/gtest.h>

#include <systemc>

#include "firmware/node/registers.hpp"
#include "testbench/runs/experiment/engines.hpp"

// libsystemc.so needs this symbol.
int sc_main(int, char**) {
  return 0;
}

namespace testbench::test {
namespace {

// Otherwise each register access would clock all nodes: quadratic in nodes, and most of the time of
// a large cube.
TEST(SystemcMesh, OnlyClockEdgesTakeTime) {
  NodeMemory memory(Task{}, {{0}, {0}});
  MeshSetting setting{.engine = "systemc"};
  setting.network = network::Cube(3);
  const std::unique_ptr<Mesh> mesh = make_mesh(setting, memory);
  for (const Address node : network::addresses(8)) {
    mesh->write(node, node::address(node::Control::kAddress), node.number());
    EXPECT_EQ(mesh->read(node, node::address(node::Control::kCapabilities)) & node::kPortsMask, 3u);
  }
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
  mesh->clock(true);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(10, sc_core::SC_NS));
}

}  // namespace
}  // namespace testbench::test
