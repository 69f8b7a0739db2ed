// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/packet_counts.hpp"

#include <algorithm>
#include <stdexcept>

#include "testbench/ground/host/breadth_first.hpp"

namespace testbench {
namespace {

// The last link of a shortest path from node 0.
struct LastLink {
  std::uint32_t from;
  unsigned port;
  std::uint32_t to;
};

// The last links to all other nodes, the nearest first.
std::vector<LastLink> ways_from_first(const EdgeTable& edges) {
  std::vector<LastLink> links;
  const BreadthFirst search(static_cast<std::uint32_t>(edges.nodes()), 0, [&](std::uint32_t node, auto reach) {
    for (unsigned port = 0; port < edges.ports(); ++port) {
      const std::uint32_t there = edges.receiver(node, port);
      if (reach(there)) links.push_back({node, port, there});
    }
  });
  return links;
}

}  // namespace

PacketCounts::PacketCounts(const EdgeTable& edges, const std::vector<std::uint32_t>& seen, std::uint32_t rounds)
    : nodes_(edges.nodes()), counts_(nodes_ * nodes_, 0) {
  const std::vector<LastLink> links = ways_from_first(edges);
  for (const LastLink& link : links) {
    most_ = std::max(most_, rounds * seen[link.to]);
    of_a_node_ += std::uint64_t{rounds} * seen[link.to];
  }
  std::vector<std::uint32_t> absolute(nodes_);  // by relative address
  for (std::uint32_t source = 0; source < nodes_; ++source) {
    std::vector<bool> is_seen(nodes_, false);
    absolute[0] = source;
    is_seen[source] = true;
    for (const LastLink& link : links) {
      const std::uint32_t there = edges.receiver(absolute[link.from], link.port);
      if (is_seen[there]) throw std::invalid_argument("PacketCounts: ports must look the same from every node");
      is_seen[there] = true;
      absolute[link.to] = there;
      counts_[source * nodes_ + there] = rounds * seen[link.to];
    }
  }
}

}  // namespace testbench
