// SPDX-License-Identifier: Apache-2.0
// Main memory for the queues, programs and tables of nodes whose depths are chosen at run time.
#pragma once

#include <memory_resource>

#include "firmware/networks/network.hpp"
#include "hls/router/node.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/native/arena.hpp"
#include "testbench/native/block_pool.hpp"
#include "testbench/native/delay_line.hpp"
#include "testbench/native/growing_ring.hpp"
#include "testbench/native/host_operators.hpp"

namespace testbench {

// The queues of the nodes that one thread steps: they hold the packets themselves.
template <class Packet>
class RingStorage {
 public:
  using Slots = GrowingRing<Packet>;

  // The part that all storages of a mesh share.
  struct Common {
    Common(const MeshSetting&, std::uint32_t) {}
    // A node offers a packet, which its neighbours may see in the next cycle.
    static void publish(std::uint32_t, const Packet&) {}
  };

  // A stop takes effect as many cycles later as a port has stages. In front of an ejector there are
  // as many stages again.
  explicit RingStorage(const MeshSetting& setting)
      : stages_(setting.combine_stages),
        queues_{&memory_, static_cast<std::uint32_t>(setting.queue_depth.chosen), stages_},
        ejectors_{&memory_, static_cast<std::uint32_t>(network::least_queue_depth(setting.hop_cycles + 2 * stages_)),
                  2 * stages_} {}
  RingStorage(const Common&, const MeshSetting& setting, std::uint64_t) : RingStorage(setting) {}
  RingStorage(const RingStorage&) = delete;
  RingStorage& operator=(const RingStorage&) = delete;

  const auto& queues() const { return queues_; }
  const auto& ejectors() const { return ejectors_; }
  std::uint32_t stages() const { return stages_; }
  // Delay lines take their memory here.
  std::pmr::memory_resource& memory() { return memory_; }
  // Bytes that the queues have taken.
  std::uint64_t bytes() const { return memory_.bytes(); }

  // Upper bounds for a waiting packet, and for a queue in which one has waited: a ring has up to
  // twice the slots that it has needed, and its outgrown blocks were as many.
  static constexpr std::uint64_t kPacketBytes = 4 * sizeof(Packet);
  static constexpr std::uint64_t kQueueBytes = 128;
  // Bytes of the shared part.
  static std::uint64_t common_bytes(const MeshSetting&) { return 0; }

 private:
  BlockPool memory_;
  std::uint32_t stages_;
  RingMemory queues_;
  RingMemory ejectors_;
};

// Gives memory to the queues of one node, and stages to its combiners.
template <class Config, class Storage>
void attach_queues(router::Router<Config>& router, Storage& storage) {
  for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
    router.ejector(port).queue().slots().attach(storage.ejectors());
    for (unsigned q = 0; q < router::OutputPort<Config>::kCrosspoints; ++q) {
      router.output(port).queue(q).slots().attach(storage.queues());
    }
    if constexpr (router::combines<Config>()) {
      for (unsigned in_port = 0; in_port < Config::Network::kPorts; ++in_port) {
        router.combining_ejector(port).queue(in_port).slots().attach(storage.queues());
      }
    }
    if constexpr (router::has_runtime_stages<Config>()) {
      router.output(port).pipeline().line().attach(storage.memory(), storage.stages());
      router.combining_ejector(port).pipeline().line().attach(storage.memory(), storage.stages());
      router.gate().set_stages(storage.stages());
    }
  }
}

// A router with storage of any depth and every rule. `StorageOf<Packet>`: RingStorage or
// NumberedStorage.
template <class NetworkConfig, router::PortModel PortModelOf, unsigned SequenceWidth = 32,
          template <class Packet> class StorageOf = RingStorage, unsigned HopCycles = 1>
struct AnyDepthConfigOf : NetworkConfig {
  template <class Packet>
  using Storage = StorageOf<Packet>;
  template <class Packet>
  using Slots = typename StorageOf<Packet>::Slots;

  static constexpr unsigned kSequenceWidth = SequenceWidth;
  static constexpr std::size_t kQueueDepth = hls::kRuntimeDepth;
  static constexpr std::size_t kProgramDepth = hls::kRuntimeDepth;
  static constexpr std::size_t kTableDepth = hls::kRuntimeDepth;
  static constexpr router::PortModel kPortModel = PortModelOf;
  static constexpr unsigned kHopCycles = HopCycles;
  static constexpr bool kStatistics = true;
};

// Windows of a fixed depth lie in the nodes' registers.
template <class Config>
inline constexpr bool kHasWindows = Config::kWindowDepth == hls::kRuntimeDepth;

// The router on a cube.
template <unsigned Dimension, router::PortModel PortModelOf, unsigned SequenceWidth = 32,
          template <class Packet> class StorageOf = RingStorage, unsigned HopCycles = 1>
struct AnyDepthConfig
    : AnyDepthConfigOf<router::CubeConfig<Dimension>, PortModelOf, SequenceWidth, StorageOf, HopCycles> {};

// The combining router on a cube, in one configuration: with the port gate, every operation and any
// number of stages.
template <unsigned Dimension, unsigned HopCycles, unsigned SequenceWidth = 32>
struct CombiningConfig
    : router::Combining<AnyDepthConfig<Dimension, router::PortModel::kGated, SequenceWidth, RingStorage, HopCycles>,
                        HostOperators, router::kRuntimeStages> {
  template <class Flit>
  using DelayLine = testbench::DelayLine<Flit>;
};

// The router on any network, up to the largest, with at most `PortsOfANode` ports a node.
template <unsigned PortsOfANode, router::PortModel PortModelOf>
struct LabelledConfig : AnyDepthConfigOf<router::LabelledConfig<network::kMaxNodes, PortsOfANode, 16>, PortModelOf> {
  static constexpr std::size_t kWindowDepth = hls::kRuntimeDepth;
};

// Memory for queues, programs, tables and windows of nodes that are loaded and stepped in any
// order.
template <class Config>
class NodeStorage {
 public:
  explicit NodeStorage(const MeshSetting& setting)
      : rings_(setting),
        program_depth_(setting.program_depth),
        table_depth_(setting.network.nodes()),
        window_depth_(kHasWindows<Config> ? setting.window_depth : 0),
        entries_(table_depth_ * kStreams * program_depth_),
        tables_(table_depth_ * kBanks * table_depth_),
        windows_(table_depth_ * window_depth_) {}

  // Gives one node its memory. Called once for each node.
  void attach(router::State<Config>& state) {
    attach_queues(state.router, rings_);
    for (unsigned stream = 0; stream < kStreams; ++stream) {
      state.injectors[stream].program().attach(entries_.slice(program_depth_ * (nodes_ * kStreams + stream)),
                                               program_depth_);
    }
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      state.router.table().words(bank).attach(tables_.slice((nodes_ * kBanks + bank) * table_depth_), table_depth_);
    }
    if constexpr (kHasWindows<Config>) {
      state.router.gate().windows().attach(windows_.slice(nodes_ * window_depth_), window_depth_);
    }
    ++nodes_;
  }

 private:
  static constexpr unsigned kStreams = router::kStreams<Config>;
  static constexpr unsigned kBanks = router::RuleTable<Config>::kBanks;

  RingStorage<network::Packet<Config>> rings_;
  std::size_t program_depth_;
  std::size_t table_depth_;
  std::size_t window_depth_;
  std::size_t nodes_ = 0;
  Arena<router::ProgramEntry<Config>> entries_;
  Arena<network::PortSet<Config>> tables_;
  Arena<router::Window<Config>> windows_;
};

}  // namespace testbench
