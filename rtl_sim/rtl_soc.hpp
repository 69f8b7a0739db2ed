// SPDX-License-Identifier: Apache-2.0
// The end of the translation unit of the model of systems' RTL, as rtl_core.hpp is for cores.
#pragma once

#include <verilated.h>

#include "hls/stepc/lockstep/lockstep.hpp"
#include "testbench/engines/nodes/soc_mesh.hpp"

namespace rtl_sim {

// A system's RTL, which drives the wires, and the C++ beside it; or the C++ alone. `Harness`: stepc's
// output, as static members.
template <class ConfigOf, class Harness>
class RtlSoc {
 public:
  using Config = ConfigOf;

  explicit RtlSoc(bool is_rtl) {
    if (!is_rtl) return;
    context_ = std::make_unique<VerilatedContext>();
    model_.reset(new Model(context_.get()));
    Harness::drive(*model_, soc::In<Config>());
    model_->rst = 1;
    stepc::start(*model_);
    stepc::clock(*model_);
    model_->rst = 0;
  }

  void step(const soc::In<Config>& in) {
    native_.step(in);
    if (!model_) return;
    Harness::drive(*model_, in);
    stepc::clock(*model_);
    Harness::sample(*model_, out_);
  }
  const soc::State<Config>& state() const { return native_.state(); }
  const soc::Out<Config>& out() const { return model_ ? out_ : native_.out(); }
  std::optional<std::string> difference() {
    stepc::Mismatch mismatch;
    if (!model_) return std::nullopt;
    if (Harness::compare(*model_, native_.state(), mismatch) && Harness::compare_out(*model_, native_.out(), mismatch))
      return std::nullopt;
    return text_of(mismatch);
  }
  std::optional<std::string> difference_of_memories() {
    stepc::Mismatch mismatch;
    if (!model_ || Harness::compare_memories(*model_, native_.state(), mismatch)) return std::nullopt;
    return text_of(mismatch);
  }

 private:
  using Model = typename Harness::Model;
  struct Final {
    void operator()(Model* model) const {
      model->final();
      delete model;
    }
  };
  static std::string text_of(const stepc::Mismatch& mismatch) {
    return std::string(mismatch.name) + " is " + std::to_string(mismatch.model) + " in the RTL and " +
           std::to_string(mismatch.native) + " in C++";
  }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Model, Final> model_;
  testbench::NativeSoc<Config> native_;
  soc::Out<Config> out_;
};

}  // namespace rtl_sim

#define CUBECAST_RTL_SOC(MODULE)                                                                \
  STEPC_LOCKSTEP(MODULE);                                                                       \
  extern "C" __attribute__((visibility("default"))) testbench::SocCube* cubecast_make_soc_cube( \
      const std::vector<bool>& rtl_nodes) {                                                     \
    return new testbench::SocMesh<rtl_sim::RtlSoc<Config, MODULE##_lockstep>>(rtl_nodes);       \
  }
