// A tree of shortest paths from node 0 of a Cayley network, which every other node has too, as it
// sees the network. When all of them send down their trees at a time, each link of a port carries a
// packet for every edge of the tree that belongs to the port; the edges are spread over the ports
// as evenly as can be. Any choice of an edge to each node from those nearer makes a tree, so that
// this is a matching of nodes and ports, and what it finds is the best.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "testbench/plans/levels.hpp"

namespace testbench {

class RelativeTree {
 public:
  // Of many trees whose edges are spread evenly, one that the random numbers choose.
  RelativeTree(const LinkTable& links, const Levels& levels, std::mt19937_64& random);

  // The ports to the children of the node that node 0 sees as `seen`.
  network::Ports children(std::uint32_t seen) const { return children_[seen]; }
  // Edges of the port that has most.
  std::uint64_t most_edges() const;
  // On routers, M packets of every node; more than `limit` where they take more.
  std::uint64_t cycles(const LinkTable& links, std::uint32_t packets, bool transit_first, std::uint64_t limit) const;

 private:
  std::vector<network::Ports> children_;
  std::vector<std::uint64_t> edges_;  // by port
};

}  // namespace testbench
