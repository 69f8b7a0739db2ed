// SPDX-License-Identifier: Apache-2.0
// Follows packets on a cube, hop by hop, as their forwarding rule says. It adds the links that they
// couple to the graph.
#pragma once

#include <vector>

#include "firmware/networks/cube.hpp"
#include "firmware/rules/rule.hpp"
#include "testbench/run/link_graph.hpp"

namespace testbench {

// Leaves the node through the port.
struct Hop {
  network::Address from;
  unsigned port;
};

// Link node * ports + port leaves the node through the port.
inline std::uint32_t link_of(const network::Cube& network, const Hop& hop) {
  return hop.from.number() * network.ports() + hop.port;
}

// Follows one packet from its first hops. `word(place)`: the stored word of a stored rule. Returns
// all its hops; the last of them are followed by none.
template <class Rules, class Word>
std::vector<Hop> follow(const network::Cube& network, const rules::Heading& heading, std::vector<Hop> ahead,
                        LinkGraph& graph, Word word) {
  std::vector<Hop> gone;
  while (!ahead.empty()) {
    const Hop hop = ahead.back();
    ahead.pop_back();
    gone.push_back(hop);
    const network::Address me = network.neighbour(hop.from, hop.port);
    const network::Ports ways =
        rules::route<Rules>(network, me, heading, word(rules::place<Rules>(network, me, heading))).ports;
    for (const unsigned port : ways) {
      graph.couple(link_of(network, hop), link_of(network, {me, port}));
      ahead.push_back({me, port});
    }
  }
  return gone;
}

// Returns the first hops of a packet for rules that decide them too.
template <class Rules, class Word>
std::vector<Hop> first_hops(const network::Cube& network, const rules::Heading& heading, network::Address source,
                            Word word) {
  std::vector<Hop> hops;
  const network::Ports ways =
      rules::route<Rules>(network, source, heading, word(rules::place<Rules>(network, source, heading))).ports;
  for (const unsigned port : ways) hops.push_back({source, port});
  return hops;
}

}  // namespace testbench
