// SPDX-License-Identifier: Apache-2.0
// Equally loaded nodes share programs and tables, until one of them is loaded again.
#include "testbench/native/loaded_nodes.hpp"

#include <gtest/gtest.h>

namespace testbench {
namespace {

using Config = AnyDepthConfig<3, router::PortModel::kAllPort>;
using State = router::State<Config>;

constexpr std::size_t kDepth = 4;
constexpr std::uint32_t kNodes = 8;

// This writes as the register accesses do.
void load(LoadedNodes<Config>& loaded, State& state, std::uint64_t count, std::uint32_t mask) {
  loaded.write(state, node::address(node::Block::kProgram, 1, 0));
  router::ProgramEntry<Config> entry;
  entry.count = network::SequenceNumber<Config>(count);
  state.injectors[1].program().write(0, entry);
  loaded.write(state, node::address(node::Block::kTable, 0, 2));
  state.router.table().words().write(2, network::PortSet<Config>(network::Ports(mask)));
}
std::uint64_t count_of(State& state) {
  return state.injectors[1].program().words()[0].count;
}
std::uint32_t mask_of(State& state) {
  return network::Ports(state.router.table().words().words()[2]).mask();
}

TEST(LoadedNodes, CopiesKeepWhatTheyHaveWhenTheFirstIsLoadedAgain) {
  MeshSetting setting;
  setting.program_depth = kDepth;
  LoadedNodes<Config> loaded(setting, kNodes);
  std::vector<State> states(kNodes);
  for (State& state : states) loaded.attach(state);
  load(loaded, states[0], 5, 0b101);
  loaded.close();
  for (std::uint32_t node = 1; node < kNodes; ++node) {
    states[node] = states[0];
    loaded.copied(states[node]);
  }
  load(loaded, states[0], 6, 0b011);
  loaded.close();
  EXPECT_EQ(count_of(states[0]), 6u);
  EXPECT_EQ(mask_of(states[0]), 0b011u);
  for (std::uint32_t node = 1; node < kNodes; ++node) {
    EXPECT_EQ(count_of(states[node]), 5u) << node;
    EXPECT_EQ(mask_of(states[node]), 0b101u) << node;
  }
}

}  // namespace
}  // namespace testbench
