#include "testbench/run/engines.hpp"

#include <gtest/gtest.h>

#include "firmware/collectives/catalog.hpp"
#include "testbench/run/mesh_bus.hpp"
#include "testbench/run/task_of.hpp"

namespace testbench::test {
namespace {

TEST(Engines, AreKnownByNameAndDimensions) {
  std::vector<std::string> names = {"native", "systemc"};
  std::string dims = "1..16, systemc 1..8";
  if (CUBECAST_RTL) {
    names.emplace_back("rtl");
    const DimRange rtl = dims_of_rtl_nodes().value();  // as many as the build was told to make
    dims += ", rtl " + std::to_string(rtl.first) + ".." + std::to_string(rtl.last);
  }
  EXPECT_EQ(engine_names(), names);
  EXPECT_EQ(known_dims(), dims);
  ASSERT_TRUE(dims_of_engine("native"));
  EXPECT_EQ(dims_of_engine("native")->first, 1u);
  EXPECT_EQ(dims_of_engine("native")->last, 16u);
  ASSERT_TRUE(dims_of_engine("systemc"));
  EXPECT_EQ(dims_of_engine("systemc")->last, 8u);
  EXPECT_FALSE(dims_of_engine("nativ"));
  EXPECT_EQ(dims_of_rtl_nodes().has_value(), CUBECAST_RTL != 0);
  EXPECT_EQ(queue_depth_of_rtl_nodes(network::Cube(3)).has_value(), CUBECAST_RTL != 0);
}

// The native engine alone has nodes of a 9-cube.
TEST(Engines, MakeMeshesOfTheirOwn) {
  const collectives::Operation operation{
      collectives::find_row(collectives::Collective::kBroadcast, "sbt", collectives::PortUse::kAll), network::Cube(9),
      1, Address()};
  NodeMemory memory(task_of(operation), {std::size_t{512}, std::vector<std::uint64_t>(1)});
  MeshSetting setting;
  setting.network = operation.network;
  const std::unique_ptr<Mesh> mesh = make_mesh("native", setting, memory);
  MeshBus bus(*mesh, Address(511));
  EXPECT_EQ(bus.read(node::address(node::Control::kCapabilities)) & node::kPortsMask, 9u);
  bus.write(node::address(node::Control::kAddress), 5);
  EXPECT_EQ(bus.read(node::address(node::Control::kAddress)), 5u);
  EXPECT_EQ(mesh->read(Address(510), node::address(node::Control::kAddress)), 0u) << "of that node alone";
}

}  // namespace
}  // namespace testbench::test
