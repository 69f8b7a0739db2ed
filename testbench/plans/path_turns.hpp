// The turns of an allgather along a path of n nodes, three or more, at places 1 .. n; M packets a
// node. One-port nodes:
//
//     full duplex       M (n + 1) + floor((n - 3)/2) cycles
//     half duplex       2 n M     + floor((n - 3)/2) cycles
//
// No algorithm on a path takes less (testbench/bounds/cut_vertices.hpp), whatever n and M.
//
// Full duplex. The time is divided into n + 1 parts of M cycles. In parts 1, 3, .. 2 p - 1 the node
// at place p of the first half (2 p <= n + 1) sends up, in the others down; in parts 2, 4, .. 2 q
// the node q - 1 places before the last one sends down, in the others up, and the last part goes on
// until all is done. n = 5, places down, U up and D down:
//
//     U . . . . .        "." an end that has no link there
//     U D U D D D
//     U D U D U D
//     U D U D U U
//     . D . . . .
//
// Nobody receives two packets in a cycle: place p does from below in parts 1, 3, .. 2 p - 3, while
// place p + 1 sends up in those (up to 2 p + 1 if it is of the first half, always in odd parts if
// not). In each part a node of the first half has M packets to send: its own, then those of the
// part two before. Once place p has sent all up, packet j down (of (n + 1 - p) M) is due in cycle p
// M + j, packet j - M of the node above in cycle (p + 1) M + j - M, the same one: it comes a cycle
// late, and the delay grows by a cycle with each hop away from the middle, where it is 0. The node
// that ends the path receives its last packet floor((n - 3)/2) cycles after (n + 1) M, and likewise
// above. What comes in which order does not matter: all that goes up past a node goes to the end.
//
// Half duplex. Links take turns: every one is used in every second cycle. The link p, between
// places p and p + 1, carries p M packets up and (n - p) M down; with h = floor((n + 1)/2) its
// first cycle is |p - h|, from 0 on, and a period has n uses:
//
//     p < h        p up, then n - p down
//     p > h        n - p down, then p up
//     p = h        n odd: as p > h; n even: up and down in turn
//
// So neighbours on the path begin a cycle apart, and what comes to a node for the next link finds
// it free in the next cycle: use k of link p is packet k - p down, use k - p - 1 of that of link p
// + 1, which was a cycle before. Before its first cycle a link is used as at the end of a period,
// by packets that are early.
#pragma once

#include "firmware/collectives/operation.hpp"
#include "testbench/plans/gate_windows.hpp"

namespace testbench {

// A node of the path, from place 0 on, and its ports: one it does not have is a number that no port
// has, which closes all.
struct PathNode {
  std::uint32_t nodes;
  std::uint32_t place;
  unsigned up;
  unsigned down;
  unsigned closed;
};

std::uint64_t path_cycles(collectives::PortModel ports, std::uint64_t nodes, std::uint64_t packets);

// Windows of full duplex, as long as path_cycles: n + 1 at most.
void add_full_duplex_path_turns(const PathNode& node, std::uint64_t packets, GateWindows& windows);
// Windows of half duplex, one a cycle at most: a period is 2 n cycles, whatever M.
void add_half_duplex_path_turns(const PathNode& node, std::uint64_t cycles, GateWindows& windows);

}  // namespace testbench
