// SPDX-License-Identifier: Apache-2.0
// Equally loaded nodes share programs and tables, until one of them is loaded again.
#include "testbench/engines/native/loaded_nodes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace testbench {
namespace {

using LoadedConfig = AnyDepthConfig<3, router::PortModel::kAllPort>;
using State = router::State<LoadedConfig>;

constexpr std::size_t kDepth = 4;
constexpr std::uint32_t kNodes = 8;

// This writes as the register accesses do.
void load(LoadedNodes<LoadedConfig>& loaded, State& state, std::uint64_t count, std::uint32_t mask) {
  loaded.write(state, node::address(node::Block::kProgram, 1, 0));
  router::ProgramEntry<LoadedConfig> entry;
  entry.count = network::SequenceNumber<LoadedConfig>(count);
  state.injectors[1].program().write(0, entry);
  loaded.write(state, node::address(node::Block::kTable, 0, 2));
  state.router.table().words().write(2, network::PortSet<LoadedConfig>(network::Ports(mask)));
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
  LoadedNodes<LoadedConfig> loaded(setting, kNodes);
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

using Memory = LoadedMemory<std::uint32_t>;

std::uint32_t* load(Memory& memory, std::size_t lane, const std::uint32_t* from,
                    const std::vector<std::pair<std::size_t, std::uint32_t>>& words) {
  std::uint32_t* const open = memory.open(lane, from);
  for (const auto& [index, word] : words) {
    memory.written(lane, index);
    open[index] = word;
  }
  return memory.close(lane);
}

TEST(LoadedMemory, TheSameWordsAreOneMemory) {
  Memory memory(2, 8, 4);
  std::uint32_t* const a = load(memory, 0, memory.blank(), {{0, 5}, {3, 7}});
  std::uint32_t* const b = load(memory, 1, memory.blank(), {{3, 7}, {0, 5}});
  std::uint32_t* const c = load(memory, 0, memory.blank(), {{0, 5}, {3, 8}});
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
  EXPECT_EQ(a[0], 5u);
  EXPECT_EQ(a[3], 7u);
  EXPECT_EQ(c[3], 8u);
}

TEST(LoadedMemory, WhatIsNotWrittenIsZeroWhateverTheLaneHeldBefore) {
  Memory memory(1, 8, 4);
  load(memory, 0, memory.blank(), {{6, 9}, {1, 9}});
  const std::uint32_t* const words = load(memory, 0, memory.blank(), {{2, 1}});
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(words[i], i == 2 ? 1u : 0u) << i;
  EXPECT_EQ(load(memory, 0, memory.blank(), {}), memory.blank());
}

// Two nodes are loaded again and again: at most two memories are in use at a time.
TEST(LoadedMemory, WhatNobodyUsesIsUsedAgain) {
  Memory memory(1, 8, 2);
  const std::uint32_t* words[2] = {memory.blank(), memory.blank()};
  for (std::uint32_t round = 1; round <= 100; ++round) {
    for (std::uint32_t node = 0; node < 2; ++node) {
      words[node] = load(memory, 0, words[node], {{round % 8, 2 * round + node}});
      EXPECT_LE(words[node], memory.blank() + 3 * 8 + 8);
      EXPECT_EQ(words[node][round % 8], 2 * round + node);
      if (round > 1) EXPECT_EQ(words[node][(round - 1) % 8], 2 * round - 2 + node) << "what was written before";
    }
  }
}

TEST(LoadedMemory, AWriteAfterwardsIsTheNodesOwn) {
  Memory memory(1, 8, 4);
  std::uint32_t* const shared = load(memory, 0, memory.blank(), {{0, 1}, {4, 2}});
  EXPECT_EQ(load(memory, 0, memory.blank(), {{0, 1}, {4, 2}}), shared);
  std::uint32_t* const own = load(memory, 0, shared, {{4, 3}});
  EXPECT_NE(own, shared);
  EXPECT_EQ(shared[4], 2u);
  EXPECT_EQ(own[0], 1u);
  EXPECT_EQ(own[4], 3u);
}

}  // namespace
}  // namespace testbench
