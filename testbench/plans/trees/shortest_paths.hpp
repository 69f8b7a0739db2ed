// SPDX-License-Identifier: Apache-2.0
// Shortest paths of a network: from one node (levels_from), between all pairs (AllDistances); and the
// choice of paths with an even load, as every node of a Cayley network sees them (RelativePaths) or
// to each destination of any network (DestinationPaths).
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/ground/host/breadth_first.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

// How far the nodes of a connected network are from one of them, by a breadth-first search, or in cycles where links
// differ. The levels of LinkTable::turned() tell how far that one is from the others.
BreadthFirst levels_from(const LinkTable& links, std::uint32_t node);

// By node that sends and receives.
std::vector<std::uint32_t> distances_to_ends(const LinkTable& links, std::uint32_t node);

// Whether the port of a node leads towards the root with which the levels of the turned links begin: their distances
// behind the port, at the node, and at the farthest node.
bool leads_nearer(const LinkTable& links, std::uint32_t node, unsigned port, std::uint32_t root, std::uint32_t there,
                  std::uint32_t here, std::uint32_t farthest);
// The ports of a node that lead towards the node with which the levels of the turned links begin;
// none at that node.
network::Ports nearer_ports(const LinkTable& links, const BreadthFirst& levels, std::uint32_t node);

// The distances between all pairs of nodes, for networks that are not symmetric.
class AllDistances {
 public:
  // Throws PlanError where there are too many nodes.
  explicit AllDistances(const LinkTable& links, std::uint32_t most = kMostNodes);

  // More take too much memory and time.
  static constexpr std::uint32_t kMostNodes = 8192;
  static constexpr std::uint32_t kMostOfOneTreeEach = 16384;
  // The number itself. Throws PlanError where it is too large.
  static std::uint32_t require_few(std::uint32_t nodes, std::uint32_t most = kMostNodes);

  // The distances from a node, by node.
  const std::uint16_t* row(std::uint32_t node) const { return distances_.data() + std::size_t{node} * nodes_; }
  // The longest to a node; 0 where links are alike.
  std::uint32_t farthest(std::uint32_t to) const { return farthest_.empty() ? 0 : farthest_[to]; }

 private:
  void take_cycles(const LinkTable& turned);

  std::uint32_t nodes_;
  std::vector<std::uint16_t> distances_;
  std::vector<std::uint32_t> farthest_;
};

// Shortest paths of a Cayley network, the same as seen from every node: the port that a packet
// takes for a node that is seen as c. They are chosen to load the ports evenly: in a total exchange
// each link of a port carries as many packets as every other link of that port, and the busiest
// port decides.
class RelativePaths {
 public:
  explicit RelativePaths(const Network& network);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(port_.size()); }
  unsigned ports() const { return network_.ports(); }
  // The first port on the path to a relative address other than 0.
  unsigned port(std::uint32_t seen) const { return port_[seen]; }
  std::uint32_t distance(std::uint32_t seen) const { return levels_.distance[seen]; }
  const std::vector<std::uint32_t>& distances() const { return levels_.distance; }
  // All relative addresses, nearest first.
  const std::vector<std::uint32_t>& order() const { return levels_.order; }
  // The node that this one sees as `seen`, as the node behind the port sees it.
  std::uint32_t behind(unsigned port, std::uint32_t seen) const {
    if (behind_.empty()) return network_.absolute(Address(seen), backs_[port]).number();
    return behind_[std::size_t{seen} * ports() + port];
  }
  // The port by which a packet arrives that leaves by this one.
  unsigned arrival_port(unsigned port) const { return network_.arrival_port(Address(0), port); }
  // Packets over a link of each port in a total exchange of one packet a pair.
  const std::vector<std::uint64_t>& loads() const { return loads_; }
  // From a node to all others.
  std::uint64_t sum_of_distances() const;

 private:
  class Choice;

  Network network_;
  std::vector<Address> backs_;         // by port: node 0, as the node behind it sees it
  std::vector<std::uint32_t> behind_;  // by relative address and port; empty where there are too many
  BreadthFirst levels_;
  std::vector<std::uint8_t> port_;
  std::vector<std::uint64_t> loads_;  // by port
};

enum class EvenLoad {
  kLinks,  // every port at once: the busiest link decides
  kNodes,  // one port at a time: the busiest node does
};

// For every destination of a network a tree of shortest paths to it, so that a total exchange loads
// all links evenly, or all nodes, as nearly as shortest paths allow. At first every node takes the
// lowest port that leads nearer: on meshes that goes through one extent after the other, which is
// the best for links. Then each tree is chosen again by the load of all others, where a busy link
// costs far more than a free one. The best of a few rounds is kept. Where packets hold links for cycles of their own, loads are
// in these.
class DestinationPaths {
 public:
  // Throws PlanError where there are too many nodes. The links must outlive it. `cost_of_cycle`: not 0 for ways that
  // may be longer, the lower the more, so that links carry alike though they differ in cycles of a packet.
  DestinationPaths(const LinkTable& links, EvenLoad even, double cost_of_cycle = 0);

  // The port on the way from a node to another one.
  unsigned port(std::uint32_t node, std::uint32_t destination) const { return ports_[at(node, destination)]; }
  // Packets over the busiest link, or through the busiest node, in a total exchange of one packet a
  // pair.
  std::uint64_t most_loaded() const;
  // Sum of all distances.
  std::uint64_t hops() const { return hops_; }

 private:
  std::size_t at(std::uint32_t node, std::uint32_t destination) const {
    return std::size_t{destination} * nodes_ + node;
  }
  // The load that packets are counted in which leave a node by a port.
  std::uint64_t& load(std::uint32_t node, unsigned port);
  double cost(std::uint32_t node, unsigned port);
  // The load of a packet that leaves so.
  std::uint64_t weight(std::uint32_t node, unsigned port) const {
    return even_ == EvenLoad::kLinks ? links_.packet_cycles(node, port) : 1;
  }
  void choose_again();
  // The same over any ways, which cost least: multiplicative weights, as in weighted_trees.hpp.
  void choose_any(double cost_of_cycle);
  // A packet of each node that sends.
  void begin_at_ends();
  // Takes the packets of the tree off the loads. `order`: the destination, then nodes behind the next ones on their ways.
  void take_off(const std::vector<std::uint32_t>& order);
  // The packets that leave a node, on the way that it has.
  void put_on(std::uint32_t node, std::uint32_t destination);
  // Makes the tree to the node with which the levels begin; choose(node, choices) is a port.
  template <class Choose>
  void grow(const BreadthFirst& levels, Choose choose);

  const LinkTable& links_;
  LinkTable turned_;
  std::uint32_t nodes_;
  EvenLoad even_;
  std::vector<std::uint8_t> ports_;                 // by destination and node
  std::vector<std::uint64_t> loads_;                // by link, or by the node at which the packets arrive
  std::vector<std::uint32_t> through_;              // by node, for the present tree: packets that leave it
  std::vector<double> cost_from_;                   // by node, for that tree: cost of the cheapest path
  std::vector<std::vector<std::uint32_t>> orders_;  // by destination: nodes, none before the next one on its way
  std::uint64_t hops_ = 0;
};

}  // namespace testbench
