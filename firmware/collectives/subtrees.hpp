// SPDX-License-Identifier: Apache-2.0
// The subtrees of the root that scatter and gather use: which of its d ports leads to a node,
// packet by packet.
//
// All three trees reach a node by complementing its bits in ascending cyclic order from the bit of
// its subtree, so that the hardware needs the subtree only (as the header's tree) and no table:
// down by the ascending rule, up by e-cube. Within one subtree the packets follow one another on a
// tree; those of different subtrees never meet, being interior edges of different ERSBTs (Johnsson
// and Ho 1986, theorem 3.1).
//
//     struct Subtrees {
//       // Packets after which the trees repeat.
//       static constexpr std::uint32_t period(unsigned d);
//
//       // The port of the root whose subtree holds node c (as the root sees it; not the root), for packet m.
//       static constexpr unsigned subtree(unsigned d, Address c, std::uint32_t packet);
//
//       // By how much the tree of packet m is rotated.
//       static constexpr unsigned rotation(unsigned d, std::uint32_t packet);
//
//       static constexpr const char* kSource = ...;  // of the cycles of scatter and gather
//     };
#pragma once

#include "firmware/collectives/operation.hpp"
#include "firmware/trees/bertsekas.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace collectives {

using network::Address;

// Rotations that spread larger subtrees evenly: packet m uses the tree rotated by m r mod d, r =
// (2^d - 1) mod d. The balanced tree has its r larger subtrees behind r consecutive ports, so that
// packet m + 1 continues where m ended.
struct SpreadingRotations {
  static constexpr std::uint32_t period(unsigned d) { return d / greatest_common_divisor(d, cube::other_nodes(d) % d); }
  static constexpr unsigned tree(unsigned d, std::uint32_t packet) {
    return packet % d * (cube::other_nodes(d) % d) % d;
  }
};

// Packet m uses the tree rotated by m mod d.
struct CyclicRotations {
  static constexpr std::uint32_t period(unsigned d) { return d; }
  static constexpr unsigned tree(unsigned d, std::uint32_t packet) { return packet % d; }
};

struct BalancedSubtrees {
  static constexpr const char* kSource =
      "Bertsekas et al. 1991, section 3 and table 1; for M packets larger subtrees spread evenly";
  static constexpr std::uint32_t period(unsigned d) { return SpreadingRotations::period(d); }
  static constexpr unsigned subtree(unsigned d, Address c, std::uint32_t packet) {
    return trees::BalancedTrees::subtree(d, c, rotation(d, packet));
  }
  static constexpr unsigned rotation(unsigned d, std::uint32_t packet) { return SpreadingRotations::tree(d, packet); }
};

struct SbntSubtrees {
  static constexpr const char* kSource =
      "Johnsson and Ho 1986, sections 3.6 and 5.1.5: load of the root's busiest port";
  static constexpr std::uint32_t period(unsigned d) { return CyclicRotations::period(d); }
  static constexpr unsigned subtree(unsigned d, Address c, std::uint32_t packet) {
    return trees::SbntC::subtree(d, c, rotation(d, packet));
  }
  static constexpr unsigned rotation(unsigned d, std::uint32_t packet) { return CyclicRotations::tree(d, packet); }
};

struct SbtSubtrees {
  static constexpr const char* kSource = "Johnsson and Ho 1986, lemma 5.1: the largest subtree has N/2 nodes";
  static constexpr std::uint32_t period(unsigned /*d*/) { return 1; }
  static constexpr unsigned subtree(unsigned d, Address c, std::uint32_t /*packet*/) {
    return trees::Sbt::subtree(d, c);
  }
  static constexpr unsigned rotation(unsigned /*d*/, std::uint32_t /*packet*/) { return 0; }
};

}  // namespace collectives
