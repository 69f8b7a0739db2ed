// The turns of an allgather round a cycle of n nodes, by Dimakopoulos 1999, section 3: what the
// nodes at places 0 .. n - 1 do in each cycle. All that a node sends goes to the next place. Two
// nodes are a cycle, too.
//
//     full duplex               M (n - 1) cycles: every node sends in each       section 3.1
//     half duplex, n even       2 M (n - 1): even and odd places take turns      section 3.2.1
//     half duplex, n odd        2 M n: turns, and one node that has none         section 3.2.2
//
// With an odd number the nodes at places j, j + 2, .. j + n - 3 send in cycle j, modulo n, and the
// one at j - 1 takes no part. (So figure 3 and the appendix; the text has one node more, which
// would send and receive.) Seven nodes, places across, cycles down, S for a node that sends:
//
//     . S . S . S .
//     . . S . S . S
//     S . . S . S .     and so on
#pragma once

#include "firmware/collectives/operation.hpp"
#include "testbench/plans/gate_windows.hpp"

namespace testbench {

collectives::ClosedForm ring_cycles(collectives::PortModel ports, std::uint64_t nodes, std::uint64_t packets);

// Windows of `cycles` cycles: the port has those in which the node sends; in the others no port
// sends, which a number that no port has stands for. Half duplex they are as the first so many
// again and again.
std::uint32_t ring_period(std::uint64_t nodes);
void add_ring_turns(collectives::PortModel ports, std::uint64_t nodes, std::uint64_t place, std::uint64_t cycles,
                    unsigned port, unsigned closed, GateWindows& windows);

}  // namespace testbench
