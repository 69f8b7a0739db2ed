// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/engines.hpp"

#include <gtest/gtest.h>

#include "firmware/collectives/catalog.hpp"
#include "testbench/engines/mesh/mixed_nodes.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench::test {
namespace {

TEST(Engines, AreKnownByNameAndLimits) {
  EXPECT_EQ(engine_names(), (std::vector<std::string>{"native", "systemc", "rtl"}));
  EXPECT_EQ(run_engine_names(), (std::vector<std::string>{"native", "systemc", "rtl", "mpi", "symmetric"}));
  EXPECT_EQ(known_dims(), "1..20, systemc 1..10, rtl 1..16, mpi 1..20, symmetric 1..24");
  ASSERT_TRUE(limits_of_engine("systemc"));
  EXPECT_EQ(limits_of_engine("systemc")->dimension, 10u);
  EXPECT_EQ(limits_of_engine("systemc")->nodes, 1024u);
  EXPECT_FALSE(limits_of_engine("nativ"));
}

// The RTL queue is as deep as the run needs, the next power of two, but at least the hardware's
// default.
TEST(Engines, AskForRtlOfWhatARunNeeds) {
  MeshSetting setting;
  setting.network = network::Cube(3);
  setting.packets = 1;
  EXPECT_EQ(hls::name_of(rtl_configuration(setting)), "node_d3_w64_gated");
  EXPECT_EQ(usual_rtl_queue_depth(setting), 16u);
  setting.payload_bits = 13;
  setting.queue_depth.least = 17;
  setting.packets = 70000;
  const hls::NodeConfiguration deep = rtl_configuration(setting);
  EXPECT_EQ(deep.payload_bits, 13u);
  EXPECT_EQ(deep.queue_depth, 32u);
  EXPECT_EQ(deep.sequence_bits, 17u);
  setting.queue_depth.chosen = 4;
  setting.queue_depth.is_users = true;
  EXPECT_EQ(rtl_configuration(setting).queue_depth, 4u);
  setting.payload_bits = 65;
  EXPECT_THROW(rtl_configuration(setting), hls::ConfigurationError);
}

// Says which nodes step.
class NotingNodes final : public Nodes {
 public:
  explicit NotingNodes(std::vector<std::uint32_t>& steps) : steps_(steps) {}
  void step(Address node, const NodeInputs&, NodeOutputs&) override { steps_.push_back(node.number()); }
  std::optional<RegisterDifference> end_cycle(const Moment&) override {
    return RegisterDifference{Address(3), "r", 1, 2};
  }

 private:
  std::vector<std::uint32_t>& steps_;
};

TEST(Engines, StepANodeInOneOfTwo) {
  std::vector<std::uint32_t> native;
  std::vector<std::uint32_t> rtl;
  MixedNodes mixed(std::make_unique<NotingNodes>(native), std::make_unique<NotingNodes>(rtl),
                   {true, false, false, true});
  const NodeInputs in(2, 2);
  NodeOutputs out(2, 2);
  for (std::uint32_t node = 0; node < 4; ++node) mixed.step(Address(node), in, out);
  EXPECT_EQ(rtl, (std::vector<std::uint32_t>{0, 3}));
  EXPECT_EQ(native, (std::vector<std::uint32_t>{1, 2}));
  ASSERT_TRUE(mixed.end_cycle({}));
}

// Only the native engine has nodes of a 9-cube.
TEST(Engines, MakeMeshesOfTheirOwn) {
  const collectives::Operation operation{
      collectives::find_row(collectives::Collective::kBroadcast, "sbt", collectives::PortModel::kAll), network::Cube(9),
      1, Address()};
  NodeMemory memory(task_of(operation), {std::size_t{512}, std::vector<std::uint64_t>(1)});
  MeshSetting setting;
  setting.network = operation.network;
  const std::unique_ptr<Mesh> mesh = make_mesh(setting, memory);
  MeshBus bus(*mesh, Address(511));
  EXPECT_EQ(bus.read(node::address(node::Control::kCapabilities)) & node::kPortsMask, 9u);
  bus.write(node::address(node::Control::kAddress), 5);
  EXPECT_EQ(bus.read(node::address(node::Control::kAddress)), 5u);
  EXPECT_EQ(mesh->read(Address(510), node::address(node::Control::kAddress)), 0u) << "of that node alone";
}

}  // namespace
}  // namespace testbench::test
