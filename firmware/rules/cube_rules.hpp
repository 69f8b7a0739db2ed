// SPDX-License-Identifier: Apache-2.0
// The rules of the cube: e-cube and ascending to one node, trees to all, and the rules of packets
// that are combined on their way. Two lists name them: CubeRules, and CombiningCubeRules for nodes
// that combine. A new rule comes last in its list, because the place of a rule is its number.
#pragma once

#include <array>

#include "firmware/networks/cube.hpp"
#include "firmware/networks/cube_addresses.hpp"
#include "firmware/rules/rule.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace rules {

// Down a spanning tree of firmware/trees, to all: a packet goes to the children of the node.
//
//     struct Sbt : TreeRule<trees::Sbt> {
//       static constexpr const char* kName = "sbt";
//     };
template <class Tree>
struct TreeRule : ToAll {
  static constexpr Decision route(const network::Cube& cube, const Arrival& at) {
    return {Tree::children(cube.dimension(), at.relative), true};
  }
  // In hardware: in small cubes a constant table is less logic than the formula.
  template <unsigned Dimension>
  static constexpr Decision route(const network::FixedCube<Dimension>& cube, const Arrival& at) {
    if constexpr (Dimension <= kMaxTableDimension) {
      constexpr auto kTable = table_of<Dimension>();
      return {Ports(kTable[at.relative.number()]), true};
    } else {
      return route(static_cast<const network::Cube&>(cube), at);
    }
  }

 private:
  static constexpr unsigned kMaxTableDimension = 6;

  // The children of every relative address.
  template <unsigned Dimension>
  static constexpr std::array<std::uint8_t, std::size_t{1} << Dimension> table_of() {
    std::array<std::uint8_t, std::size_t{1} << Dimension> table{};
    for (const Address c : network::addresses(cube::nodes(Dimension))) {
      table[c.number()] = static_cast<std::uint8_t>(Tree::children(Dimension, c).mask());
    }
    return table;
  }
};

// E-cube, to one node: corrects the highest differing bit first. This order of the dimensions has
// no cyclic channel dependency, so finite queues cannot deadlock.
struct Ecube : ToOne {
  static constexpr const char* kName = "ecube";
  static constexpr Decision route(const Arrival& at) {
    return {cube::ones(at.to_go).highest(), at.to_go == Address(0)};
  }
};

// Ascending, to one node: corrects the lowest differing bit first. It leads down an SBT, and e-cube
// leads up one.
struct Ascending : ToOne {
  static constexpr const char* kName = "ascending";
  static constexpr Decision route(const Arrival& at) { return {cube::ones(at.to_go).lowest(), at.to_go == Address(0)}; }
};

// The spanning binomial tree, to all (Johnsson and Ho 1986, section 3.2): d - 1 more cycles than
// packets.
struct Sbt : TreeRule<trees::Sbt> {
  static constexpr const char* kName = "sbt";
};

// The d edge-disjoint trees, to all (Johnsson and Ho 1986, section 3.5): every link in use, one
// cycle longer than the SBT. The packet's tree says how ERSBT 0 is turned (TreeRule).
struct Nesbt : TreeRule<trees::Ersbt> {
  static constexpr const char* kName = "nesbt";
};

// The spanning balanced tree, to all (Johnsson and Ho 1986, section 3.6): loads the d ports
// equally, but for cyclic addresses.
struct Sbnt : TreeRule<trees::Sbnt> {
  static constexpr const char* kName = "sbnt";
};

// The path of the binary-reflected Gray code, to all (Johnsson and Ho 1986, section 3.1): one port
// a node, 2^d - 1 hops.
struct Gray : TreeRule<trees::BrgPath> {
  static constexpr const char* kName = "gray";
};

// Around the Gray-code Hamiltonian cycle, to all (Dimakopoulos 1999, section 3): the same cycle for
// every source.
struct Ring : ToAll {
  static constexpr const char* kName = "ring";
  static constexpr bool kTurned = false;

  // On along the cycle, unless the next node is the source.
  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    const Ports next = cube::gray_cycle_successor(network.dimension(), at.me);
    return {cube::across(at.me, next) == at.source ? Ports() : next, true};
  }
};

// Down any tree, to all: a memory of the node, which the firmware loads, holds the children of
// every relative address. It costs d bits for each of the 2^d nodes.
struct Table : ToAll {
  static constexpr const char* kName = "table";
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) { return at.relative; }
  static constexpr Decision route(const Arrival&, Ports children) { return {children, true}; }
};

using CubeRules = RuleList<Ecube, Ascending, Sbt, Nesbt, Sbnt, Gray, Ring, Table>;

// Up any tree to its root, for packets that are combined on their way: every node sends on what its
// children have sent, and its own (Bertsekas et al. 1991, section 1: a broadcast, backwards). A
// memory of the node, which the firmware loads, holds the port to the parent of every relative
// address.
struct Parents : ToOne {
  static constexpr const char* kName = "parents";
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) { return at.to_go; }
  // The word of the root itself: ports that send on what has come to it.
  static constexpr Decision route(const Arrival& at, Ports parent) { return {parent, at.to_go == Address(0)}; }
};

// Dimension by dimension: a packet holds all that a neighbour has combined before the dimension
// between the two. It goes into this node's packets of all later dimensions, and into its result.
// Tree t takes the dimensions in the order t, t + 1, .. t - 1 (mod d). The source of a packet is
// the neighbour that has combined it.
struct Exchange : ToAll {
  static constexpr const char* kName = "exchange";
  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    return {later_ports(network, at.relative), true};
  }

  // `relative`: the one bit of the port through which the packet has come, as tree 0 sees it.
  template <class Network>
  static constexpr Ports later_ports(const Network& network, Address relative) {
    return Ports(Ports::first(network.dimension()).mask() & ~bits::up_to_highest(relative.number()));
  }
};

// Prefix sums: as exchange on tree 0, but the result of a node takes only what comes from lower
// addresses. A packet through port k is the total of the 2^k addresses that differ from this node's
// in bit k and agree above it; they are lower ones where bit k of this node is set.
struct Prefix : ToAll {
  static constexpr const char* kName = "prefix";
  static constexpr bool kTurned = false;

  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    return {Exchange::later_ports(network, at.relative), at.source.number() < at.me.number()};
  }
};

// Down a spanning tree to one node: each packet goes the way that the tree has from its source to its
// destination. SBT, nRSBT and SBnT have Ascending for this, because their paths complement bits in
// ascending cyclic order.
//
// The path of the Gray code.
struct GrayToOne : ToOne {
  static constexpr const char* kName = "gray_to_one";
  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    const bool here = at.to_go == Address(0);
    return {here ? Ports() : trees::BrgPath::children(network.dimension(), at.relative), here};
  }
};

// ERSBT 0: bit 0 first; then the other bits in ascending order; last bit 0 again where the
// destination lacks it.
struct NesbtToOne : ToOne {
  static constexpr const char* kName = "nesbt_to_one";
  static constexpr Decision route(const Arrival& at) {
    const Ports first = Ports::one(0);
    const bool here = at.to_go == Address(0);
    const Ports others = cube::ones(at.to_go) - first;
    const bool is_first_or_last = at.relative == Address(0) || others.empty();
    return {here ? Ports() : is_first_or_last ? first : others.lowest(), here};
  }
};

// The two-rooted complete binary tree: of the destination and its ancestors, one is the child.
struct TcbtToOne : ToOne {
  static constexpr const char* kName = "tcbt_to_one";
  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    const unsigned d = network.dimension();
    Address ancestor = cube::address_of(Ports(at.relative.number() ^ at.to_go.number()));
    Ports way;
    for (unsigned level = 0; level < d; ++level) {
      const Ports up = trees::Tcbt::parent(d, ancestor);
      ancestor = cube::across(ancestor, up);
      if (ancestor == at.relative) way = up;
    }
    const bool here = at.to_go == Address(0);
    return {here ? Ports() : way, here};
  }
};

// The rules of nodes whose links have release programs (hls/link/release_program.hpp).
using ScheduledCubeRules = CubeRules::With<GrayToOne, NesbtToOne, TcbtToOne>;

// The rules of nodes that combine packets: the cube's rules keep their numbers, and those of
// combined packets follow.
struct CombiningCubeRules : CubeRules::With<Parents, Exchange, Prefix> {
  static constexpr std::uint32_t kCombining = mask_of<Parents, Exchange, Prefix>();
};

}  // namespace rules
