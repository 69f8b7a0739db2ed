// The nodes of a cube twice: as C++ and as RTL, on the same inputs. After every cycle every register of every node, and
// from time to time every word of its memories, must be the same; the first difference ends the run.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "rtl_sim/rtl_nodes.hpp"

namespace rtl_sim {

template <class AnyConfig, class Harness>
class LockstepNodes {
 public:
  using Config = AnyConfig;

  explicit LockstepNodes(const testbench::MeshSetting& setting)
      : rtl_(setting), states_(Config::kNodes), outs_(Config::kNodes), cycles_(Config::kNodes) {}

  void step(std::uint32_t node, const router::In<Config>& in, router::Out<Config>& out) {
    router::Node<Config>::step(states_[node], in, outs_[node]);
    rtl_.step(node, in, out);
    const std::uint64_t cycle = cycles_[node]++;
    const typename Harness::Model& model = rtl_.model(node);
    stepc::Mismatch mismatch;
    const bool same = Harness::compare(model, states_[node], mismatch) &&
                      Harness::compare_out(model, outs_[node], mismatch) &&
                      (cycle % kMemoryInterval != 0 || Harness::compare_memories(model, states_[node], mismatch));
    if (!same) {
      throw testbench::Divergence(
          fmt::format("lockstep: in cycle {} of node {}, {} is {:#x} in the RTL and {:#x} in C++", cycle, node,
                      mismatch.name, mismatch.model, mismatch.native));
    }
  }
  void prefetch(std::uint32_t) const {}

 private:
  static constexpr std::uint64_t kMemoryInterval = 16;

  RtlNodes<Config, Harness> rtl_;
  std::vector<router::State<Config>> states_;
  std::vector<router::Out<Config>> outs_;
  std::vector<std::uint64_t> cycles_;
};

}  // namespace rtl_sim
