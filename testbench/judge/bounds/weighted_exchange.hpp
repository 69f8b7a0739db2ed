// SPDX-License-Identifier: Apache-2.0
// A bound on total exchange by weights of the resources that packets occupy, which knows no paths.
//
// A packet on a link occupies the link; with one port its sender's one way out and its receiver's
// one way in; half-duplex both nodes. Each of these serves one packet in a cycle. Give each a
// weight: in T cycles they serve T times the sum of all weights at most, and a packet takes at
// least its distance, links weighted by their resources. So T is at least the sum of the distances
// of all pairs over the sum of the weights, whatever these are. The best weights are the dual of
// the least congestion, and give its value (the linear program of multicommodity flow; Leighton
// 1992, section 1.9, has it for cuts).
//
// Links among switches serve nothing before the first packet can have come, and nothing that could arrive no more.
// One from a leaf to a spine of a leaf-spine network idles for three cycles: a host's link comes before it, and two
// behind it.
#pragma once

#include "testbench/judge/bounds/network_facts.hpp"
#include "testbench/judge/checker/task.hpp"

namespace testbench {

struct WeightedExchange {
  Crossing hops;           // of a packet for each pair (amount), and those that fit into a cycle, weighted
  std::uint64_t idle = 0;  // hops that would fit into the cycles in which things idle, weighted

  void keep_longer(const WeightedExchange& other);
  std::uint64_t cycles(std::uint64_t packets) const;  // for each pair, at least
};

// The largest bound that was found. Weights are equal first, then grow where shortest paths by
// them crowd (fewer rounds for larger networks, none above 2,048 nodes). The answer of the last
// question is kept. `packet_cycles`, on all ports: of links that differ, which a hop occupies for so many cycles.
const WeightedExchange& weighted_exchange(const EdgeTable& edges, PortModel ports,
                                          const LinkValues* packet_cycles = nullptr);

}  // namespace testbench
