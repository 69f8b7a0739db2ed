// The nodes of a network, each as RTL, as C++, or as both in lockstep: on the same inputs, every register compared in
// every cycle. For MeshOfNodes and MeshOfModules (testbench/mesh/mesh_of_nodes.hpp says what they ask).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hls/compiler/lockstep/model_access.hpp"
#include "rtl_sim/model_image.hpp"
#include "rtl_sim/rtl_node.hpp"
#include "rtl_sim/rtl_wave.hpp"
#include "testbench/mesh/divergence.hpp"
#include "testbench/mesh/mesh.hpp"

namespace rtl_sim {

// Threads that evaluate one model (Verilator's --threads); the models of a mesh share them.
inline constexpr unsigned kVerilatorThreads = CUBECAST_VERILATOR_THREADS;

// `Kind`: node_kinds.hpp.
template <class Kind, class Harness>
class RtlNodes {
 public:
  using Config = typename Kind::Config;
  using In = typename Kind::In;
  using Out = typename Kind::Out;

  explicit RtlNodes(const testbench::MeshSetting& setting) {
    context_.threads(kVerilatorThreads);
    context_.traceEverOn(setting.wave.has_value());
    for (std::uint32_t node = 0; node < setting.network.nodes(); ++node) {
      Node& added = nodes_.emplace_back();
      const bool is_rtl = node < setting.simulation.rtl_nodes.size() && setting.simulation.rtl_nodes[node];
      if (is_rtl) added.rtl = std::make_unique<RtlNode<Kind, Harness>>(context_, fmt::format("node_{}", node));
      if (!is_rtl || setting.simulation.lockstep) added.native = std::make_unique<Native>();
    }
    if (setting.wave) wave_ = std::make_unique<RtlWave<Kind, Harness>>(*setting.wave, rtl_nodes());
  }

  bool records(const testbench::Moment& moment) const { return wave_ != nullptr && wave_->wants(moment); }
  void record(const testbench::Moment& moment, network::Address first, std::span<const In> ins) {
    wave_->record(moment, first, ins);
  }

  bool copy_first() {
    const bool all_alike =
        std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.rtl != nullptr; });
    if (!all_alike) return false;
    const ModelImage image(nodes_[0].rtl->model());
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      image.restore(nodes_[i].rtl->model());
      if (nodes_[i].native != nullptr) *nodes_[i].native = *nodes_[0].native;
    }
    return true;
  }

  void step(network::Address node, const In& in, Out& out) {
    Node& stepped = nodes_[node.number()];
    if (stepped.rtl == nullptr) {
      Kind::step(stepped.native->state, in, out);
      return;
    }
    if (stepped.native == nullptr && wave_ == nullptr) {
      stepped.rtl->step_unless_at_rest(in, out, before_);
      return;
    }
    stepped.rtl->step(in, out);
    if (stepped.native == nullptr) return;
    Kind::step(stepped.native->state, in, stepped.native->out);
    if (!difference_) compare(node);
  }

  // Throws testbench::Divergence if a register differed in this cycle.
  void end_cycle(const testbench::Moment& moment) {
    ++cycles_;
    if (!difference_) return;
    if (wave_ != nullptr) wave_->mark(*difference_);
    throw testbench::Divergence({moment.started, moment.cycle + 1}, *difference_);
  }

 private:
  // Words of memories are many: they are compared in every so many cycles, and in every cycle that a waveform shows.
  static constexpr std::uint64_t kMemoryInterval = 16;

  struct Native {
    typename Kind::State state;
    Out out;
  };
  struct Node {
    std::unique_ptr<RtlNode<Kind, Harness>> rtl;
    std::unique_ptr<Native> native;
  };

  std::vector<RtlNode<Kind, Harness>*> rtl_nodes() const {
    std::vector<RtlNode<Kind, Harness>*> found;
    found.reserve(nodes_.size());
    for (const Node& node : nodes_) found.push_back(node.rtl.get());
    return found;
  }

  void compare(network::Address node) {
    const auto& model = nodes_[node.number()].rtl->model();
    const Native& native = *nodes_[node.number()].native;
    const bool memories = cycles_ % kMemoryInterval == 0 || (wave_ != nullptr && wave_->has_shown());
    stepc::Mismatch mismatch;
    if (!Harness::compare(model, native.state, mismatch) || !Harness::compare_out(model, native.out, mismatch) ||
        (memories && !Harness::compare_memories(model, native.state, mismatch))) {
      difference_ = testbench::RegisterDifference{node, mismatch.name, mismatch.model, mismatch.native};
    }
  }

  VerilatedContext context_;
  std::vector<Node> nodes_;
  std::unique_ptr<RtlWave<Kind, Harness>> wave_;  // ends before the models that it shows
  ModelBytes before_;
  std::optional<testbench::RegisterDifference> difference_;
  std::uint64_t cycles_ = 0;
};

}  // namespace rtl_sim
