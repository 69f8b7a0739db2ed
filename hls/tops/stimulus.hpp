// Test only: random inputs as neighbours, memory and processor of a node could give them, for the lockstep of the tops.
// Trees are below d and a link sends only where the node says go (what else comes in is undefined in C++ as well);
// register accesses reach every block of the register map, and one that is none.
#pragma once

#include "firmware/node/registers.hpp"
#include "hls/axi/node_axi.hpp"
#include "hls/tops/router_top.hpp"

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

// `random.uniform(n)`: a number below n.
// The address of a register, of one that is none, or again the one of `last`.
template <class Config, class Random>
std::uint32_t register_address(Random& random, std::uint32_t last) {
  const std::uint32_t index = random.uniform(4) == 0 ? last : random.uniform(Config::kProgramDepth);
  return node::address(static_cast<node::Block>(random.uniform(node::kBlocks + 1)),
                       random.uniform(Config::Network::kPorts), index);
}

template <class Random, class Config>
void shape(Random& random, const router::Out<Config>& out, router::In<Config>& in) {
  constexpr unsigned kPorts = Config::Network::kPorts;
  for (unsigned k = 0; k < kPorts; ++k) make_legal<Config>(in.links[k], out.links[k].go);
  in.access.address = hls::Bits<32>(register_address<Config>(random, in.access.address));
  in.start = seldom(random);
}

template <class Random, class Config>
void shape(Random& random, const RouterOut<Config>& out, RouterIn<Config>& in) {
  for (unsigned k = 0; k < Config::Network::kPorts; ++k) {
    make_legal<Config>(in.links[k], out.links[k].go);
    make_legal<Config>(in.injects[k], network::Ports(out.inject_go).contains(k));
  }
  in.control.start = seldom(random);
}

template <class Random, class Config>
void shape(Random& random, const axi::Out<Config>& out, axi::In<Config>& in) {
  for (unsigned k = 0; k < Config::Network::kPorts; ++k) make_legal<Config>(in.links[k], out.links[k].go);
  for (axi::ByteAddress* address : {&in.lite.awaddr, &in.lite.araddr}) {
    *address = axi::ByteAddress(node::byte_address(register_address<Config>(random, 0)));
  }
  in.start = seldom(random);
}

}  // namespace tops

using tops::shape;
