// Test only: the C++ of the top in a mesh, with every node observed before and after every cycle: what a mutant must
// first do wrong is worked out from it, without any RTL.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "hls/tops/node_top.hpp"
#include "testbench/mesh/mesh_of_nodes.hpp"
#include "testbench/run/loader.hpp"
#include "testbench/run/runner.hpp"

namespace rtl_sim::test {

using TopConfig = tops::EngineConfig<2, 1>;

// A node at two successive cycles.
struct Step {
  network::Address node;
  router::State<TopConfig> before;
  router::State<TopConfig> state;
  router::Out<TopConfig> out;
};

// What a mutant does wrong in the step, if anything: the register and the value in the RTL and in the C++.
using Fault = std::function<std::optional<testbench::RegisterDifference>(const Step&)>;

struct FirstFault {
  testbench::Moment moment;  // the first cycle in which the register holds the wrong value
  testbench::RegisterDifference difference;
};

class ObservedNodes {
 public:
  using Config = TopConfig;

  explicit ObservedNodes(const testbench::MeshSetting&) : states_(Config::Network::kNodes) { first.reset(); }

  static bool records(const testbench::Moment& moment) {
    moment_ = moment;
    return false;
  }
  static void record(const testbench::Moment&, network::Address, std::span<const router::In<Config>>) {}
  static void end_cycle(const testbench::Moment&) {}
  bool copy_first() {
    if (all_rtl) std::fill(states_.begin() + 1, states_.end(), states_[0]);
    return all_rtl;
  }

  void step(network::Address node, const router::In<Config>& in, router::Out<Config>& out) {
    router::State<Config>& state = states_[node.number()];
    const router::State<Config> before = state;
    router::Node<Config>::step(state, in, out);
    if (first) return;
    if (const auto found = fault({node, before, state, out})) {
      first = FirstFault{{moment_.started, moment_.cycle + 1}, *found};
    }
  }

  // The mesh makes its nodes itself, so that these cannot be told otherwise.
  static inline Fault fault;
  static inline bool all_rtl = true;  // else some are C++, and each is loaded by itself
  static inline std::optional<FirstFault> first;

 private:
  static inline testbench::Moment moment_;
  std::vector<router::State<Config>> states_;
};

// The first fault of a run, as `cubecast run` makes it. `all_rtl`: every node is RTL.
inline std::optional<FirstFault> first_fault(const collectives::Operation& operation, double stall, Fault fault,
                                             bool all_rtl = true) {
  constexpr std::uint64_t kSeed = 1;
  constexpr unsigned kCycles = 2000;
  testbench::MeshSetting setting;
  setting.network = operation.network;
  setting.simulation.stall_probability = stall;
  setting.simulation.stall_seed = kSeed;
  const testbench::Task task = testbench::task_of(operation);
  testbench::NodeMemory memory(task, testbench::PayloadHash(kSeed));
  ObservedNodes::fault = std::move(fault);
  ObservedNodes::all_rtl = all_rtl;
  testbench::MeshOfNodes<ObservedNodes> mesh(setting, memory);
  testbench::load_mesh(operation, mesh, [] {});
  mesh.clock(true);
  for (unsigned cycle = 1; cycle < kCycles && !ObservedNodes::first; ++cycle) mesh.clock(false);
  return ObservedNodes::first;
}

}  // namespace rtl_sim::test
