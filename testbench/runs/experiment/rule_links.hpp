// SPDX-License-Identifier: Apache-2.0
// The channel dependencies of a forwarding rule, from any source. It includes packets of every
// source, to every destination if the rule goes to one node, on the trees 0 to `trees` - 1. Each
// packet starts at its source and follows the rule.
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/networks/cube.hpp"
#include "firmware/node/registers.hpp"
#include "testbench/runs/experiment/link_graph.hpp"

namespace testbench {

// Link node * ports + port leaves the node through the port. Stored rules are excluded, because
// their paths are in the programs.
LinkGraph rule_links(const network::Cube& network, node::Rule rule, std::uint32_t trees);

// Returns the links that packets of requests couple that are served at once. Link node * ports +
// port leaves the node through the port. A packet that the root of a shared tree relays makes all
// links over which it leaves depend on the link over which it comes.
LinkGraph scheme_links(const network::Cube& network, broadcast::Scheme scheme);

// Returns the graphs of partial multinode broadcasts for m = 0 .. d, one for all periods that pack
// in m dimensions. Packets of two periods are never in queues at the same time: a node announces
// the counts of the next exchange when it has all packets of the period. So the next packets are
// sent when all nodes have theirs, while a packet in a queue is on its way to a node that has not.
//
// For each m, the graph includes all packets that some period may have: a node of rank r in a class
// has at least r active nodes before it, and no more nodes are missing than are not active. With
// few active nodes this is more than one period has. For the largest m with a dependency cycle, a
// test finds active nodes whose packets make one, except for the third algorithm at d = 2.
std::vector<LinkGraph> period_links(const network::Cube& network, broadcast::Scheme scheme);

// The most packets of one partial multinode broadcast that pass a crosspoint queue, for any active
// nodes and any memory delays. The packets of the next one come only when all of these are gone.
//
// Class c, second and third algorithm. Position p of a port: its place in the order of the class. A
// packet crosses port i if its holder agrees with the node below p(i) and differs at p(i). Holders
// agree with the ranks 0 .. K - 1 in the low m = ceil(log2 K) positions, and no two of them are the
// same there. So at most ceil(K / 2^(p(i) + 1)) packets cross, and one if p(i) >= m. They continue
// over every lower port. In the packing at most one packet comes over a link, and continues over a
// higher port. The sum over all classes depends on the difference of i and o alone.
//
// First algorithm: it has one class. At most one packet comes through a high port (m and higher)
// and continues. The packets of a subcube's multinode broadcast are counted in its tree.
std::uint64_t packets_through_a_queue(const network::Cube& network, broadcast::Scheme scheme);

}  // namespace testbench
