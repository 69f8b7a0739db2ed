// SPDX-License-Identifier: Apache-2.0
// Test only: random inputs that neighbours, memory and processor could give any kind of node, for
// the locksteps of CMakeLists.txt. Trees are below d, and a link sends only where the node says go,
// because other inputs are undefined in C++ as well. Register accesses reach every block of the
// register map, and one that does not exist. `random.uniform(n)`: a number below n.
#pragma once

#include "firmware/node/registers.hpp"
#include "hls/axi/link_stream.hpp"
#include "hls/axi/node_axi.hpp"
#include "hls/broadcast/node.hpp"
#include "hls/network/link.hpp"
#include "hls/tops/router_top.hpp"

namespace tops {

template <class Config>
void make_legal(network::Flit<Config>& flit, bool go) {
  network::TreeNumber<Config>& tree = flit.packet.header.tree;
  tree = network::TreeNumber<Config>(tree % Config::Network::kTrees);
  if (!go) flit.valid = hls::Bit(0);
}

// One strobe in about 64 cycles, so that its effects run for a while.
template <class Random>
hls::Bit seldom(Random& random) {
  return hls::Bit(random.uniform(64) == 0);
}

// The address of a register, of one that does not exist, or one with index `last`.
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

// The medium brings back what the end has sent, which so hears itself, with words that are lost or damaged now and then.
template <class Random, class Config>
void shape(Random& random, const axi::LinkStreamOut<Config>& out, axi::LinkStreamIn<Config>& in) {
  make_legal<Config>(in.link, out.link.go);
  const bool errs = random.uniform(2048) == 0;
  const links::Lane<Config> noise = in.receive.data[0];
  in.receive = out.send;
  in.receive.valid = hls::Bit(out.send.valid && in.send_ready && (!errs || noise % 2 == 0));
  if (errs) in.receive.data[0] = noise;
  in.access.write = hls::Bit(random.uniform(1024) == 0);
  in.access.value = hls::Bits<32>(random.uniform(256));
}

// Inputs of a node that serves broadcast requests.
//
// The neighbours keep the rules of PrefixExchange: none tells its count of a step before it has
// heard the node's count of the step before, counts of step s are at most 2^s, and packets come
// only where the node says go. Service begins anew, with another scheme or address, when no
// exchange runs and none can begin. At times packets come seldom, so that a period ends and the
// node begins the next by itself.
class BroadcastStimulus {
 public:
  // `random.uniform(n)`: a number below n. `out`: the node's outputs before the cycle. `in`: random
  // inputs, made legal.
  template <class Random, class Config>
  void operator()(Random& random, const broadcast::Out<Config>& out, broadcast::In<Config>& in) {
    constexpr unsigned kPorts = Config::Network::kPorts;
    const bool sparse = quiet_traffic_ && random.uniform(8) != 0;
    for (unsigned k = 0; k < kPorts; ++k) {
      make_legal<Config>(in.links[k], out.links[k].go && !sparse);
      in.links[k].packet.header.rule = network::RuleNumber<Config>::of_number(random.uniform(kNeighbourPart<Config>));
      hear(random, k, in);
    }
    // The neighbours see the outputs from the next cycle on.
    bool is_exchanging = false;
    for (unsigned k = 0; k < kPorts; ++k) {
      told_[k] += tells(out, k);
      is_exchanging = is_exchanging || heard_[k] < told_[k] || told_[k] % kPorts != 0;
    }
    rested_ = is_exchanging ? 0 : rested_ + 1;
    drive_processor<Config>(random, in);
  }

 private:
  // Cycles from the last step of an exchange until all its consequences have begun.
  static constexpr unsigned kRest = 4;

  template <class Config>
  static constexpr std::uint32_t kNeighbourPart =
      static_cast<std::uint32_t>(Config::Rules::template number_of<rules::NeighbourPart>());
  template <class Config>
  static constexpr bool has_wires() {
    return broadcast::has_wires(Config::kPrefixChannel);
  }

  template <class Config>
  static bool tells(const broadcast::Out<Config>& out, unsigned port) {
    if (has_wires<Config>()) return out.wires[port].valid;
    return out.links[port].valid && out.links[port].packet.header.rule.number() == kNeighbourPart<Config>;
  }

  // The neighbour tells a count, or nothing.
  template <class Random, class Config>
  void hear(Random& random, unsigned port, broadcast::In<Config>& in) {
    static_assert(kNeighbourPart<Config> + 1 == Config::Rules::kCount, "the rules below are those of packets");
    // Nodes that serve each request at once neither tell nor hear counts.
    const bool valid = broadcast::is_partial(scheme_) && heard_[port] <= told_[port] && random.uniform(2) == 0;
    const std::uint32_t most = 1u << heard_[port] % Config::Network::kPorts;
    const std::uint32_t count = may_be_empty_ && random.uniform(2) == 0 ? 0 : 1 + random.uniform(most);
    heard_[port] += valid;
    if (has_wires<Config>()) {
      in.wires[port].valid = hls::Bit(valid);
      in.wires[port].count = broadcast::NodeCount<Config>(count);
    } else if (valid) {
      in.links[port].valid = hls::Bit(1);
      in.links[port].packet.header.rule = network::RuleNumber<Config>::of_number(kNeighbourPart<Config>);
      in.links[port].packet.payload = network::Payload<Config>(count);
    }
  }

  template <class Config, class Random>
  void drive_processor(Random& random, broadcast::In<Config>& in) {
    in.start = hls::Bit(0);
    ++stage_cycles_;
    switch (stage_) {
      case Stage::kServing:
        serve<Config>(random, in);
        if (random.uniform(quiet_traffic_ ? 512 : 64) == 0) enter(Stage::kEnding);
        break;
      case Stage::kEnding:
        write(in, node::Control::kScheme, number());
        rested_ = stage_cycles_ == 1 ? 0 : rested_;
        if (rested_ > kRest) enter(Stage::kScheme);
        break;
      case Stage::kScheme:
        scheme_ = broadcast::kSchemes[random.uniform(static_cast<std::uint32_t>(broadcast::kSchemes.size()))].scheme;
        quiet_traffic_ = random.uniform(4) != 0;
        // The second exchange of the third algorithm runs only if there are active nodes.
        may_be_empty_ = scheme_ != broadcast::Scheme::kPmnb3;
        write(in, node::Control::kScheme, number());
        enter(Stage::kAddress);
        break;
      case Stage::kAddress:
        write(in, node::Control::kAddress, random.uniform(Config::Network::kNodes));
        in.start = hls::Bit(1);
        enter(Stage::kStarted);
        break;
      case Stage::kStarted:
        write(in, node::Control::kScheme, number() | (random.uniform(4) == 0 ? 0 : node::kRepeats));
        if (stage_cycles_ > kRest) enter(Stage::kServing);
        break;
    }
  }

  enum class Stage { kServing, kEnding, kScheme, kAddress, kStarted };

  std::uint32_t number() const { return static_cast<std::uint32_t>(scheme_); }
  void enter(Stage stage) {
    stage_ = stage;
    stage_cycles_ = 0;
  }
  // Writes any register except the two that service depends on.
  template <class Config, class Random>
  static void serve(Random& random, broadcast::In<Config>& in) {
    in.access.address = hls::Bits<32>(register_address<Config>(random, in.access.address));
    if (in.access.is_to(node::Control::kScheme) || in.access.is_to(node::Control::kAddress))
      in.access.write = hls::Bit(0);
  }
  template <class Config>
  static void write(broadcast::In<Config>& in, node::Control control, std::uint32_t value) {
    in.access = {hls::Bits<32>(node::address(control)), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)};
  }

  // The node's messages and those it has heard, by port, since reset.
  std::uint64_t told_[network::kMaxPorts] = {};
  std::uint64_t heard_[network::kMaxPorts] = {};
  unsigned rested_ = 0;  // cycles without an exchange
  Stage stage_ = Stage::kEnding;
  unsigned stage_cycles_ = 0;
  broadcast::Scheme scheme_ = broadcast::Scheme::kPmnb1;
  bool quiet_traffic_ = false;  // packets come seldom
  bool may_be_empty_ = false;   // an exchange may have no active node
};

}  // namespace tops

// `out`: the node's outputs before the cycle. `in`: random inputs, made legal.
struct Stimulus {
  template <class Random, class Out, class In>
  void operator()(Random& random, const Out& out, In& in) {
    if constexpr (requires { server(random, out, in); }) {
      server(random, out, in);
    } else {
      tops::shape(random, out, in);
    }
  }

  tops::BroadcastStimulus server;
};
