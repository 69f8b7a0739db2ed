// Test only: random inputs as neighbours, memory and processor of a node could give them, for the lockstep of the tops
// (legal_inputs.hpp).
#pragma once

#include "hls/axi/node_axi.hpp"
#include "hls/tops/legal_inputs.hpp"
#include "hls/tops/router_top.hpp"

namespace tops {

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

struct Stimulus {
  template <class Random, class Out, class In>
  void operator()(Random& random, const Out& out, In& in) const {
    shape(random, out, in);
  }
};

}  // namespace tops

using tops::Stimulus;
