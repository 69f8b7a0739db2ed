// SPDX-License-Identifier: Apache-2.0
// The nodes of a network, each as RTL, as C++, or as both in lockstep: both get the same inputs,
// and every register is compared in every cycle.
#pragma once

#include <verilated.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "hls/stepc/lockstep/model_access.hpp"
#include "rtl_sim/model_image.hpp"
#include "rtl_sim/model_rest.hpp"
#include "testbench/engines/nodes/any_node.hpp"
#include "testbench/engines/nodes/wire_tap.hpp"

namespace rtl_sim {

// One node as a Verilator model of the generated RTL. Between two calls the clock is high, as after
// a rising edge.
//
// `Node`: testbench/engines/nodes/any_node.hpp. `Harness`: stepc's output for the top (Model, drive,
// sample, compare ...), as static members.
template <testbench::AnyNode Node, class Harness>
class RtlNode {
 public:
  using In = typename Node::In;
  using Out = typename Node::Out;
  using Model = typename Harness::Model;

  // Resets the node. `name`: its scope in waveforms.
  RtlNode(VerilatedContext& context, const std::string& name) : model_(&context, name.c_str()) {
    Harness::drive(model_, In());
    model_.rst = 1;
    stepc::start(model_);
    stepc::clock(model_);
    model_.rst = 0;
  }
  ~RtlNode() { model_.final(); }
  RtlNode(const RtlNode&) = delete;
  RtlNode& operator=(const RtlNode&) = delete;

  void step(const In& in, Out& out) {
    Harness::drive(model_, in);
    stepc::clock(model_);
    Harness::sample(model_, out);
  }
  // Steps without the edges that would change nothing. `out` must still hold the last step's
  // outputs. A node must take all of its steps this way, or none.
  void step_unless_at_rest(const In& in, Out& out, ModelBytes& before) {
    // Different padding would only keep the node awake.
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    const bool same_inputs = std::memcmp(static_cast<const void*>(&in), &last_in_, sizeof(in)) == 0;
    if (!same_inputs) last_in_ = in;
    rest_.edge(*model_.rootp, same_inputs, before, [&] { step(in, out); });
  }

  // The first half of a cycle, for waveforms: sets the inputs of the coming edge while the clock is
  // still high. It changes no register.
  void show(const In& in) {
    Harness::drive(model_, in);
    model_.eval();
  }
  void fall() { stepc::start(model_); }

  Model& model() { return model_; }
  const Model& model() const { return model_; }

 private:
  Model model_;
  In last_in_;
  ModelRest rest_;
};

// The waveform of models without one.
template <testbench::AnyNode Node, class Harness>
class NoWave {
 public:
  NoWave(const testbench::WaveRequest& request, const std::vector<RtlNode<Node, Harness>*>&) {
    throw std::runtime_error("--wave " + request.file.string() + ": this model of the RTL makes no waveforms");
  }
  static bool wants(const testbench::Moment&) { return false; }
  static bool has_shown() { return false; }
  static void record(const testbench::Moment&, network::Address, std::span<const typename Node::In>) {}
  static void mark(const testbench::RegisterDifference&) {}
};

// `Wave`: RtlWave or NoWave.
template <testbench::AnyNode Node, class Harness, template <testbench::AnyNode, class> class Wave>
class RtlNodes final : public testbench::Nodes {
 public:
  using In = typename Node::In;
  using Out = typename Node::Out;

  explicit RtlNodes(const testbench::RtlRequest& request) : ins_(request.nodes, In::quiet()), outs_(request.nodes) {
    context_.traceEverOn(request.wave.has_value());
    for (std::uint32_t node = 0; node < request.nodes; ++node) {
      Forms& added = nodes_.emplace_back();
      const bool is_rtl = request.is_rtl[node];
      if (is_rtl) added.rtl = std::make_unique<RtlNode<Node, Harness>>(context_, "node_" + std::to_string(node));
      if (is_rtl && request.lockstep) {
        added.native = std::make_unique<Native>();
        Harness::take_data(added.rtl->model(), added.native->state, added.native->out);
      }
    }
    if (request.wave) wave_ = std::make_unique<Wave<Node, Harness>>(*request.wave, rtl_nodes());
  }

  bool records(const testbench::Moment& moment) const override { return wave_ != nullptr && wave_->wants(moment); }
  void record(const testbench::Moment& moment, network::Address first,
              std::span<const testbench::NodeInputs> inputs) override {
    for (std::size_t i = 0; i < inputs.size(); ++i) testbench::narrow(inputs[i], ins_[first.number() + i]);
    wave_->record(moment, first, std::span<const In>(ins_).subspan(first.number(), inputs.size()));
  }

  bool copy_first() override {
    const bool all_alike =
        std::all_of(nodes_.begin(), nodes_.end(), [](const Forms& node) { return node.rtl != nullptr; });
    if (!all_alike) return false;
    const ModelImage image(nodes_[0].rtl->model());
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      image.restore(nodes_[i].rtl->model());
      if (nodes_[i].native != nullptr) *nodes_[i].native = *nodes_[0].native;
      outs_[i] = outs_[0];
    }
    return true;
  }

  void step(network::Address node, const testbench::NodeInputs& in, testbench::NodeOutputs& out) override {
    testbench::narrow(in, ins_[node.number()]);
    step(node, ins_[node.number()], outs_[node.number()]);
    testbench::widen(outs_[node.number()], out);
  }

  std::optional<testbench::RegisterDifference> end_cycle(const testbench::Moment&) override {
    ++cycles_;
    if (difference_ && wave_ != nullptr) wave_->mark(*difference_);
    return difference_;
  }

  // The counters of the ends are those of the C++ beside, which a trace of nodes with links asks for.
  void append_wire_events(std::uint64_t cycle, network::Address node, unsigned port,
                          const testbench::WidePhit& received, testbench::WireEvents& events) override {
    if (const auto& native = nodes_[node.number()].native) {
      taps_.observe(cycle, node, port, native->state, outs_[node.number()], received, events);
    }
  }

 private:
  // Memories have many words: they are compared only every so many cycles, and in every cycle that
  // a waveform shows.
  static constexpr std::uint64_t kMemoryInterval = 16;

  struct Native {
    typename Node::State state;
    Out out;
  };
  struct Forms {
    std::unique_ptr<RtlNode<Node, Harness>> rtl;
    std::unique_ptr<Native> native;  // made in the first step where there is no RTL
  };

  std::vector<RtlNode<Node, Harness>*> rtl_nodes() const {
    std::vector<RtlNode<Node, Harness>*> found;
    found.reserve(nodes_.size());
    for (const Forms& node : nodes_) found.push_back(node.rtl.get());
    return found;
  }

  void step(network::Address node, const In& in, Out& out) {
    Forms& stepped = nodes_[node.number()];
    if (stepped.rtl == nullptr) {
      if (stepped.native == nullptr) stepped.native = std::make_unique<Native>();
      Node::step(stepped.native->state, in, out);
      return;
    }
    if (stepped.native == nullptr && wave_ == nullptr) {
      stepped.rtl->step_unless_at_rest(in, out, before_);
      return;
    }
    stepped.rtl->step(in, out);
    if (stepped.native == nullptr) return;
    Node::step(stepped.native->state, in, stepped.native->out);
    if (!difference_) compare(node);
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
  std::vector<Forms> nodes_;                   // by address
  std::unique_ptr<Wave<Node, Harness>> wave_;  // destroyed before the models that it shows
  std::vector<In> ins_;                        // by address: each node's last inputs
  std::vector<Out> outs_;
  testbench::WireTaps<Node> taps_;
  ModelBytes before_;
  std::optional<testbench::RegisterDifference> difference_;
  std::uint64_t cycles_ = 0;
};

}  // namespace rtl_sim
