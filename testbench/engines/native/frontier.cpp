// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/native/frontier.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace testbench {

Frontier::Frontier(Division& division, const network::SomeNetwork& network, std::size_t most_bytes,
                   std::size_t most_cycles)
    : ranks_(division.ranks), is_edge_(network.nodes()) {
  using network::Address;
  const NodeShare& share = division.share;
  std::map<unsigned, Border> by_rank;
  for (const std::uint32_t node : share.nodes()) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const std::uint32_t neighbour = network.neighbour(Address(node), port).number();
      if (share.has(neighbour)) continue;
      is_edge_[node] = 1;
      Border& border = by_rank[share.rank_of(neighbour)];
      border.out.push_back({node, port, neighbour});
      border.in.push_back({neighbour, network.arrival_port(Address(node), port), node});
    }
  }
  for (auto& [rank, border] : by_rank) {
    std::ranges::sort(border.in, {}, [](const Crossing& link) { return std::pair(link.sender, link.port); });
    parcels_.push_back({rank, {}, Bytes(border.in.size() * most_bytes * most_cycles), 0});
    borders_.push_back(std::move(border));
  }
  has_inner_ = std::ranges::any_of(share.nodes(), [&](std::uint32_t node) { return is_edge_[node] == 0; });
}

unsigned Frontier::least_of(const LinkValues& latencies) const {
  unsigned least = latencies.most();
  for (const Border& border : borders_) {
    for (const auto* const links : {&border.in, &border.out}) {
      for (const Crossing& link : *links) least = std::min(least, latencies.of(link.sender, link.port));
    }
  }
  return least;
}

std::vector<std::uint32_t> Frontier::neighbours() const {
  std::vector<std::uint32_t> nodes;
  for (const Border& border : borders_) {
    for (const Crossing& link : border.in) nodes.push_back(link.sender);
  }
  return nodes;
}

}  // namespace testbench
