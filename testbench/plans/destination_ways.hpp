// For every destination of a network a tree of shortest paths to it, so that a total exchange loads
// all links evenly, or all nodes, as nearly as shortest paths allow. At first every node takes the
// lowest port that leads nearer: on meshes that goes through one extent after the other, which is
// the best for links. Then all trees are chosen again, one after another, by what all others load,
// where a busy link costs far more than a free one; and that a few times. The best is kept.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/levels.hpp"

namespace testbench {

enum class EvenLoad {
  kLinks,  // every port at once: the busiest link decides
  kNodes,  // one port at a time: the busiest node does
};

class DestinationWays {
 public:
  // Throws PlanError where there are too many nodes. The links must outlive it.
  DestinationWays(const LinkTable& links, EvenLoad even);

  // The port on the way from a node to another one.
  unsigned port(std::uint32_t node, std::uint32_t destination) const { return ports_[at(node, destination)]; }
  // Packets of a total exchange of one packet a pair over the link, or through the node, that has
  // most.
  std::uint64_t most_loaded() const;
  // Sum of all distances.
  std::uint64_t hops() const { return hops_; }

 private:
  std::size_t at(std::uint32_t node, std::uint32_t destination) const {
    return std::size_t{destination} * nodes_ + node;
  }
  // What the packets load that leave a node by a port.
  std::uint64_t& load(std::uint32_t node, unsigned port);
  double cost(std::uint32_t node, unsigned port);
  void choose_again();
  // Takes the tree off the loads.
  void take_off(const Levels& levels);
  // A tree to the node with which the levels begin; choose(node, choices) is a port.
  template <class Choose>
  void grow(const Levels& levels, Choose choose);

  const LinkTable& links_;
  std::uint32_t nodes_;
  EvenLoad even_;
  std::vector<std::uint8_t> ports_;     // by destination and node
  std::vector<std::uint64_t> loads_;    // by link, or by the node at which the packets arrive
  std::vector<std::uint32_t> through_;  // by node, of the tree that is looked at: packets that leave it
  std::vector<double> way_on_;          // by node, of that tree: cost of the cheapest way
  std::uint64_t hops_ = 0;
};

}  // namespace testbench
