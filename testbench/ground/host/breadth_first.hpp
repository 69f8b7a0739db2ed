// SPDX-License-Identifier: Apache-2.0
// Breadth-first search, whatever keeps the links: those who search share no table of them.
//
//     const BreadthFirst found(nodes, 0, [&](std::uint32_t node, auto reach) {
//       for (const std::uint32_t behind : links[node]) reach(behind);   // true where it is new
//     });
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace testbench {

// The nodes that are reached from one, and how far from it they are.
struct BreadthFirst {
  static constexpr std::uint32_t kUnseen = ~std::uint32_t{0};

  std::vector<std::uint32_t> order;     // nearest first
  std::vector<std::uint32_t> distance;  // by node; kUnseen: there is no way

  BreadthFirst(std::vector<std::uint32_t> in_order, std::vector<std::uint32_t> distances)
      : order(std::move(in_order)), distance(std::move(distances)) {}
  template <class EachBehind>
  BreadthFirst(std::uint32_t nodes, std::uint32_t from, EachBehind each_behind) : distance(nodes, kUnseen) {
    order.reserve(nodes);
    const auto reach = [&](std::uint32_t node, std::uint32_t links) {
      if (distance[node] != kUnseen) return false;
      distance[node] = links;
      order.push_back(node);
      return true;
    };
    reach(from, 0);
    for (std::size_t next = 0; next < order.size(); ++next) {
      const std::uint32_t node = order[next];
      each_behind(node, [&](std::uint32_t behind) { return reach(behind, distance[node] + 1); });
    }
  }

  std::uint32_t farthest() const { return distance[order.back()]; }
};

}  // namespace testbench
