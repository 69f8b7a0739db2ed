// SPDX-License-Identifier: Apache-2.0
// The node that stepc translates.
#include "examples/own_operator/saturating_sum.hpp"
#include "hls/router/node.hpp"

using own_operator::Config;

void step(router::State<Config>& state, const router::In<Config>& in, router::Out<Config>& out) {
  router::Node<Config>::step(state, in, out);
}
