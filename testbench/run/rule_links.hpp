// SPDX-License-Identifier: Apache-2.0
// The links that a rule couples, whoever sends: packets of every source, to every destination where
// the rule goes to one node, on the trees 0 to `trees` - 1, each from its source on as the rule
// says.
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/networks/cube.hpp"
#include "firmware/node/registers.hpp"
#include "testbench/run/link_graph.hpp"

namespace testbench {

// Link node * ports + port leaves the node through the port. Not for stored rules, whose ways stand
// in the programs.
LinkGraph rule_links(const network::Cube& network, node::Rule rule, std::uint32_t trees);

// The links that packets of any requests couple that are served at once: link node * ports + port
// leaves the node through the port. A packet that the root of a shared tree relays couples the link
// over which it comes to all over which it leaves.
LinkGraph scheme_links(const network::Cube& network, broadcast::Scheme scheme);

// Those of partial multinode broadcasts, for m = 0 .. d: of all periods that pack in m dimensions.
// Packets of two periods are never in queues at the same time: a node tells the next exchange's
// counts when it has all of a period's packets, so the next are sent when all nodes have them, and
// a packet in a queue is on its way to a node that has not.
//
// Of each m all packets are taken together that some period may have: a node of rank r in a class
// has r active nodes before it at least, and no more are missing than are not active. With few
// active nodes that is more than one period has; of the largest m with a dependency cycle a test
// finds active nodes whose packets make one, but for the third algorithm at d = 2.
std::vector<LinkGraph> period_links(const network::Cube& network, broadcast::Scheme scheme);

// Packets of one partial multinode broadcast that pass a crosspoint queue at most, whichever nodes
// are active and however slow memories are; those of the next come when all of these are away.
//
// Class c, second and third algorithm. Position p of a port: its place in the order of the class.
// Over port i come those whose holder agrees with the node below p(i) and differs at p(i). Holders
// agree with the ranks 0 .. K - 1 in the low m = ceil(log2 K) positions, of which no two are the
// same: so they are ceil(K / 2^(p(i) + 1)) at most, and one where p(i) >= m. They go on over every
// lower port. In the packing one at most comes over a link, and goes on over a higher port. The sum
// over all classes is of the difference of i and o alone.
//
// First algorithm: one class; one at most comes through a high port, m and higher, and goes on;
// those of a subcube's multinode broadcast are counted in its tree.
std::uint64_t packets_through_a_queue(const network::Cube& network, broadcast::Scheme scheme);

}  // namespace testbench
