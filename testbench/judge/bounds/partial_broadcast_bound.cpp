// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/partial_broadcast_bound.hpp"

#include <algorithm>

#include "testbench/judge/bounds/worst_cuts.hpp"
#include "testbench/judge/checker/saturating.hpp"

namespace testbench {
namespace {

// A flow for each node takes some searches over all links: half a second.
constexpr std::uint64_t kMostSearched = 5'000'000;

}  // namespace

PartialBroadcastBound::PartialBroadcastBound(const EdgeTable& edges)
    : links_(edges, true), before_(edges.nodes(), true) {
  // The worst cut of symmetric nodes is around one of them.
  if (!edges.has_symmetric_nodes() && edges.nodes() * edges.links() <= kMostSearched) {
    WorstCut worst = worst_gossip_cut(TurnedLinks(edges, Way::kOut));
    cut_ = worst.crossing;
    before_ = std::move(worst.before);
    return;
  }
  std::uint32_t narrowest = 0;
  for (std::uint32_t node = 1; node < links_.nodes(); ++node) {
    if (links_.at(node, Way::kOut) < links_.at(narrowest, Way::kOut)) narrowest = node;
  }
  cut_ = {links_.nodes() - 1, links_.at(narrowest, Way::kOut)};
  before_[narrowest] = false;
}

std::uint64_t PartialBroadcastBound::cycles(const std::vector<bool>& active) const {
  std::uint64_t crossing = 0;
  for (std::uint32_t node = 0; node < links_.nodes(); ++node) crossing += active[node] && before_[node] ? 1 : 0;
  std::uint64_t most = divide_up(crossing, cut_.capacity);
  if (std::ranges::count(active, true) == 0) return most;
  for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
    const BreadthFirst search = links_.search(node, Way::kIn);
    // From the farthest node inwards: packets of nodes as far as this one or farther.
    std::uint64_t packets = 0;
    for (auto other = search.order.rbegin(); *other != node; ++other) {
      if (!active[*other]) continue;
      most = std::max(most, search.distance[*other] - 1 + divide_up(++packets, links_.at(node, Way::kIn)));
    }
  }
  return most;
}

}  // namespace testbench
