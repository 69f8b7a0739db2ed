// For every destination of a network a tree of ways to it, so that the links that wait for one
// another on all these ways have no cyclic dependency: queues of any depth cannot deadlock, on any
// network. The price is that some ways are longer than the shortest, and that links are loaded less
// evenly.
//
// Where the shortest ways of DestinationWays have no cyclic dependency (dimension order on meshes,
// hypercubes and generalized hypercubes, any tree) it is these. Else a tree of the network is kept
// free, up to the root and down again, and then one destination after another gets the cheapest
// ways that still make no dependency cycle with those chosen before; a destination that such ways
// do not reach from everywhere takes those of the tree (after Domke, Hoefler and Matsuoka 2016,
// "Nue": a search in the channel dependency graph with escape paths). A link costs 1, and more the
// busier it is. Several orders of the destinations are tried, and the one whose busiest link has
// least is taken. Backwards, as trees from every node, the ways make no dependency cycle either.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/networks/link_table.hpp"

namespace testbench {

enum class WayLoad {
  kPackets,  // a total exchange: over a link go the packets of all nodes whose way it is on
  kTrees,  // the ways backwards, from the destination to all others: over a link goes one copy for each tree that it is in
};

class AcyclicWays {
 public:
  static constexpr std::uint32_t kMostNodes =
      1024;  // of a network whose shortest ways have cyclic dependencies: some seconds

  // Throws PlanError where there are too many nodes.
  AcyclicWays(const LinkTable& links, WayLoad load);

  // The port on the way from a node to another one.
  unsigned port(std::uint32_t node, std::uint32_t destination) const {
    return ports_[std::size_t{destination} * nodes_ + node];
  }
  // That of the link which has most, with one packet a pair, or a source.
  std::uint64_t most_loaded() const { return most_loaded_; }
  // Packets over links.
  std::uint64_t hops() const { return hops_; }

 private:
  void take_loads(const std::vector<std::uint64_t>& loads);

  std::uint32_t nodes_;
  std::vector<std::uint8_t> ports_;  // by destination and node
  std::uint64_t most_loaded_ = 0;
  std::uint64_t hops_ = 0;
};

}  // namespace testbench
