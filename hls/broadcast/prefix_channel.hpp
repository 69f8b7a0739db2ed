// How the nodes of a cube tell one another which of them are active.
#pragma once

namespace broadcast {

enum class PrefixChannel {
  kLinks,  // in packets over the links, between phases in which these carry nothing else: a step takes a packet's time
  kWires,  // over wires of their own beside each link
};

constexpr bool has_wires(PrefixChannel channel) {
  return channel == PrefixChannel::kWires;
}

}  // namespace broadcast
