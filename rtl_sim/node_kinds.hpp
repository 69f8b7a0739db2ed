// The kinds of nodes that the meshes have RTL of: configuration, state, inputs, outputs and step of each.
#pragma once

#include "hls/broadcast/node.hpp"
#include "hls/router/node.hpp"

namespace rtl_sim {

// The router, its injectors and its registers.
template <class AnyConfig>
struct RouterKind {
  using Config = AnyConfig;
  using State = router::State<Config>;
  using In = router::In<Config>;
  using Out = router::Out<Config>;

  static void step(State& state, const In& in, Out& out) { router::Node<Config>::step(state, in, out); }
};

// Nodes that serve broadcast requests by themselves.
template <class AnyConfig>
struct ServerKind {
  using Config = AnyConfig;
  using State = broadcast::State<Config>;
  using In = broadcast::In<Config>;
  using Out = broadcast::Out<Config>;

  static void step(State& state, const In& in, Out& out) { broadcast::Node<Config>::step(state, in, out); }
};

}  // namespace rtl_sim
