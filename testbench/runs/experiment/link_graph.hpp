// SPDX-License-Identifier: Apache-2.0
// The channel dependency graph of Dally and Seitz 1987: which links may wait for which. A packet
// that came over one link and leaves over the next creates a dependency: the first may have to wait for
// the second.
//
//     LinkGraph graph(4);
//     graph.couple(0, 1);
//     graph.couple(1, 3);
//     graph.order();  // 0, 1, 3: every coupling goes forward, so that the last of any chain of waiting links waits for
//                     // a memory only, and queues of any depth cannot deadlock
//     graph.couple(3, 0);
//     graph.dependency_cycle(); // 0, 1, 3: each may wait for the next, and the last for the first
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"

namespace testbench {

class LinkGraph {
 public:
  explicit LinkGraph(std::uint32_t links) : next_(links) {}

  void couple(std::uint32_t link, std::uint32_t next);
  // Adds all couplings of another graph of the same links.
  void add(const LinkGraph& other);
  std::uint64_t couplings() const;

  // Returns the coupled links, each before the links that it may wait for. Empty if there is a
  // dependency cycle.
  std::vector<std::uint32_t> order() const;
  // Returns a dependency cycle; empty if there is none.
  std::vector<std::uint32_t> dependency_cycle() const;

 private:
  struct Sorted {
    std::vector<std::uint32_t> order;   // links that no dependency cycle leads to
    std::vector<std::uint32_t> before;  // for every link, the links that may wait for it and are not in the order
  };
  Sorted sorted() const;

  // The successors of every link, without repetition. A link has at most as many as a node has
  // ports.
  std::vector<std::vector<std::uint32_t>> next_;
};

// Names each link as node-port>neighbour. Link node * ports + port leaves the node through the
// port.
std::vector<std::string> names_of_links(const network::SomeNetwork& network, const std::vector<std::uint32_t>& links);

// Returns a dependency cycle of the operation's graph (coupled_links.hpp) as links of nodes. If a
// link of the graph stands for the links of all nodes, the cycle is gone round from node 0 until it
// is back there. Empty if there is no cycle.
std::vector<std::uint32_t> dependency_cycle_of(const collectives::Operation& operation, const LinkGraph& graph);

}  // namespace testbench
