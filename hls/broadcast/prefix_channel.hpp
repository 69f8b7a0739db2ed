// SPDX-License-Identifier: Apache-2.0
// The ways in which the nodes of a cube count the active ones.
#pragma once

namespace broadcast {

enum class PrefixChannel {
  // PrefixExchange in packets over the links, between phases in which these carry nothing else. A
  // step takes a packet's time.
  kLinks,
  // The exchange over wires beside each link.
  kWires,
  // The exchange over wires beside each link, while the packets of the period before are under way.
  // It needs memories that are never busy during partial broadcasts. The first algorithm, whose end
  // is not known beforehand, does not overlap.
  kOverlap,
  // The paper's prefix tree (PrefixTree) in packets over the links, for comparison: it takes twice
  // as many steps, and keeps a word for each step and class.
  kTree,
};

constexpr bool has_wires(PrefixChannel channel) {
  return channel == PrefixChannel::kWires || channel == PrefixChannel::kOverlap;
}

}  // namespace broadcast
