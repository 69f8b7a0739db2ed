// How the packets of a scheme that serves broadcast requests (firmware/broadcast) may wait for one another.
#pragma once

#include <cstdint>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/networks/cube.hpp"
#include "testbench/run/link_graph.hpp"

namespace testbench {

// The links that packets of any requests couple, at any times: link node * ports + port leaves the node through the port.
// A packet that the root of a shared tree relays couples the link over which it comes to all over which it leaves.
LinkGraph scheme_links(const network::Cube& network, broadcast::Scheme scheme);

// Packets of one partial multinode broadcast that pass a crosspoint queue at most, whichever nodes are active and however
// slow memories are; those of the next come when all of these are away.
//
// Class c, second and third algorithm. Position p of a port: its place in the order of the class. Over port i come those
// whose holder agrees with the node below p(i) and differs at p(i). Holders agree with the ranks 0 .. K - 1 in the low
// m = ceil(log2 K) positions, of which no two are the same: so they are ceil(K / 2^(p(i) + 1)) at most, and one where
// p(i) >= m. They go on over every lower port. In the packing one at most comes over a link, and goes on over a higher
// port. The sum over all classes is of the difference of i and o alone.
//
// First algorithm: one class; one at most comes through a high port, m and higher, and goes on; those of a subcube's multinode
// broadcast are counted in its tree.
std::uint64_t packets_through_a_queue(const network::Cube& network, broadcast::Scheme scheme);

}  // namespace testbench
