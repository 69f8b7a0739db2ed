// SPDX-License-Identifier: Apache-2.0
// Compares the native engine, which steps active nodes only, with every node stepped in every
// cycle.
#include "testbench/engines/native/dense_mesh.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <tuple>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "testbench/engines/mesh/wide_mesh.hpp"
#include "testbench/engines/native/node_registers.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

constexpr unsigned kDim = 4;
constexpr std::uint32_t kNodes = 1u << kDim;
// Nodes come to rest in these cycles after the last delivery.
constexpr unsigned kIdle = 20;

using Gated = AnyDepthConfig<kDim, router::PortModel::kGated>;

std::unique_ptr<Environment> around(const MeshSetting& setting, NodeMemory& memory) {
  return std::make_unique<MemoryEnvironment>(setting, memory);
}

auto fields(const LinkEvent& event) {
  return std::tuple(event.cycle, event.node, event.port, event.source, event.destination, event.tree, event.sequence);
}

// Returns the packets that the links carry in the coming cycle.
auto carried(Mesh& mesh, std::uint64_t cycle) {
  LinkEvents events;
  mesh.append_link_events(cycle, events);
  std::vector<decltype(fields(events[0]))> found;
  for (const LinkEvent& event : events) found.push_back(fields(event));
  return found;
}

// Runs one collective after the other on the same two meshes.
void expect_the_same(const MeshSetting& setting, std::span<const Operation> operations) {
  NodeMemory memory(Task{}, {{0}, {0}});
  NodeMemory memory_of_all = memory.anew();
  DenseMesh<router::Node<Gated>> mesh(setting, around(setting, memory));
  WideMesh all(setting, std::make_unique<NativeNodes<router::Node<Gated>>>(setting), around(setting, memory_of_all));
  for (const Operation& operation : operations) {
    const Task task = task_of(operation);
    memory = NodeMemory(task, PayloadHash(7));
    memory_of_all = memory.anew();
    load_mesh(operation, mesh, [] {});
    load_mesh(operation, all, [] {});
    mesh.clock(true);
    all.clock(true);
    unsigned idle = 0;
    for (std::uint64_t cycle = 1; idle < kIdle; ++cycle) {
      ASSERT_EQ(carried(mesh, cycle), carried(all, cycle)) << "cycle " << cycle;
      mesh.clock(false);
      all.clock(false);
      ASSERT_EQ(memory.deliveries(), memory_of_all.deliveries()) << "cycle " << cycle;
      idle += memory_of_all.deliveries() == expected_deliveries(task) ? 1 : 0;
    }
    for (const Address node : network::addresses(kNodes)) {
      using node::Control;
      for (const Control control :
           {Control::kStatus, Control::kReceived, Control::kStallCycles, Control::kDeepestQueue}) {
        ASSERT_EQ(mesh.read(node, node::address(control)), all.read(node, node::address(control)))
            << "node " << node.number() << ", register " << static_cast<unsigned>(control);
      }
    }
  }
}

TEST(DenseMesh, IsAllNodesInEveryCycle) {
  std::vector<Operation> operations;
  MeshSetting setting;
  setting.network = network::Cube(kDim);
  setting.gated = true;
  for (const collectives::Row& row : collectives::kCatalog) {
    if (shape_of(row.collective).combined) continue;  // these nodes combine nothing
    operations.push_back(test_support::operation_of(row, kDim, 3, Address(5)));
    setting.program_depth = std::max(setting.program_depth, std::bit_ceil(longest_programs(operations.back()).entries));
    setting.queue_depth.chosen =
        std::max(setting.queue_depth.chosen, safe_queue_depth(couple_links(operations.back())));
  }
  for (const double stalls : {0.0, 0.4}) {
    SCOPED_TRACE(testing::Message() << "stalls " << stalls);
    setting.stall_probability = stalls;
    expect_the_same(setting, operations);
  }
  SCOPED_TRACE("threads");
  setting.threads = 3;
  expect_the_same(setting, std::span(operations).last(3));
}

// All nodes share one program until the first node is written again.
TEST(DenseMesh, CopiesOfTheFirstNodeKeepTheirPrograms) {
  const Operation operation =
      test_support::operation_of(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll, kDim, 1);
  MeshSetting setting = setting_of(operation);
  setting.queue_depth.chosen = safe_queue_depth(couple_links(operation));
  NodeMemory memory(task_of(operation), PayloadHash(7));
  NodeMemory memory_of_all = memory.anew();
  DenseMesh<router::Node<Gated>> mesh(setting, around(setting, memory));
  WideMesh all(setting, std::make_unique<NativeNodes<router::Node<Gated>>>(setting), around(setting, memory_of_all));
  for (Mesh* const loaded : {static_cast<Mesh*>(&mesh), static_cast<Mesh*>(&all)}) {
    load_mesh(operation, *loaded, [] {});
    for (unsigned port = 0; port < kDim; ++port) {
      loaded->write(Address(0), node::address(node::Block::kProgram, port, 0), kNodes - 1);
    }
    loaded->clock(true);
  }
  for (std::uint64_t cycle = 1; cycle <= kNodes; ++cycle) {
    ASSERT_EQ(carried(mesh, cycle), carried(all, cycle)) << "cycle " << cycle;
    mesh.clock(false);
    all.clock(false);
  }
}

// A queue that counts the calls of size(). The step of a node asks each ejector for its size.
struct Questions {
  static inline std::uint64_t asked = 0;
};
template <class Packet>
struct CountingStorage : RingStorage<Packet> {
  struct Slots : GrowingRing<Packet> {
    std::uint32_t size() const {
      ++Questions::asked;
      return GrowingRing<Packet>::size();
    }
  };
  using RingStorage<Packet>::RingStorage;
};
using Counting = AnyDepthConfig<kDim, router::PortModel::kAllPort, 32, CountingStorage>;

TEST(DenseMesh, DoesNotStepNodesWithNothingToDo) {
  NodeMemory memory(Task{}, {{0}, {0}});
  MeshSetting setting;
  setting.network = network::Cube(kDim);
  DenseMesh<router::Node<Counting>> mesh(setting, around(setting, memory));
  const auto asked_in = [&](unsigned cycles) {
    const std::uint64_t before = Questions::asked;
    for (unsigned i = 0; i < cycles; ++i) mesh.clock(false);
    return Questions::asked - before;
  };
  mesh.clock(true);
  EXPECT_GE(asked_in(1), kNodes) << "the count tells steps";
  asked_in(2);
  EXPECT_EQ(asked_in(100), 0u);
}

}  // namespace
}  // namespace testbench::test
