// SPDX-License-Identifier: Apache-2.0
// TDM slots of one-port nodes: a slot says which port a node serves in a cycle. Plans find them
// cycle by cycle; the node's gate is loaded with windows, which are slots of one port in a row.
// Here are the slots of an allgather round a cycle and along a path of n nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "firmware/node/driver.hpp"

namespace testbench {

// A window's register has 20 bits for its index (firmware/node/registers.hpp).
inline constexpr std::uint64_t kMostWindows = std::uint64_t{1} << 20;

// Windows in their order.
class GateWindows {
 public:
  // The port has the next `cycles` slots. Throws PlanError where there are too many windows.
  void add(unsigned port, std::uint32_t cycles = 1) {
    if (cycles == 0) return;
    if (windows_.empty() || windows_.back().port != port) {
      if (windows_.size() == kMostWindows) refuse();
      windows_.push_back({port, 0});
    }
    windows_.back().cycles += cycles;
    cycles_ += cycles;
  }
  std::uint64_t cycles() const { return cycles_; }
  void load(node::Driver& driver) const {
    for (const Window& window : windows_) driver.add_window(window.port, window.cycles);
  }

 private:
  struct Window {
    unsigned port;
    std::uint32_t cycles;
  };
  [[noreturn]] static void refuse();

  std::vector<Window> windows_;
  std::uint64_t cycles_ = 0;
};

// The slots of an allgather round a cycle of n nodes at places 0 .. n - 1, by Dimakopoulos 1999,
// section 3. A node sends everything to the next place. Two nodes are a cycle, too.
//
//     full duplex               M (n - 1) cycles: every node sends in each       section 3.1
//     half duplex, n even       2 M (n - 1): even and odd places alternate       section 3.2.1
//     half duplex, n odd        2 M n: alternate, and one node rests             section 3.2.2
//
// With an odd number the nodes at places j, j + 2, .. j + n - 3 send in cycle j, modulo n, and the
// one at j - 1 rests. (Figure 3 and the appendix say so; the text has one node more, which would
// send and receive.) Seven nodes, places across, cycles down, S for a node that sends:
//
//     . S . S . S .
//     . . S . S . S
//     S . . S . S .     and so on
collectives::ClosedForm ring_cycles(collectives::PortModel ports, std::uint64_t nodes, std::uint64_t packets);

// The slots of half duplex repeat after so many cycles.
std::uint32_t ring_period(std::uint64_t nodes);
// Adds `cycles` slots: `port` where the node sends, and else `closed`, a number that no port has.
void add_ring_slots(collectives::PortModel ports, std::uint64_t nodes, std::uint64_t place, std::uint64_t cycles,
                    unsigned port, unsigned closed, GateWindows& windows);

// The slots of an allgather along a path of n nodes, three or more, at places 1 .. n; M packets a
// node. One-port nodes:
//
//     full duplex       M (n + 1) + floor((n - 3)/2) cycles
//     half duplex       2 n M     + floor((n - 3)/2) cycles
//
// No algorithm on a path takes less (testbench/judge/bounds/separators.hpp), whatever n and M.
//
// Full duplex. The time is divided into n + 1 parts of M cycles. In parts 1, 3, .. 2 p - 1 the node
// at place p of the first half (2 p <= n + 1) sends up, in the others down; in parts 2, 4, .. 2 q
// the node q - 1 places before the last one sends down, in the others up, and the last part continues
// until all is done. n = 5, places down, U up and D down:
//
//     U . . . . .        "." an end that has no link there
//     U D U D D D
//     U D U D U D
//     U D U D U U
//     . D . . . .
//
// No node receives two packets in a cycle: place p receives from below in parts 1, 3, .. 2 p - 3,
// and place p + 1 sends up in those (up to 2 p + 1 if it is of the first half, always in odd parts
// if not). In each part a node of the first half has M packets to send: its own, then those of the
// part two before. Once place p has sent all up, packet j down (of (n + 1 - p) M) is due in cycle p
// M + j, packet j - M of the node above in cycle (p + 1) M + j - M, the same one: it comes a cycle
// late, and the delay grows by a cycle with each hop away from the middle, where it is 0. The node
// that ends the path receives its last packet floor((n - 3)/2) cycles after (n + 1) M, and likewise
// above. The order of arrival does not matter: all that goes up past a node goes to the end.
//
// Half duplex. Every link is used in every second cycle. The link p, between
// places p and p + 1, carries p M packets up and (n - p) M down; with h = floor((n + 1)/2) its
// first cycle is |p - h|, from 0 on, and a period has n uses:
//
//     p < h        p up, then n - p down
//     p > h        n - p down, then p up
//     p = h        n odd: as p > h; n even: up and down alternate
//
// So neighbours on the path begin a cycle apart, and a packet that comes to a node for the next
// link finds it free in the next cycle: use k of link p is packet k - p down, use k - p - 1 of that
// of link p + 1, which was a cycle before. Before its first cycle a link is used as at the end of a
// period, by packets that are early.

// A node of the path, from place 0 on, and its ports. `closed` is a number that no port has; `up`
// or `down` is `closed` at the ends.
struct PathNode {
  std::uint32_t nodes;
  std::uint32_t place;
  unsigned up;
  unsigned down;
  unsigned closed;
};

std::uint64_t path_cycles(collectives::PortModel ports, std::uint64_t nodes, std::uint64_t packets);

// Adds path_cycles slots of full duplex, in n + 1 windows at most.
void add_full_duplex_path_slots(const PathNode& node, std::uint64_t packets, GateWindows& windows);
// Adds slots of half duplex, in a window a cycle at most. They repeat after 2 n cycles, whatever M.
void add_half_duplex_path_slots(const PathNode& node, std::uint64_t cycles, GateWindows& windows);

}  // namespace testbench
