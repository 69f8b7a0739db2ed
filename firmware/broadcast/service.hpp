// SPDX-License-Identifier: Apache-2.0
// Loads a node that is to serve broadcast requests (hls/broadcast): its address, the scheme, and
// the words of the scheme's stored rule.
//
//     broadcast::load_table(bus, network::Cube(4), Scheme::kPmnb1);
//     broadcast::load_node(bus, me, Scheme::kPmnb1, /*repeats=*/true);
//
// A node of any other network has the words and ports of trees that the host has found (load_trees).
#pragma once

#include "firmware/broadcast/scheme.hpp"
#include "firmware/networks/cube.hpp"
#include "firmware/node/driver.hpp"
#include "firmware/node/registers.hpp"
#include "firmware/trees/bertsekas.hpp"

namespace broadcast {

// `repeats`: partial broadcasts follow one another; else the node makes one.
inline void load_node(node::Bus& bus, network::Address me, Scheme scheme, bool repeats) {
  bus.write(node::address(node::Control::kAddress), me.number());
  bus.write(node::address(node::Control::kScheme), static_cast<std::uint32_t>(scheme) | (repeats ? node::kRepeats : 0));
}

// Every node has the same words.
inline void load_table(node::Bus& bus, const network::Cube& cube, Scheme scheme) {
  const auto load = [&](unsigned dimension, std::uint32_t first) {
    for (const network::Address c : network::addresses(cube::nodes(dimension))) {
      bus.write(node::address(node::Block::kTable, 0, first + c.number()),
                trees::MultinodeBroadcastTree::children(dimension, c).mask());
    }
  };
  if (scheme == Scheme::kPmnb1) {  // rules::Subcubes
    for (unsigned m = 1; m <= cube.dimension(); ++m) load(m, cube::nodes(m));
  }
  if (scheme == Scheme::kBalanced) load(cube.dimension(), 0);  // rules::Table
}

// A node's ports of the tree on which nodes count, and of the tree of its own packets.
struct TreePorts {
  network::Ports parent;  // none at the root
  network::Ports children;
  network::Ports own;
};

// `words`: by source, the ports through which its packets go on from the node.
template <class Words>
void load_trees(node::Bus& bus, const TreePorts& ports, const Words& words) {
  bus.write(node::address(node::Control::kCountParent), ports.parent.mask());
  bus.write(node::address(node::Control::kCountChildren), ports.children.mask());
  bus.write(node::address(node::Control::kOwnPorts), ports.own.mask());
  std::uint32_t source = 0;
  for (const network::Ports word : words) bus.write(node::address(node::Block::kTable, 0, source++), word.mask());
}

}  // namespace broadcast
