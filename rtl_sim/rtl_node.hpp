// One node as a Verilator model of the generated RTL. Between two calls the clock is high, as after
// a rising edge.
#pragma once

#include <verilated.h>

#include <cstring>
#include <string>

#include "hls/stepc/lockstep/clock.hpp"
#include "rtl_sim/model_rest.hpp"

namespace rtl_sim {

// `Kind`: testbench/nodes/node_kind.hpp. `Harness`: what stepc generated for the top (Model, drive,
// sample, compare ...), as static members.
template <class Kind, class Harness>
class RtlNode {
 public:
  using In = typename Kind::In;
  using Out = typename Kind::Out;
  using Model = typename Harness::Model;

  // Reset. `name`: its scope in waveforms.
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
  // The same, without the edges that would change nothing: `out` must be what the last step made
  // it. For nodes that take all of their steps so.
  void step_unless_at_rest(const In& in, Out& out, ModelBytes& before) {
    // Padding that differs would keep the node awake, and nothing else.
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    const bool same_inputs = std::memcmp(static_cast<const void*>(&in), &last_in_, sizeof(in)) == 0;
    if (!same_inputs) last_in_ = in;
    rest_.edge(*model_.rootp, same_inputs, before, [&] { step(in, out); });
  }

  // The first half of a cycle, for waveforms: the inputs of the coming edge while the clock is
  // still high, then its fall. Changes no register.
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

}  // namespace rtl_sim
