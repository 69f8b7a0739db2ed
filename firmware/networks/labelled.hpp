// A network as its own nodes see it that know nothing of it but addresses, their labels: any
// network whatever. A node is what its address says to all of them, and the way to it stands in
// tables (firmware/rules/labelled_rules.hpp).
#pragma once

#include "firmware/networks/address.hpp"
#include "firmware/networks/ports.hpp"

namespace network {

template <std::uint32_t Nodes, unsigned PortsOfANode, unsigned AddressWidth>
struct Labelled {
  static constexpr std::uint32_t kNodes = Nodes;
  static constexpr unsigned kPorts = PortsOfANode;
  static constexpr unsigned kAddressWidth = AddressWidth;
  static constexpr unsigned kTrees = 1;

  static constexpr Address relative(Address node, Address) { return node; }
  static constexpr Address absolute(Address seen, Address) { return seen; }
  static constexpr Address to_tree_0(Address seen, unsigned) { return seen; }
  static constexpr Ports from_tree_0(Ports ports, unsigned) { return ports; }
};

}  // namespace network
