// SPDX-License-Identifier: Apache-2.0
// Compares one representative node with the full set of nodes.
#include "testbench/native/representative_node.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <deque>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "testbench/native/node_registers.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/engines.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/loader.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

constexpr unsigned kDim = 5;
constexpr std::uint32_t kNodes = 1u << kDim;

using Gated = AnyDepthConfig<kDim, router::PortModel::kGated>;

// Replaces NodeStorage: each node has queues of its own, so that their memory can be told apart.
class SeparateStorage {
 public:
  explicit SeparateStorage(const MeshSetting& setting)
      : setting_(setting),
        programs_(std::size_t{kNodes} * kDim * setting.program_depth),
        tables_(std::size_t{kNodes} * kNodes) {
    of_latest.clear();
  }

  void attach(router::State<Gated>& state) {
    const std::size_t node = of_latest.size();
    const std::size_t depth = setting_.program_depth;
    attach_queues(state.router, queues_.emplace_back(setting_));
    for (unsigned port = 0; port < kDim; ++port) {
      state.injectors[port].program().attach(&programs_[(node * kDim + port) * depth], depth);
    }
    state.router.table().words().attach(&tables_[node * kNodes], kNodes);
    of_latest.push_back(&queues_.back());
  }

  // The queues of the latest object, by node.
  static inline std::vector<const RingStorage<network::Packet<Gated>>*> of_latest;

 private:
  MeshSetting setting_;
  std::vector<router::ProgramEntry<Gated>> programs_;
  std::vector<network::PortSet<Gated>> tables_;
  std::deque<RingStorage<network::Packet<Gated>>> queues_;
};

MeshSetting setting_for(const Operation& operation) {
  MeshSetting setting = setting_of(operation);
  setting.queue_depth.chosen = safe_queue_depth(couple_links(operation));
  setting.program_depth = std::bit_ceil(longest_programs(operation).entries);
  return setting;
}

TEST(RepresentativeNode, HasTheQueuesOfEveryNode) {
  unsigned compared = 0;
  std::uint64_t most = 0;
  for (const collectives::Row& row : collectives::kCatalog) {
    if (row.programs != collectives::Programs::kAlike || shape_of(row.collective).combined) continue;
    const Operation operation = test_support::operation_of(row, kDim, 3);
    SCOPED_TRACE(testing::PrintToString(row));
    const MeshSetting setting = setting_for(operation);
    NodeMemory memory(task_of(operation), PayloadHash(1));
    const auto mesh =
        make_host_mesh(setting, std::make_unique<NativeNodes<router::Node<Gated>, SeparateStorage>>(setting), memory);
    load_mesh(operation, *mesh, [] {});
    mesh->clock(true);
    while (memory.deliveries() < expected_deliveries(task_of(operation))) mesh->clock(false);

    RepresentativeNode<Gated> lone(setting, register_image(operation, Address(0)));
    const auto bytes = lone.queue_bytes(1u << 20);
    ASSERT_TRUE(bytes.has_value());
    for (std::uint32_t node = 0; node < kNodes; ++node) {
      ASSERT_EQ(*bytes, SeparateStorage::of_latest[node]->bytes()) << "node " << node;
    }
    most = std::max(most, *bytes);
    ++compared;
  }
  EXPECT_GE(compared, 3u);
  EXPECT_GT(most, 0u) << "in some of them packets wait";
}

TEST(RepresentativeNode, GivesUpARunThatIsTooLong) {
  const Operation operation =
      test_support::operation_of(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll, kDim, 3);
  const MeshSetting setting = setting_for(operation);
  const auto image = register_image(operation, Address(0));
  EXPECT_EQ(RepresentativeNode<Gated>(setting, image).queue_bytes(3 * kNodes / 2), std::nullopt)
      << "cycles of the exchange";
  EXPECT_TRUE(RepresentativeNode<Gated>(setting, image).queue_bytes(4 * kNodes).has_value());
}

}  // namespace
}  // namespace testbench::test
