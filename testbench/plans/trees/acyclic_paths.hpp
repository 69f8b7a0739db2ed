// SPDX-License-Identifier: Apache-2.0
// Paths and trees of any network without cyclic channel dependencies.
//
// LinkDependencies is the channel dependency graph of Dally and Seitz 1987, which says which link
// may wait for which. A dependency is added only where no cycle comes of it.
//
//     LinkDependencies dependencies(links);
//     dependencies.add(link, port);   // packets that come over the link to its end may continue through that port there
//
// The links are kept in an order in which every one waits for later ones only, so that most
// additions need no search (Pearce and Kelly 2006).
//
// AcyclicPaths has a tree of paths to every destination, so that the links that wait for one
// another on all these paths have no cyclic dependency: queues of any depth cannot deadlock, on any
// network whose links work in both directions. The price is that some paths are longer than the
// shortest, and that links are loaded less evenly. A link that works in one direction alone is on
// some paths, but the links that work in both must connect all nodes.
//
// Where the shortest paths of DestinationPaths have no cyclic dependency (dimension order on
// meshes, hypercubes and generalized hypercubes, any tree), it has these. Else a tree of the
// network is kept free, up to the root and down again. One destination after another then gets the
// cheapest paths that make no cycle with the dependencies before; a destination that such paths do
// not reach from everywhere gets the paths of the tree (after Domke, Hoefler and Matsuoka 2016,
// "Nue": a search in the channel dependency graph with escape paths). A link costs 1, and more the
// busier it is. Several orders of the destinations are tried, and the one with the least load of
// the busiest link is taken. Backwards, as trees from every node, the paths make no dependency
// cycle either: as paths on LinkTable::turned(), where links work in one direction alone.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

// Link node * ports + port leaves the node through the port.
class LinkDependencies {
 public:
  explicit LinkDependencies(const LinkTable& links);

  // Adds the dependency of the link on the one that leaves its end through the port. False where
  // that would make a dependency cycle: then it stays out.
  bool add(std::uint32_t link, unsigned port);

  // Takes back all that was added, or refused, since the last of these two.
  void undo();
  void keep() { changed_.clear(); }

 private:
  enum class State : std::uint8_t { kUnknown, kIn, kRefused };

  std::size_t place(std::uint32_t link, unsigned port) const { return std::size_t{link} * links_.ports() + port; }
  std::uint32_t end(std::uint32_t link) const { return links_.neighbour(link / links_.ports(), link % links_.ports()); }
  // The places in order_ of the links that follow the link up to `last`, or precede it down to
  // `last`.
  std::vector<std::uint32_t> behind(std::uint32_t link, std::uint32_t last);
  std::vector<std::uint32_t> before(std::uint32_t link, std::uint32_t last);
  void reorder(std::vector<std::uint32_t> early, std::vector<std::uint32_t> late);

  const LinkTable& links_;
  LinkTable turned_;
  std::vector<State> states_;          // by link and port at its end
  std::vector<std::uint32_t> order_;   // links, each before those for which it waits
  std::vector<std::uint32_t> places_;  // by link: its place there
  std::vector<bool> is_met_;           // by place; none between searches
  std::vector<std::size_t> changed_;
};

enum class PathLoad {
  kPackets,  // a total exchange: the packets of all nodes whose path the link is on
  kTrees,    // backwards, from each destination to all others: a copy for each tree that the link is in
};

class AcyclicPaths {
 public:
  // Nodes of a network whose shortest paths have cyclic dependencies: more take longer than
  // seconds.
  static constexpr std::uint32_t kMostNodes = 1024;

  // Throws PlanError where there are too many nodes, or no tree of links that work in both
  // directions.
  AcyclicPaths(const LinkTable& links, PathLoad load);

  // The port on the way from a node to another one.
  unsigned port(std::uint32_t node, std::uint32_t destination) const {
    return ports_[std::size_t{destination} * nodes_ + node];
  }
  // The load of the busiest link, with one packet a pair, or a source.
  std::uint64_t most_loaded() const { return most_loaded_; }
  // Packets over links in all.
  std::uint64_t hops() const { return hops_; }

 private:
  void take_loads(const std::vector<std::uint64_t>& loads);

  std::uint32_t nodes_;
  std::vector<std::uint8_t> ports_;  // by destination and node
  std::uint64_t most_loaded_ = 0;
  std::uint64_t hops_ = 0;
};

}  // namespace testbench
