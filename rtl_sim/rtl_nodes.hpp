// The nodes of a cube as Verilator models of the generated RTL, one instance each.
#pragma once

#include <memory>
#include <vector>

#include "hls/router/node.hpp"
#include "testbench/mesh.hpp"

namespace rtl_sim {

// `Harness`: what stepc generated for the top (drive, sample, compare), as static members.
template <class AnyConfig, class Harness>
class RtlNodes {
 public:
  using Config = AnyConfig;

  explicit RtlNodes(const testbench::MeshSetting&) {
    for (std::size_t node = 0; node < Config::kNodes; ++node) {
      models_.push_back(std::make_unique<typename Harness::Model>());
      Harness::drive(*models_.back(), router::In<Config>());
      models_.back()->rst = 1;
      clock(*models_.back());
      models_.back()->rst = 0;
    }
  }
  ~RtlNodes() {
    for (const auto& model : models_) model->final();
  }
  RtlNodes(const RtlNodes&) = delete;
  RtlNodes& operator=(const RtlNodes&) = delete;

  void step(std::uint32_t node, const router::In<Config>& in, router::Out<Config>& out) {
    typename Harness::Model& model = *models_[node];
    Harness::drive(model, in);
    clock(model);
    Harness::sample(model, out);
  }
  void prefetch(std::uint32_t) const {}

  const typename Harness::Model& model(std::uint32_t node) const { return *models_[node]; }

 private:
  static void clock(typename Harness::Model& model) {
    model.clk = 0;
    model.eval();
    model.clk = 1;
    model.eval();
  }

  std::vector<std::unique_ptr<typename Harness::Model>> models_;
};

}  // namespace rtl_sim
