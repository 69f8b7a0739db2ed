// SPDX-License-Identifier: Apache-2.0
// A node of a ring of NODES nodes for stepc, with forwarding rules of its own or with stored words
// (WORDS).
#include "examples/ring_node/ring.hpp"
#include "hls/router/node.hpp"

#ifdef WORDS
using NodeOfRing = router::LabelledConfig<NODES, 2, hls::index_width(NODES)>;
#else
using NodeOfRing = ring_node::RingConfig<NODES>;
#endif

void step(router::State<NodeOfRing>& state, const router::In<NodeOfRing>& in, router::Out<NodeOfRing>& out) {
  router::Node<NodeOfRing>::step(state, in, out);
}
