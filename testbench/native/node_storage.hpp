// Main memory for the queues and programs of nodes whose depths are chosen at run time.
#pragma once

#include "hls/router/node.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/native/arena.hpp"

namespace testbench {

// The router with storage of any depth and long sequences, every rule in it.
template <unsigned Dimension, router::PortModel PortModelOf>
struct AnyDepthConfig : router::CubeConfig<Dimension> {
  static constexpr unsigned kSequenceWidth = 32;
  static constexpr std::size_t kQueueDepth = hls::kRuntimeDepth;
  static constexpr std::size_t kProgramDepth = hls::kRuntimeDepth;
  static constexpr router::PortModel kPortModel = PortModelOf;
  static constexpr bool kStatistics = true;
};

template <class Config>
class NodeStorage {
 public:
  explicit NodeStorage(const MeshSetting& setting)
      : queue_depth_(setting.queue_depth.chosen),
        program_depth_(setting.program_depth),
        slots_(std::size_t{kNodes} * kPorts * kCrosspoints * queue_depth_),
        entries_(std::size_t{kNodes} * kPorts * program_depth_) {}

  // Gives one node its memory; once for each node.
  void attach(router::State<Config>& state) {
    for (unsigned port = 0; port < kPorts; ++port) {
      state.injectors[port].program().attach(entries_.slice(program_depth_ * programs_++), program_depth_);
      for (unsigned q = 0; q < kCrosspoints; ++q) {
        state.router.output(port).queue(q).slots().attach(slots_.slice(queue_depth_ * queues_++), queue_depth_);
      }
    }
  }

 private:
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;
  static constexpr unsigned kPorts = Config::Network::kPorts;
  static constexpr unsigned kCrosspoints = router::OutputPort<Config>::kCrosspoints;

  std::size_t queue_depth_;
  std::size_t program_depth_;
  std::size_t queues_ = 0;
  std::size_t programs_ = 0;
  Arena<network::Packet<Config>> slots_;
  Arena<router::ProgramEntry<Config>> entries_;
};

}  // namespace testbench
