// The nodes of a cube as compiled C++.
#pragma once

#include <vector>

#include "testbench/native/node_storage.hpp"

namespace testbench {

template <class AnyConfig>
class NativeNodes {
 public:
  using Config = AnyConfig;

  explicit NativeNodes(const MeshSetting& setting) : storage_(setting), states_(Config::kNodes) {
    for (router::State<Config>& state : states_) storage_.attach(state);
  }

  void step(std::uint32_t node, const router::In<Config>& in, router::Out<Config>& out) {
    router::Node<Config>::step(states_[node], in, out);
  }
  void prefetch(std::uint32_t node) const { states_[node].router.prefetch(); }

 private:
  NodeStorage<Config> storage_;
  std::vector<router::State<Config>> states_;
};

}  // namespace testbench
