// How the nodes of a cube count those that are active.
#pragma once

namespace broadcast {

enum class PrefixChannel {
  // By exchange (PrefixExchange):
  kLinks,  // in packets over the links, between phases in which these carry nothing else: a step takes a packet's time
  kWires,  // over wires of their own beside each link
  // By the paper's prefix tree (PrefixTree), for comparison: twice as many steps, and a word for each step and class.
  kTree,  // in packets, as kLinks
};

constexpr bool has_wires(PrefixChannel channel) {
  return channel == PrefixChannel::kWires;
}

}  // namespace broadcast
