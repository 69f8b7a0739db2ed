// SPDX-License-Identifier: Apache-2.0
// Table-based routing: the rules of nodes that know only addresses, for any network
// (network::Labelled). Every node stores a word of ports for every address, which a plan has worked
// out (testbench/plans/collectives).
#pragma once

#include "firmware/rules/rule.hpp"

namespace rules {

// To one node: the word of the destination is the port on the way there.
struct ByDestination : ToOne {
  static constexpr const char* kName = "destination";
  static constexpr bool kTurned = false;
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) { return at.to_go; }
  static constexpr Decision route(const Arrival& at, Ports way) {
    const bool here = at.to_go == at.me;
    return {here ? Ports() : way, here};
  }
};

// To all: the word of a tree are the ports through which its packets continue from here. The header's
// destination is the tree's label, any address: where every node has one tree its root, where one
// root has several trees their numbers.
struct ByTree : ToAll {
  static constexpr const char* kName = "tree";
  static constexpr bool kTurned = false;
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) { return at.destination; }
  static constexpr Decision route(const Arrival&, Ports children) { return {children, true}; }
};

// To one node, for packets that are combined on their way: the word of the destination is the port
// to this node's parent in the tree to it. The destination's own word are ports that send on what
// has come to it.
struct ParentsByDestination : ToOne {
  static constexpr const char* kName = "parents";
  static constexpr bool kTurned = false;
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) { return at.to_go; }
  static constexpr Decision route(const Arrival& at, Ports parent) { return {parent, at.to_go == at.me}; }
};

// The same up several trees to one root, each of which has its own ejector there: the word of the tree's
// number is the port to this node's parent in it. Up several trees to each node the number is one of this node's ports,
// plus one, and 0 in packets that are for it; they have one ejector.
struct ParentsByTree : ToOne {
  static constexpr const char* kName = "trees";
  static constexpr bool kTurned = false;
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) { return Address(at.tree); }
  static constexpr Decision route(const Arrival& at, Ports parent) { return {parent, at.to_go == at.me}; }
};

using LabelledRules = RuleList<ByDestination, ByTree>;

// The rules of nodes that combine packets too.
struct CombiningLabelledRules : LabelledRules::With<ParentsByDestination, ParentsByTree> {
  static constexpr std::uint32_t kCombining = mask_of<ParentsByDestination, ParentsByTree>();
};

}  // namespace rules
