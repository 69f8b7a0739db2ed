// Main memory for the queues, programs and tables of nodes whose depths are chosen at run time.
#pragma once

#include <memory_resource>

#include "hls/router/node.hpp"
#include "hls/types/growing_ring.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/native/arena.hpp"
#include "testbench/native/block_pool.hpp"

namespace testbench {

// The router with storage of any depth, every rule in it.
template <unsigned Dimension, router::PortModel PortModelOf, unsigned SequenceWidth = 32>
struct AnyDepthConfig : router::CubeConfig<Dimension> {
  static constexpr unsigned kSequenceWidth = SequenceWidth;
  static constexpr std::size_t kQueueDepth = hls::kRuntimeDepth;
  static constexpr std::size_t kProgramDepth = hls::kRuntimeDepth;
  static constexpr std::size_t kTableDepth = hls::kRuntimeDepth;
  static constexpr router::PortModel kPortModel = PortModelOf;
  static constexpr bool kStatistics = true;
};

// The queues of some nodes, which one thread steps.
class RingStorage {
 public:
  // `queue_depth`: of the crosspoint queues.
  explicit RingStorage(std::size_t queue_depth)
      : queues_{&memory_, static_cast<std::uint32_t>(queue_depth)}, ejectors_{&memory_, network::least_queue_depth()} {}
  RingStorage(const RingStorage&) = delete;
  RingStorage& operator=(const RingStorage&) = delete;

  template <class Config>
  void attach(router::Router<Config>& router) const {
    for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
      router.ejector(port).queue().slots().attach(ejectors_);
      for (unsigned q = 0; q < router::OutputPort<Config>::kCrosspoints; ++q) {
        router.output(port).queue(q).slots().attach(queues_);
      }
    }
  }

 private:
  BlockPool memory_;
  hls::RingMemory queues_;
  hls::RingMemory ejectors_;
};

// All of that for nodes that are loaded and stepped in any order.
template <class Config>
class NodeStorage {
 public:
  explicit NodeStorage(const MeshSetting& setting)
      : rings_(setting.queue_depth.chosen),
        program_depth_(setting.program_depth),
        entries_(std::size_t{kNodes} * kPorts * program_depth_),
        tables_(std::size_t{kNodes} * kNodes) {}

  // Gives one node its memory; once for each node.
  void attach(router::State<Config>& state) {
    rings_.attach(state.router);
    for (unsigned port = 0; port < kPorts; ++port) {
      state.injectors[port].program().attach(entries_.slice(program_depth_ * (nodes_ * kPorts + port)), program_depth_);
    }
    state.router.table().words().attach(tables_.slice(nodes_ * kNodes), kNodes);
    ++nodes_;
  }

 private:
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;
  static constexpr unsigned kPorts = Config::Network::kPorts;

  RingStorage rings_;
  std::size_t program_depth_;
  std::size_t nodes_ = 0;
  Arena<router::ProgramEntry<Config>> entries_;
  Arena<network::PortSet<Config>> tables_;
};

}  // namespace testbench
