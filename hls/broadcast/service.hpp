// SPDX-License-Identifier: Apache-2.0
// Definitions that the serving parts share: their inputs in a cycle, and their offers to the
// router.
#pragma once

#include <array>

#include "hls/broadcast/config.hpp"
#include "hls/router/injector.hpp"

namespace broadcast {

// The ports of a node that stores trees; other nodes have none.
template <class Config, bool ByTrees = Config::kByTrees>
struct TreePorts {
  template <class Write>
  static void each(Write) {}
};
template <class Config>
struct TreePorts<Config, true> {
  network::PortSet<Config> parent;    // in the tree on which nodes count
  network::PortSet<Config> children;  // likewise
  network::PortSet<Config> own;       // of this node's own packets

  template <class Write>
  void each(Write write) {
    write(node::Control::kCountParent, parent);
    write(node::Control::kCountChildren, children);
    write(node::Control::kOwnPorts, own);
  }
};

// The choices of the firmware, and the start.
template <class Config>
struct Service {
  network::NodeAddress<Config> me;
  hls::Bits<3, Scheme> scheme;
  hls::Bit repeats;  // partial broadcasts repeat; else there is one
  hls::Bit start;    // the strobe, which comes in all nodes in the same cycle
  TreePorts<Config> tree;

  // The kind of the scheme; always false for a kind that the hardware lacks.
  bool by_periods() const {
    if constexpr (Config::kByTrees) return scheme == Scheme::kPmnb;
    return Config::kPartial && is_partial_on_cubes(scheme);
  }
  bool indirect() const { return Config::kIndirect && scheme == Scheme::kIndirect; }
  bool at_once() const { return Config::kImmediate && !by_periods() && !indirect(); }
  // A request is d packets, one of each class.
  bool splits() const { return scheme == Scheme::kPmnb2; }
};

template <class Config>
using Fetches = std::array<router::Fetch<Config>, Config::Network::kPorts>;

// A rule's number in packet headers.
template <class Rule, class Config>
constexpr network::RuleNumber<Config> rule_number() {
  return network::RuleNumber<Config>(Config::Rules::template number_of<Rule>());
}

// The registers of a node that serves broadcast requests (firmware/node/registers.hpp): its address
// and its scheme. The words of the rule table are written through block table as in other nodes.
template <class Config>
class ServiceRegisters {
 public:
  network::NodeAddress<Config> address() const { return address_; }
  Service<Config> service(hls::Bit start) const {
    return {address_, hls::Bits<3, Scheme>::of_number(scheme_ & node::kSchemeMask),
            hls::Bit((scheme_ & node::kRepeats) != 0), start, tree_};
  }

  // One cycle. `answer`: the read register.
  HLS_MODULE void tick(const router::RegisterAccess& access, hls::Bits<32>& answer) {
    if (access.read) answer = hls::Bits<32>(access.is_to(node::Control::kAddress) ? Address(address_).number() : 0);
    if (access.write) {
      access.write_to(node::Control::kAddress, address_);
      access.write_to(node::Control::kScheme, scheme_);
      tree_.each([&](node::Control control, auto& ports) { access.write_to(control, ports); });
    }
  }

 private:
  network::NodeAddress<Config> address_;
  hls::Bits<9> scheme_;
  TreePorts<Config> tree_;
};

}  // namespace broadcast
