// SPDX-License-Identifier: Apache-2.0
// The tree of a scan in which results go on: ranges of nodes that meet at routers (range_shapes.hpp). For every item one
// packet goes up each edge, with what the range has, and one goes down, with what all nodes below the range have. At a vertex
// whose parts are ranges and perhaps an own packet:
//
//     up      all parts                                to the parent
//     down    the parent's and all parts before it     to each range
//     result  the parent's, the range before (and own)
//
// A packet is for the node into whose result it goes, or would go next: down for the vertex's node, or the first of its
// range; up for the next such node behind the range. Packets that come to a vertex for one node go on into those for
// others, but never through the port through which they came. Nodes from 0 on have nothing below them, and those up to the
// last one nothing above, so that neither gets packets down or sends any up. In the extreme a tree is a chain: every node
// the right child of the one before.
//
// An edge is a path in the network, the same in both directions. Each vertex's parent and children are behind ports of its
// own, and packets for one node pass every other router at most once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/trees/range_shapes.hpp"
#include "testbench/plans/trees/scan_packets.hpp"

namespace testbench {

class RangeTree : public ScanPackets {
 public:
  // `links`: those that work in both directions. `crowding`: what a path over a link, or through a node where that is
  // what is busy, costs the next one there, in 64ths of a hop.
  RangeTree(const LinkTable& links, const std::vector<RangeVertex>& vertices, std::uint32_t crowding, Busy busy);

  // A vertex that has to stand elsewhere: another for the same packets is at its router, or its path meets such. Where there
  // is one, the tree has no packets.
  const RangeVertex* misplaced() const { return misplaced_ == kNone ? nullptr : &vertices_[misplaced_]; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Vertex : RangeVertex {
    explicit Vertex(RangeVertex of) : RangeVertex(std::move(of)) {}
    std::uint32_t up = kNone;           // the node for which it sends up
    std::uint32_t down = kNone;         // and gets packets down
    std::vector<unsigned> ports;        // of the path to the parent
    unsigned port_down = 0;             // the parent's
    std::vector<std::uint32_t> passed;  // on it
    std::uint32_t came_up = kNone;      // the last of the packets on it, among those that are sent
    std::uint32_t came_down = kNone;
  };

  void name_packets();
  void find_paths(const LinkTable& links, std::uint32_t crowding);
  void join(const LinkTable& links, std::uint32_t child, std::uint32_t crowding);
  void send_all(const LinkTable& links);
  void send_up(const LinkTable& links, Vertex& vertex);
  void send_down(const LinkTable& links, const Vertex& vertex);
  void begin(const LinkTable& links, const Vertex& vertex, std::uint32_t node, unsigned port, std::size_t children);
  void pass(const LinkTable& links, std::uint32_t router, unsigned in, unsigned port);
  std::uint32_t last() const { return static_cast<std::uint32_t>(hops() - 1); }
  bool meets_another(const LinkTable& links, std::uint32_t child) const;
  std::vector<bool> met(std::uint32_t nodes, std::uint32_t child) const;
  network::Ports taken(std::uint32_t at, std::uint32_t but_to) const;
  bool has_parent(std::uint32_t at) const { return vertices_[at].parent != at; }
  std::size_t at(const LinkTable& links, std::uint32_t node, unsigned port) const {
    return busy_ == Busy::kLinks ? std::size_t{node} * links.ports() + port : node;
  }

  const Busy busy_;
  std::vector<Vertex> vertices_;                     // parents before children
  std::vector<std::vector<std::uint32_t>> at_node_;  // by node: vertices where packets for it begin, end or go on
  std::vector<std::vector<std::uint32_t>> to_node_;  // and those from which a path is theirs
  std::vector<std::uint32_t> loads_;                 // paths, by router and port, or router
  std::uint32_t misplaced_ = kNone;
};

}  // namespace testbench
