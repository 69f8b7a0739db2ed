// The nodes of a network as compiled C++, for meshes that take any nodes.
#pragma once

#include <span>
#include <vector>

#include "testbench/native/node_storage.hpp"

namespace testbench {

// Nodes whose storage is another's.
template <class AnyConfig>
class BareNodes {
 public:
  using Config = AnyConfig;

  // Waveforms are of RTL nodes (rtl_sim/rtl_nodes.hpp).
  static bool records(const Moment&) { return false; }
  static void record(const Moment&, Address, std::span<const router::In<Config>>) {}
  static void end_cycle(const Moment&) {}
  // They load fast enough.
  static bool copy_first() { return false; }

  void step(Address node, const router::In<Config>& in, router::Out<Config>& out) {
    router::Node<Config>::step(states_[node.number()], in, out);
  }

 protected:
  explicit BareNodes(std::uint32_t nodes) : states_(nodes) {}

  std::vector<router::State<Config>> states_;
};

template <class AnyConfig>
class NativeNodes : public BareNodes<AnyConfig> {
 public:
  explicit NativeNodes(const MeshSetting& setting) : BareNodes<AnyConfig>(setting.network.nodes()), storage_(setting) {
    for (router::State<AnyConfig>& state : this->states_) storage_.attach(state);
  }

 private:
  NodeStorage<AnyConfig> storage_;
};

}  // namespace testbench
