// SPDX-License-Identifier: Apache-2.0
// The end of the translation unit of the model of a core's RTL, as rtl_model.hpp is for nodes.
#pragma once

#include <verilated.h>

#include <string>

#include "hls/stepc/lockstep/lockstep.hpp"
#include "testbench/engines/nodes/core_model.hpp"

namespace rtl_sim {

// `Harness`: stepc's output for the core, as static members.
template <class Harness>
class RtlCore final : public testbench::CoreModel {
 public:
  RtlCore() : model_(&context_) {
    Harness::drive(model_, core::In());
    model_.rst = 1;
    stepc::start(model_);
    stepc::clock(model_);
    model_.rst = 0;
  }
  ~RtlCore() override { model_.final(); }
  RtlCore(const RtlCore&) = delete;
  RtlCore& operator=(const RtlCore&) = delete;

  void step(const core::In& in, testbench::CoreOut& out) override {
    Harness::drive(model_, in);
    stepc::clock(model_);
    Harness::sample(model_, out);
  }
  std::optional<std::string> difference(const testbench::CoreState& state, const testbench::CoreOut& out) override {
    stepc::Mismatch mismatch;
    ++cycles_;
    const bool memories = cycles_ % kMemoryInterval == 0;
    if (Harness::compare(model_, state, mismatch) && Harness::compare_out(model_, out, mismatch) &&
        (!memories || Harness::compare_memories(model_, state, mismatch))) {
      return std::nullopt;
    }
    return std::string(mismatch.name) + " is " + std::to_string(mismatch.model) + " in the RTL and " +
           std::to_string(mismatch.native) + " in C++";
  }

 private:
  static constexpr std::uint64_t kMemoryInterval = 16;  // cycles

  VerilatedContext context_;
  typename Harness::Model model_;
  std::uint64_t cycles_ = 0;
};

}  // namespace rtl_sim

#define CUBECAST_RTL_CORE(MODULE)                                                                      \
  STEPC_LOCKSTEP(MODULE);                                                                              \
  extern "C" __attribute__((visibility("default"))) testbench::CoreModel* cubecast_make_core_model() { \
    return new rtl_sim::RtlCore<MODULE##_lockstep>;                                                    \
  }
