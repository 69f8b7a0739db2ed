// SPDX-License-Identifier: Apache-2.0
// Main memory for the queues, stages, programs and tables of nodes whose depths are chosen at run
// time, and the configurations of these nodes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <utility>

#include "firmware/networks/network.hpp"
#include "hls/router/node.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/native/arena.hpp"
#include "testbench/engines/native/host_operators.hpp"
#include "testbench/engines/native/late_queues.hpp"
#include "testbench/engines/native/ring_storage.hpp"
#include "testbench/ground/host/archive.hpp"

namespace testbench {

// The stages of a combining port or ejector, with their number chosen at run time. A ring holds the
// packets that have left the combiner and are not yet on the link (hls/router/combiner.hpp).
//
//     DelayLine<Flit> line;          // without stages the output is the input
//     line.attach(memory, stages);
//     line.tick(flit);               // replaces `flit` by that of `stages` ticks ago
//
// A copy shares the ring, and must be attached to a ring of its own. A tick without a packet does
// not change a line without packets.
template <class Flit>
class DelayLine {
 public:
  // The line never frees the ring: it lives as long as `memory`.
  void attach(std::pmr::memory_resource& memory, std::uint32_t stages) {
    *this = {};
    stages_ = stages;
    if (stages == 0) return;
    ring_ = static_cast<Flit*>(memory.allocate(stages * sizeof(Flit), alignof(Flit)));
    std::uninitialized_value_construct_n(ring_, stages);
  }

  bool empty() const { return packets_ == 0; }

  void tick(Flit& flit) {
    if (stages_ == 0 || (packets_ == 0 && !flit.valid)) return;
    packets_ += flit.valid ? 1u : 0u;
    std::swap(ring_[next_], flit);
    packets_ -= flit.valid ? 1u : 0u;
    next_ = next_ + 1 == stages_ ? 0 : next_ + 1;
  }

  // `attached`: this line as it was attached. The line may be a copy of another process's.
  void serialize(Archive& archive, const DelayLine& attached) {
    ring_ = attached.ring_;
    archive.items(ring_, stages_);
  }

 private:
  Flit* ring_ = nullptr;
  std::uint32_t stages_ = 0;
  std::uint32_t next_ = 0;
  std::uint32_t packets_ = 0;
  std::uint32_t unused_ = 0;  // no padding: nodes are compared byte by byte
};

// Calls visit(queues, memory) for the queues of each port of a node. `memory`: of `storage`.
template <class Config, class Storage, class Visit>
void for_each_port(router::Router<Config>& router, Storage& storage, Visit visit) {
  for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
    visit(router.output(port).queues(), storage.queues());
    if constexpr (router::combines<Config>()) {
      if (port < router::kCombiningEjectors<Config>) visit(router.combining_ejector(port).queues(), storage.queues());
    }
  }
}
// Calls visit(line, its other) for each line of stages of two routers of one configuration.
template <class Config, class Visit>
void for_each_line(router::Router<Config>& router, router::Router<Config>& other, Visit visit) {
  if constexpr (router::has_runtime_stages<Config>()) {
    for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
      visit(router.output(port).pipeline().line(), other.output(port).pipeline().line());
      if (port >= router::kCombiningEjectors<Config>) continue;
      visit(router.combining_ejector(port).pipeline().line(), other.combining_ejector(port).pipeline().line());
    }
  }
}

// Gives memory to the queues of one node, and stages to its combiners.
template <class Config, class Storage>
void attach_queues(router::Router<Config>& router, Storage& storage) {
  for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
    router.ejector(port).queue().slots().attach(storage.ejectors());
  }
  for_each_port(router, storage, [](auto& queues, const auto& memory) { testbench::attach(queues, memory); });
  if constexpr (router::has_runtime_stages<Config>()) {
    for_each_line(router, router, [&](auto& line, auto&) { line.attach(storage.memory(), storage.stages()); });
  }
  if constexpr (router::has_runtime_hop<Config>()) {
    if constexpr (router::is_gated<Config>()) router.gate().set_more_cycles(storage.stages() + storage.latency());
  }
}

// The packets in the queues and stages of a node, whose registers are there. `attached`: the router as it was attached
// to its memory.
template <class Config, class Storage>
void keep_queues(Archive& archive, router::Router<Config>& router, router::Router<Config>& attached, Storage& storage) {
  for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
    auto& queue = router.ejector(port).queue();
    queue.slots().serialize(archive, storage.ejectors(), queue.first(), queue.count());
  }
  for_each_port(router, storage,
                [&](auto& queues, const auto& memory) { testbench::serialize(archive, queues, memory); });
  for_each_line(router, attached, [&](auto& line, auto& as_attached) { line.serialize(archive, as_attached); });
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
  template <class Queue, std::size_t Count>
  using Queues = std::array<Queue, Count>;

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

// A router on a cube whose gate has windows of any number, some of them closed.
template <class Base>
struct ClosedWindows : Base {
  static constexpr std::size_t kWindowDepth = hls::kRuntimeDepth;
  static constexpr bool kClosedWindows = true;
};

// A router whose ports have queues when packets wait there.
template <class Base>
struct WithLateQueues : Base {
  template <class Queue, std::size_t Count>
  using Queues = LateQueues<Queue, Count>;
};

// A router on links whose wires take cycles.
template <class Base>
struct Delayed : Base {
  static constexpr unsigned kLinkLatency = router::kRuntimeLatency;
};

// A router whose nodes start when they like.
template <class Base>
struct Starting : Base {
  static constexpr bool kEpochs = true;
};

// A router that drops copies of packets.
template <class Base>
struct DroppingCopies : Base {
  static constexpr bool kDropsCopies = true;
};

// A router that combines packets, with every operation and any number of stages.
template <class Base, class OperatorsOf = HostOperators>
struct Combining : router::Combining<Base, OperatorsOf, router::kRuntimeStages> {
  template <class Flit>
  using DelayLine = testbench::DelayLine<Flit>;
};

// That router on a cube, in one configuration: with the port gate.
template <unsigned Dimension, unsigned HopCycles, unsigned SequenceWidth = 32, class OperatorsOf = HostOperators>
struct CombiningConfig
    : Combining<AnyDepthConfig<Dimension, router::PortModel::kGated, SequenceWidth, RingStorage, HopCycles>,
                OperatorsOf> {};

// The router on any network of at most `Nodes` nodes, with at most `PortsOfANode` ports a node.
template <unsigned PortsOfANode, router::PortModel PortModelOf, std::uint32_t Nodes = network::kMaxNodes,
          unsigned Trees = 1, unsigned TreeNumbers = Trees>
struct LabelledConfig
    : AnyDepthConfigOf<router::LabelledConfig<Nodes, PortsOfANode, hls::index_width(Nodes), Trees, TreeNumbers>,
                       PortModelOf> {
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
        table_depth_(setting.table_words()),
        window_depth_(kHasWindows<Config> ? setting.window_depth : 0),
        entries_(std::size_t{setting.network.nodes()} * kStreams * program_depth_),
        tables_(std::size_t{setting.network.nodes()} * kBanks * table_depth_),
        windows_(setting.network.nodes() * window_depth_) {}

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
