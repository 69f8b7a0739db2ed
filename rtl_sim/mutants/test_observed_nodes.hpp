// SPDX-License-Identifier: Apache-2.0
// Test only: the C++ of a node in a mesh, observed before and after every step. It predicts the
// first fault of a mutant without any RTL.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "hls/tops/node_top.hpp"
#include "testbench/engines/mesh/wide_mesh.hpp"
#include "testbench/engines/nodes/any_node.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace rtl_sim::test {

// The configuration node_d2_w64_gated.
struct ObservedConfig : tops::NodeConfig<2, 64, router::PortModel::kGated> {
  static constexpr bool kStatistics = true;
};

// A node at two successive cycles.
struct Step {
  network::Address node;
  router::State<ObservedConfig> before;
  router::State<ObservedConfig> state;
  router::Out<ObservedConfig> out;
};

// The mutant's fault in the step, if any: the register with its values in RTL and C++.
using Found = std::optional<testbench::RegisterDifference>;
using Fault = std::function<Found(const Step&)>;

class ObservedNodes final : public testbench::Nodes {
 public:
  // `all_rtl`: all nodes of the predicted run are RTL. If not, some are C++, and each node is
  // loaded by itself.
  ObservedNodes(std::uint32_t nodes, Fault fault, bool all_rtl)
      : fault_(std::move(fault)), all_rtl_(all_rtl), ins_(nodes, In::quiet()), states_(nodes), outs_(nodes) {}

  bool copy_first() override {
    if (all_rtl_) {
      std::fill(states_.begin() + 1, states_.end(), states_[0]);
      std::fill(outs_.begin() + 1, outs_.end(), outs_[0]);
    }
    return all_rtl_;
  }
  void step(network::Address node, const testbench::NodeInputs& in, testbench::NodeOutputs& out) override {
    const std::uint32_t i = node.number();
    testbench::narrow(in, ins_[i]);
    const router::State<ObservedConfig> before = states_[i];
    Node::step(states_[i], ins_[i], outs_[i]);
    testbench::widen(outs_[i], out);
    if (!found_) found_ = fault_({node, before, states_[i], outs_[i]});
  }
  Found end_cycle(const testbench::Moment&) override { return found_; }

 private:
  using Node = router::Node<ObservedConfig>;
  using In = Node::In;

  Fault fault_;
  bool all_rtl_;
  Found found_;
  std::vector<In> ins_;
  std::vector<Node::State> states_;
  std::vector<Node::Out> outs_;
};

inline constexpr std::uint64_t kSeed = 1;  // for payloads and stalls

inline testbench::MeshSetting setting_with(double stall) {
  return {.stall_probability = stall, .seed = kSeed};
}

// Predicts the difference that lockstep must find in a run.
inline std::optional<testbench::Divergence> foretold(const collectives::Operation& operation, double stall,
                                                     const Fault& fault, bool all_rtl = true) {
  const testbench::MeshSetting setting = testbench::setting_of(operation, setting_with(stall));
  testbench::NodeMemory memory(testbench::task_of(operation), testbench::PayloadHash(kSeed));
  testbench::WideMesh mesh(setting, std::make_unique<ObservedNodes>(operation.network.nodes(), fault, all_rtl),
                           std::make_unique<testbench::MemoryEnvironment>(setting, memory));
  try {
    testbench::run_on(mesh, operation, memory, {});
  } catch (const testbench::Divergence& found) {
    return found;
  }
  return std::nullopt;
}

}  // namespace rtl_sim::test
