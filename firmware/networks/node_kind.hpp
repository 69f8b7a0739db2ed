// SPDX-License-Identifier: Apache-2.0
// Capabilities of the nodes of a network: those of a cube compute routes in logic, those of any other
// network look them up in a table. A caller asks for a capability, whatever kind has it.
#pragma once

#include "firmware/networks/any_network.hpp"

namespace network {

struct NodeKind {
  bool routes_in_logic;     // an address says all ways from a node
  bool has_spare_ports;     // a node is built for more ports than its network may have
  bool has_absolute_words;  // so that nodes that do the same differ in programs and words, not in addresses alone
  bool splits_by_address;   // neighbouring addresses are neighbours mostly
  bool may_block;           // a run whose queues can fill is refused only where it stands still
};
inline constexpr NodeKind kLogicNodes{true, false, false, true, true};
inline constexpr NodeKind kTableNodes{false, true, true, false, false};

constexpr const NodeKind& kind_of(const SomeNetwork& network) {
  return network.is_cube() ? kLogicNodes : kTableNodes;
}

// The ports of a node that stands in a network of so many.
constexpr unsigned ports_of_node(const NodeKind& kind, unsigned ports) {
  return kind.has_spare_ports && ports < 2 ? 2 : ports;
}

constexpr bool is_cayley(const SomeNetwork& network) {
  return kind_of(network).routes_in_logic || network.other().is_cayley();
}

}  // namespace network
