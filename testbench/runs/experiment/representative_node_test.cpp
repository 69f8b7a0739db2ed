// SPDX-License-Identifier: Apache-2.0
// Compares one node with all the nodes for which it stands: the representative node of a cube, and
// node 0 of plans whose nodes run the same program. Results that are found for it, and images that
// are copied from it, are those of nodes that are each treated by itself.
#include "testbench/engines/native/representative_node.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <deque>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "test_support/sizes.hpp"
#include "testbench/engines/mesh/wide_mesh.hpp"
#include "testbench/engines/native/node_registers.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/test_plans.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

constexpr unsigned kDimension = 5;
constexpr std::uint32_t kNodesOfCube = 1u << kDimension;

using GatedFive = AnyDepthConfig<kDimension, router::PortModel::kGated>;

// Replaces NodeStorage: each node has queues of its own, so that their memory can be told apart.
class SeparateStorage {
 public:
  explicit SeparateStorage(const MeshSetting& setting)
      : setting_(setting),
        programs_(std::size_t{kNodesOfCube} * kDimension * setting.program_depth),
        tables_(std::size_t{kNodesOfCube} * kNodesOfCube) {
    of_latest.clear();
  }

  void attach(router::State<GatedFive>& state) {
    const std::size_t node = of_latest.size();
    const std::size_t depth = setting_.program_depth;
    attach_queues(state.router, queues_.emplace_back(setting_));
    for (unsigned port = 0; port < kDimension; ++port) {
      state.injectors[port].program().attach(&programs_[(node * kDimension + port) * depth], depth);
    }
    state.router.table().words().attach(&tables_[node * kNodesOfCube], kNodesOfCube);
    of_latest.push_back(&queues_.back());
  }

  // The queues of the latest object, by node.
  static inline std::vector<const RingStorage<network::Packet<GatedFive>>*> of_latest;

 private:
  MeshSetting setting_;
  std::vector<router::ProgramEntry<GatedFive>> programs_;
  std::vector<network::PortSet<GatedFive>> tables_;
  std::deque<RingStorage<network::Packet<GatedFive>>> queues_;
};

MeshSetting setting_for(const Operation& operation) {
  MeshSetting setting = setting_of(operation);
  setting.queue_depth.chosen = safe_queue_depth(couple_links(operation));
  setting.program_depth = std::bit_ceil(longest_programs(operation).entries);
  return setting;
}

std::optional<std::uint64_t> queue_bytes(const MeshSetting& setting, const Operation& operation,
                                         std::uint64_t most_cycles) {
  RepresentativeNode<router::Node<GatedFive>> lone(setting);
  const node::RegisterImage image = register_image(operation, Address(0));
  for (const node::RegisterWrite& write : image.writes()) lone.write(write.address, write.value);
  return lone.queue_bytes(most_cycles);
}

TEST(RepresentativeNode, HasTheQueuesOfEveryNode) {
  unsigned compared = 0;
  std::uint64_t most = 0;
  for (const collectives::Row& row : collectives::kCatalog) {
    if (row.programs != collectives::Programs::kSymmetric || shape_of(row.collective).combined) continue;
    const Operation operation = test_support::operation_of(row, kDimension, 3);
    SCOPED_TRACE(testing::PrintToString(row));
    const MeshSetting setting = setting_for(operation);
    NodeMemory memory(task_of(operation), PayloadHash(1));
    WideMesh mesh(setting, std::make_unique<NativeNodes<router::Node<GatedFive>, SeparateStorage>>(setting),
                  std::make_unique<MemoryEnvironment>(setting, memory));
    load_mesh(operation, mesh, [] {});
    mesh.clock(true);
    while (memory.deliveries() < expected_deliveries(task_of(operation))) mesh.clock(false);

    const auto bytes = queue_bytes(setting, operation, 1u << 20);
    ASSERT_TRUE(bytes.has_value());
    for (std::uint32_t node = 0; node < kNodesOfCube; ++node) {
      ASSERT_EQ(*bytes, SeparateStorage::of_latest[node]->bytes()) << "node " << node;
    }
    most = std::max(most, *bytes);
    ++compared;
  }
  EXPECT_GE(compared, 3u);
  EXPECT_GT(most, 0u) << "in some of them packets wait";
}

TEST(RepresentativeNode, GivesUpARunThatIsTooLong) {
  const Operation operation = test_support::operation_of(collectives::Collective::kAlltoall, "table",
                                                         collectives::PortModel::kAll, kDimension, 3);
  const MeshSetting setting = setting_for(operation);
  EXPECT_EQ(queue_bytes(setting, operation, 3 * kNodesOfCube / 2), std::nullopt) << "cycles of the exchange";
  EXPECT_TRUE(queue_bytes(setting, operation, 4 * kNodesOfCube).has_value());
}

// A plan that does not say that its nodes are symmetric.
class EachByItself final : public collectives::Plan {
 public:
  explicit EachByItself(const Plan& plan) : plan_(plan) {}
  void load(Address me, node::Driver& driver) const override { plan_.load(me, driver); }
  const collectives::ClosedForm* cycles() const override { return plan_.cycles(); }

 private:
  const Plan& plan_;
};

const std::vector<const char*> kNetworks{"ring:7", "torus:3x4", "star:4", "ccc:3", "cube:4"};

// Calls visit(symmetric, each) for the operations of every plan whose nodes are symmetric.
template <class Visit>
void for_every_symmetric_plan(const std::vector<const char*>& networks, std::uint32_t packets, Visit visit) {
  for (const char* const spec : networks) {
    const Network network = network_of(spec);
    unsigned plans = 0;
    for (const Entry& row : rows_at(kOnOther)) {
      const bool is_tree = std::string(row.algorithm) == "tree";
      if (row.collective != collectives::Collective::kAlltoall && !is_tree) continue;
      SCOPED_TRACE(testing::Message() << spec << ' ' << row.algorithm);
      const Prepared made = planned(network, row, packets);
      if (!made.operation().plan->is_symmetric()) continue;
      ++plans;
      const EachByItself each(*made.operation().plan);
      collectives::Operation by_itself = made.operation();
      by_itself.plan = &each;
      visit(made.operation(), by_itself);
    }
    EXPECT_GE(plans, 4u) << spec;
  }
}

RunReport run(const Experiment& experiment) {
  return Run(experiment, PayloadHash(3)).execute({});
}

TEST(SymmetricNodes, PassTheSameCrosspoints) {
  for_every_symmetric_plan(kNetworks, 2,
                           [](const collectives::Operation& symmetric, const collectives::Operation& each) {
                             ASSERT_TRUE(one_tells_all(symmetric));
                             ASSERT_FALSE(one_tells_all(each));
                             const CoupledLinks one = couple_links(symmetric);
                             const CoupledLinks all = couple_links(each);
                             EXPECT_EQ(one.is_cyclic, all.is_cyclic);
                             EXPECT_EQ(one.busiest_crosspoint, all.busiest_crosspoint);
                             EXPECT_EQ(one.crosspoints, all.crosspoints);
                             EXPECT_EQ(one.passages, all.passages);
                             EXPECT_EQ(one.waiting, all.waiting);
                             EXPECT_EQ(one.waiting_crosspoints, all.waiting_crosspoints);
                             EXPECT_EQ(longest_programs(symmetric).entries, longest_programs(each).entries);
                             EXPECT_EQ(longest_programs(symmetric).windows, longest_programs(each).windows);
                           });
}

TEST(SymmetricNodes, RunTheSame) {
  const auto networks = test_support::with_soak<const char*>({"ring:5", "torus:3x3", "star:3", "cube:3"}, kNetworks);
  for (const char* const engine : {"native", "systemc"}) {
    for_every_symmetric_plan(networks, 1,
                             [&](const collectives::Operation& symmetric, const collectives::Operation& each) {
                               const RunReport one = run({symmetric, {engine, {}}});
                               const RunReport all = run({each, {engine, {}}});
                               EXPECT_EQ(one.fault.value_or("none"), "none");
                               EXPECT_EQ(one.cycles, all.cycles);
                               EXPECT_EQ(one.total_cycles, all.total_cycles);
                               EXPECT_EQ(one.transmissions, all.transmissions);
                               EXPECT_EQ(one.deepest_queue, all.deepest_queue);
                             });
  }
}

}  // namespace
}  // namespace testbench::test
