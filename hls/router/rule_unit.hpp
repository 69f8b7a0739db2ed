// The rule unit of one in-port: which output ports a packet takes from here, and whether it is for
// this node.
//
// Combinational: (own address, header, stored word) -> (output ports, deliver). What the rules do
// stands in firmware/rules; those of the configuration are in the hardware.
//
// Worked case, 3-cube, nESBT from source 0, node 0b011, tree 1: relative address 0b011, rotated
// right by 1 0b101, an inner node of tree 0 whose children are through ports {0} (a leaf; no port
// lies above bit 2); rotated left: port 1.
#pragma once

#include "hls/router/config.hpp"

namespace router {

template <class Config>
struct Route {
  PortSet<Config> ports;
  hls::Bit deliver;

  // Does it lead anywhere? Not where no packet has come.
  bool leads_on() const { return !Ports(ports).empty() || deliver; }
};

template <class Config>
class RuleUnit {
 public:
  // `word`: of the rule table, for a stored rule.
  [[gnu::flatten]] HLS_MODULE static constexpr Route<Config> route(NodeAddress<Config> me, const Header<Config>& header,
                                                                   PortSet<Config> word) {
    const rules::Decision decision = rules::route<typename Config::Rules, Config::kRules>(
        typename Config::Network(), me, network::heading_of(header), word);
    return {PortSet<Config>(decision.ports), hls::Bit(decision.deliver)};
  }
};

}  // namespace router
