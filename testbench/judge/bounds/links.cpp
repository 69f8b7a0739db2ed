// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/links.hpp"

#include <algorithm>

#include "testbench/judge/checker/saturating.hpp"

namespace testbench {

std::uint64_t Crossing::cycles(std::uint64_t times_as_much) const {
  return divide_up(times(amount, times_as_much), capacity);
}

void Levels::keep_longer(const Levels& other) {
  blocks.resize(std::max(blocks.size(), other.blocks.size()));
  vectors.resize(blocks.size());
  for (std::size_t k = 0; k < other.blocks.size(); ++k) {
    blocks[k].keep_longer(other.blocks[k]);
    vectors[k].keep_longer(other.vectors[k]);
  }
}

Links::Links(const EdgeTable& edges, bool is_whole) : edges_(edges), is_whole_(is_whole) {
  if (is_whole) return;
  senders_.resize(edges.nodes());
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    each_behind(node, Way::kOut, [&](std::uint32_t receiver) { senders_[receiver].push_back(node); });
  }
}

std::uint64_t Links::count() const {
  std::uint64_t all = 0;
  for (std::uint32_t node = 0; node < nodes(); ++node) all += at(node, Way::kOut);
  return all;
}

std::uint64_t Links::at(std::uint32_t node, Way way) const {
  std::uint64_t found = 0;
  each_behind(node, way, [&](std::uint32_t) { ++found; });
  return found;
}

BreadthFirst Links::search(std::uint32_t root, Way way) const {
  return BreadthFirst(nodes(), root, [&](std::uint32_t node, auto reach) { each_behind(node, way, reach); });
}

std::uint32_t Links::farthest(const BreadthFirst& search) const {
  if (!edges_.has_switches()) return search.farthest();
  return *std::max_element(search.distance.begin(), search.distance.begin() + ends());
}

Levels Links::levels(const BreadthFirst& search, Way way) const {
  std::vector<std::uint64_t> from_here(farthest(search) + 1);  // ends by distance
  for (std::uint32_t node = 0; node < ends(); ++node) ++from_here[search.distance[node]];
  std::vector<std::uint64_t> fewest(from_here.size());  // links from level k to the next
  for (const std::uint32_t node : search.order) {
    if (search.distance[node] + 1 >= fewest.size()) break;
    each_behind(node, way, [&](std::uint32_t behind) {
      if (search.distance[behind] == search.distance[node] + 1) ++fewest[search.distance[node]];
    });
  }
  Levels levels{std::vector<Crossing>(from_here.size()), std::vector<Crossing>(from_here.size())};
  for (std::size_t k = from_here.size() - 1; k > 1; --k) from_here[k - 1] += from_here[k];
  for (std::size_t k = 1; k < from_here.size(); ++k) {
    if (k > 1) fewest[k - 1] = std::min(fewest[k - 1], fewest[k - 2]);
    levels.blocks[k] = {from_here[k], fewest[k - 1]};
    levels.vectors[k] = {1, fewest[k - 1]};
  }
  return levels;
}

}  // namespace testbench
