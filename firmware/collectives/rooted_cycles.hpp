// The cycles of scatter and gather on routers of r cycles a hop.
//
// Both are bound by one port of the root, behind which lies one subtree for each packet m. No
// packet of another subtree is ever in the way, so that the port's packets are a single queue:
//
//   scatter  the n-th packet that the port sends, for a node k links away, arrives in cycle n + r (k - 1)
//   gather   packets from k links away come from cycle 1 + r (k - 1) on, one a cycle: those from k or more links away
//            are all there r (k - 1) cycles after as many as they are
//
// The slowest port and level decide. With r = 1 level 1 decides, and the time is the number of
// packets of the busiest port: ceil(M (2^d - 1)/d) on the balanced tree, M 2^(d-1) on the SBT.
#pragma once

#include "firmware/collectives/operation.hpp"
#include "firmware/collectives/subtrees.hpp"

namespace collectives {

// By their distance from the root, 1 .. d: nodes of the subtree behind one port.
struct Levels {
  std::uint64_t nodes[cube::kMaxDimension + 1] = {};
};

// Those behind the ports of the root, packet by packet. About 2^d d steps.
template <class Subtrees>
class RootPorts {
 public:
  constexpr explicit RootPorts(unsigned d) : d_(d) {
    for (const Address c : network::other_addresses(cube::nodes(d))) {
      ++levels_[Subtrees::subtree(d, c, 0)].nodes[cube::weight(c)];
    }
  }
  // Rotation permutes the nodes of a level, so the tree rotated by j has behind port k what tree 0
  // has behind k - j.
  constexpr const Levels& behind(unsigned port, std::uint64_t packet) const {
    const auto rotation = Subtrees::rotation(d_, static_cast<std::uint32_t>(packet % Subtrees::period(d_)));
    return levels_[(port + d_ - rotation) % d_];
  }
  // Of M packets a node those that the port carries for, or from, one level.
  constexpr std::uint64_t carried(unsigned port, unsigned level, std::uint64_t packets) const {
    const std::uint64_t period = Subtrees::period(d_);
    std::uint64_t sum = 0;
    for (std::uint64_t m = 0; m < period; ++m) {
      const std::uint64_t rounds = packets / period + (m < packets % period ? 1 : 0);
      sum += rounds * behind(port, m).nodes[level];
    }
    return sum;
  }

 private:
  unsigned d_;
  Levels levels_[cube::kMaxDimension];
};

// Behind the port with the most to do: packets for level 1 are the last of each round.
template <class Subtrees>
constexpr std::uint64_t scatter_cycles(unsigned d, std::uint64_t packets, std::uint64_t r) {
  const RootPorts<Subtrees> root(d);
  const std::uint64_t period = Subtrees::period(d);
  std::uint64_t last = 0;
  for (unsigned port = 0; port < d; ++port) {
    std::uint64_t sent = 0;  // in all
    for (unsigned level = 1; level <= d; ++level) sent += root.carried(port, level, packets);
    // From the last packet that it sends backwards; before the last period nothing can be later
    // than in it.
    for (std::uint64_t m = packets; m > 0 && m + period > packets; --m) {
      for (unsigned level = 1; level <= d; ++level) {
        const std::uint64_t nodes = root.behind(port, m - 1).nodes[level];
        if (nodes == 0) continue;
        const std::uint64_t arrival = sent + r * (level - 1);
        last = arrival > last ? arrival : last;
        sent -= nodes;
      }
    }
  }
  return last;
}

template <class Subtrees>
constexpr std::uint64_t gather_cycles(unsigned d, std::uint64_t packets, std::uint64_t r) {
  const RootPorts<Subtrees> root(d);
  std::uint64_t last = 0;
  for (unsigned port = 0; port < d; ++port) {
    std::uint64_t from_here = 0;  // packets from this level and those above it
    for (unsigned level = d; level >= 1; --level) {
      from_here += root.carried(port, level, packets);
      const std::uint64_t arrival = from_here == 0 ? 0 : from_here + r * (level - 1);
      last = arrival > last ? arrival : last;
    }
  }
  return last;
}

template <class Subtrees>
constexpr ClosedForm scatter_all_port(unsigned d, std::uint64_t packets, Hop r) {
  return {scatter_cycles<Subtrees>(d, packets, r), Subtrees::kSource};
}
template <class Subtrees>
constexpr ClosedForm gather_all_port(unsigned d, std::uint64_t packets, Hop r) {
  return {gather_cycles<Subtrees>(d, packets, r), Subtrees::kSource};
}
// One-port, the root has a packet in every cycle. Scatter: the packets for the subtree of port p,
// 2^(d-1-p) nodes, are followed by M (2^(d-1-p) - 1) others, more than it takes the last of them to
// arrive. Gather: what has come in the last cycle of a window can leave r cycles later, behind a
// packet of the node's own.
constexpr ClosedForm rooted_sbt_one_port(unsigned d, std::uint64_t packets, Hop) {
  return {packets * cube::other_nodes(d), "Johnsson and Ho 1986, table 7 (SBT, one-port)"};
}

}  // namespace collectives
