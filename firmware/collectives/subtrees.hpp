// Scatter and gather go through the subtrees of the root: which of its d ports leads to a node, packet by packet.
//
// All three trees reach a node by complementing its bits in ascending cyclic order from the bit of its subtree, so that
// the hardware needs the subtree only (as the header's tree) and no table: down by Rule::kAscending, up by
// Rule::kEcube. Within one subtree the packets follow one another on a tree; those of different subtrees never meet,
// being interior edges of different ERSBTs (Johnsson and Ho 1986, theorem 3.1).
#pragma once

#include "firmware/collectives/collective.hpp"
#include "firmware/trees/balanced_tree.hpp"
#include "firmware/trees/sbnt.hpp"
#include "firmware/trees/sbt.hpp"

namespace collectives {

constexpr unsigned greatest_common_divisor(unsigned a, unsigned b) {
  return b == 0 ? a : greatest_common_divisor(b, a % b);
}

// The rotation that spreads larger subtrees evenly: packet m uses the tree rotated by m r mod d, r = (2^d - 1) mod d.
// The balanced tree has its r larger subtrees behind r consecutive ports, so that packet m + 1 goes on where m ended.
constexpr unsigned balanced_rotation(unsigned d, std::uint32_t packet) {
  return packet % d * (cube::mask(d) % d) % d;
}

// Packets after which the rotations repeat.
constexpr std::uint32_t balanced_period(unsigned d) {
  return d / greatest_common_divisor(d, cube::mask(d) % d);
}

// Packets after which an algorithm's trees repeat.
constexpr std::uint32_t tree_period(Algorithm algorithm, unsigned d) {
  switch (algorithm) {
    case Algorithm::kBalanced:
      return balanced_period(d);
    case Algorithm::kSbt:
      return 1;
    default:  // one tree after the other
      return d;
  }
}

// The port of the root whose subtree holds relative address c != 0, for packet m.
constexpr unsigned subtree(Algorithm algorithm, unsigned d, cube::Address c, std::uint32_t packet) {
  switch (algorithm) {
    case Algorithm::kBalanced:
      return trees::BalancedTrees::subtree(d, c, balanced_rotation(d, packet));
    case Algorithm::kSbnt:
      return trees::SbntC::subtree(d, c, packet % d);
    default:
      return trees::Sbt::subtree(d, c);
  }
}

}  // namespace collectives
