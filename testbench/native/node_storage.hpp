// Main memory for the queues and programs of nodes whose depths are chosen at run time.
#pragma once

#include "hls/router/node.hpp"
#include "testbench/mesh.hpp"
#include "testbench/native/arena.hpp"

namespace testbench {

// The router with storage of any depth and 64-bit payloads, every rule in it.
template <unsigned Dimension, router::PortModel Ports>
using AnyDepthConfig = router::Config<Dimension, 64, hls::kRuntimeDepth, Ports, router::kAllRules, hls::kRuntimeDepth,
                                      32, /*Statistics=*/true>;

template <class Config>
class NodeStorage {
 public:
  explicit NodeStorage(const MeshSetting& setting)
      : queue_depth_(setting.queue_depth),
        program_depth_(setting.program_depth),
        slots_(Config::kNodes * Config::kDimension * kCrosspoints * queue_depth_),
        entries_(Config::kNodes * Config::kDimension * program_depth_) {}

  // Gives one node its memory; once for each node.
  void attach(router::State<Config>& state) {
    for (unsigned port = 0; port < Config::kDimension; ++port) {
      state.injectors[port].program().attach(entries_.slice(program_depth_ * programs_++), program_depth_);
      for (unsigned q = 0; q < kCrosspoints; ++q) {
        state.router.output(port).queue(q).slots().attach(slots_.slice(queue_depth_ * queues_++), queue_depth_);
      }
    }
  }

 private:
  static constexpr unsigned kCrosspoints = router::OutputPort<Config>::kCrosspoints;

  std::size_t queue_depth_;
  std::size_t program_depth_;
  std::size_t queues_ = 0;
  std::size_t programs_ = 0;
  Arena<router::Packet<Config>> slots_;
  Arena<router::ProgramEntry<Config>> entries_;
};

}  // namespace testbench
