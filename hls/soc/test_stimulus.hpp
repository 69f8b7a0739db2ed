// SPDX-License-Identifier: Apache-2.0
// Test only: the inputs of a system's lockstep.
#pragma once

#include "hls/soc/soc.hpp"

namespace soc {

// As in hls/tops/test_stimulus.hpp, trees are below d, and a link sends only where the system says go.
class Stimulus {
 public:
  template <class Random, class Config>
  void operator()(Random& random, const Out<Config>& out, In<Config>& in) {
    for (unsigned port = 0; port < kPorts<Config>; ++port) {
      auto& link = in.links[port];
      link.packet.header.tree = network::TreeNumber<Config>(link.packet.header.tree % Config::Network::kTrees);
      if (!out.node.links[port].go) link.valid = hls::Bit(0);
    }
    in.run = hls::Bit(random.uniform(256) != 0);
    in.load.valid = hls::Bit(0);
  }
};

}  // namespace soc

using soc::Stimulus;
