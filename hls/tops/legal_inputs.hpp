// Test only: what is legal of any node's random inputs. Trees are below d and a link sends only where the node says go (what
// else comes in is undefined in C++ as well); register accesses reach every block of the register map, and one that is none.
// `random.uniform(n)`: a number below n.
#pragma once

#include "firmware/node/registers.hpp"
#include "hls/network/link.hpp"

namespace tops {

template <class Config>
void make_legal(network::Flit<Config>& flit, bool go) {
  network::TreeNumber<Config>& tree = flit.packet.header.tree;
  tree = network::TreeNumber<Config>(tree % Config::Network::kTrees);
  if (!go) flit.valid = hls::Bit(0);
}

// One strobe in 64 cycles or so, for everything that it starts to run for a while.
template <class Random>
hls::Bit seldom(Random& random) {
  return hls::Bit(random.uniform(64) == 0);
}

// The address of a register, of one that is none, or again the one of `last`.
template <class Config, class Random>
std::uint32_t register_address(Random& random, std::uint32_t last) {
  const std::uint32_t index = random.uniform(4) == 0 ? last : random.uniform(Config::kProgramDepth);
  return node::address(static_cast<node::Block>(random.uniform(node::kBlocks + 1)),
                       random.uniform(Config::Network::kPorts), index);
}

}  // namespace tops
