// The load of the root's ports under SBnT routing (Johnsson and Ho 1986, section 3.6), counted from the definition of
// the tree's base and not from the tree: an independent route to the closed form.
#pragma once

#include "firmware/cube/address.hpp"

namespace collectives {

// Packets that the busiest port of the root carries when the root has M packets for (or from) every other node, packet
// m on the SBnT rotated by m mod d. About 2^d d steps.
//
// Rotation permutes the nodes other than the root, so the tree rotated by j loads port k as tree 0 loads port k - j.
// Worked case, d = 4: tree 0 has subtrees of 5, 4, 3 and 3 nodes (0101 and 1010 have bases 0 and 1, 1111 has base 0).
// M = 2 adds the same rotated by one, 3, 5, 4 and 3: the busiest port carries 9 of the 30 packets.
constexpr std::uint64_t busiest_sbnt_port(unsigned d, std::uint64_t packets) {
  std::uint64_t subtree[cube::kMaxDimension] = {};
  for (const cube::Address node : network::other_addresses(cube::nodes(d))) ++subtree[cube::base(d, node)];

  std::uint64_t busiest = 0;
  for (unsigned port = 0; port < d; ++port) {
    std::uint64_t load = 0;
    for (unsigned rotation = 0; rotation < d; ++rotation) {
      const std::uint64_t on_rotation = packets / d + (rotation < packets % d ? 1 : 0);
      load += on_rotation * subtree[(port + d - rotation) % d];
    }
    busiest = load > busiest ? load : busiest;
  }
  return busiest;
}

}  // namespace collectives
