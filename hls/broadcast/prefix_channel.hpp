// How the nodes of a cube count those that are active.
#pragma once

namespace broadcast {

enum class PrefixChannel {
  // By exchange (PrefixExchange):
  kLinks,  // in packets over the links, between phases in which these carry nothing else: a step takes a packet's time
  kWires,  // over wires of their own beside each link
  kOverlap,  // over such wires, while the packets of the period before are under way; for memories that are never busy
             // while partial broadcasts are served, and of those with windows: the first algorithm's are as over kWires
  // By the paper's prefix tree (PrefixTree), for comparison: twice as many steps, and a word for each step and class.
  kTree,  // in packets, as kLinks
};

constexpr bool has_wires(PrefixChannel channel) {
  return channel == PrefixChannel::kWires || channel == PrefixChannel::kOverlap;
}

}  // namespace broadcast
