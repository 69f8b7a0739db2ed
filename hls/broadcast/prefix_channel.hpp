// SPDX-License-Identifier: Apache-2.0
// How the nodes of a cube count those that are active.
#pragma once

namespace broadcast {

enum class PrefixChannel {
  // By exchange (PrefixExchange), in packets over the links, between phases in which these carry
  // nothing else: a step takes a packet's time.
  kLinks,
  // The same over wires of their own beside each link.
  kWires,
  // The same over such wires while the packets of the period before are under way. For memories
  // that are never busy while partial broadcasts are served. Those of the first algorithm, whose
  // end nobody knows beforehand, are as with kWires.
  kOverlap,
  // By the paper's prefix tree (PrefixTree), in packets over the links: twice as many steps, and a
  // word for each step and class. For comparison.
  kTree,
};

constexpr bool has_wires(PrefixChannel channel) {
  return channel == PrefixChannel::kWires || channel == PrefixChannel::kOverlap;
}

}  // namespace broadcast
