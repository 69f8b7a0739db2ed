// SPDX-License-Identifier: Apache-2.0
// The rules of nodes that serve broadcast requests by themselves (hls/broadcast). A packet of a
// partial multinode broadcast goes to the node that is to hold it, and from there to all. A packet
// of an immediate scheme goes to all from its source, or first to the root of a shared tree.
#pragma once

#include "firmware/networks/cube_addresses.hpp"
#include "firmware/rules/cube_rules.hpp"
#include "firmware/rules/labelled_rules.hpp"
#include "firmware/rules/rule.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace rules {

// The broadcast phase of a partial multinode broadcast (Varvarigos and Bertsekas, section IV-B).
// The packet starts at its destination, the node that holds it, and takes the dimensions of its
// class in descending order: class c has the order c - 1, c - 2, .. c (mod d). A node that gets it
// through one dimension sends it over all lower ones. The source drops its own packet.
struct Doubling : ToAll {
  static constexpr const char* kName = "doubling";
  static constexpr Decision route(const Arrival& at) {
    // The ports below the lowest 1: none for address 0.
    const std::uint32_t lowest = cube::ones(at.to_go).lowest().mask();
    return {Ports(lowest == 0 ? 0 : lowest - 1), at.me != at.source};
  }
};

// Phases 3 and 4 of the first algorithm for a partial multinode broadcast (Varvarigos and
// Bertsekas, section IV-A). The packet starts at its destination, the node that holds it. A
// spanning binomial tree takes it to all nodes that agree with the destination in the low m bits;
// from each of them the tree of a multinode broadcast takes it through the m-cube of the low bits.
// The packet's tree is m - 1. The source drops its own packet.
//
// The stored words: at 2^m + c the children of node c in the tree of the m-cube, m = 1 .. d.
struct Subcubes : ToAll {
  static constexpr const char* kName = "subcubes";
  static constexpr bool kTurned = false;
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) {
    const std::uint32_t nodes = std::uint32_t{2} << at.tree;
    return Address(nodes + ((at.me.number() ^ at.destination.number()) & (nodes - 1)));
  }
  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at, Ports word) {
    const std::uint32_t nodes = std::uint32_t{2} << at.tree;
    const std::uint32_t seen = at.me.number() ^ at.destination.number();
    const bool is_copy = (seen & (nodes - 1)) == 0;
    const Ports higher = cube::zeroes_above(network.dimension(), Address(seen | (nodes - 1)));
    return {word | (is_copy ? higher : Ports()), at.me != at.source};
  }
};

// To the root of a tree that all nodes share. The root is the destination; its ejector hands the
// packet to the node's relay, not to its memory, and the relay sends it down the tree by
// SharedTrees.
struct ToRoot : Ascending {
  static constexpr const char* kName = "to_root";
};

// Down one of the trees that all nodes share (trees::SharedErsbt), to all. The destination is node
// 0, because the trees see every node relative to node 0. The source drops its own packet.
struct SharedTrees : ToAll {
  static constexpr const char* kName = "shared_trees";
  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    return {trees::SharedErsbt::children(network.dimension(), at.to_go), at.me != at.source};
  }
};

// To the neighbour behind the port and no further, for another part of that node than its router.
// Nodes count their active ones by such packets between the phases of a partial multinode
// broadcast.
struct NeighbourPart : ToOne {
  static constexpr const char* kName = "aside";
  static constexpr bool kTurned = false;

  static constexpr Decision route(const Arrival&) { return {}; }
};

using BroadcastRules = RuleList<Ascending, Doubling, Subcubes, Sbt, Table, ToRoot, SharedTrees, NeighbourPart>;

// The rules of nodes of any other network: down the tree of the source, which is the destination too.
using TreeBroadcastRules = RuleList<ByTree, NeighbourPart>;

}  // namespace rules
