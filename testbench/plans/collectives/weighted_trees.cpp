// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/weighted_trees.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace testbench {
namespace {

constexpr double kSteepness = 8;
constexpr double kCostOfALevel = 2.7;  // a twentieth of what half the largest load costs

class Weighted {
 public:
  explicit Weighted(const LinkTable& links)
      : links_(links),
        nodes_(links.nodes()),
        loads_(std::size_t{nodes_} * links.ports()),
        into_(std::size_t{nodes_} * nodes_, kNone) {}

  void grow_again(std::uint32_t source) {
    std::uint32_t* const into = into_.data() + std::size_t{source} * nodes_;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (into[node] != kNone) --loads_[std::exchange(into[node], kNone)];
    }
    const std::uint32_t most = std::max(most_loaded(), 1u);
    cost_.resize(most + 1);
    for (std::uint32_t load = 0; load <= most; ++load) cost_[load] = std::exp(kSteepness * load / most);
    grow(source, into);
  }
  std::uint32_t most_loaded() const { return *std::ranges::max_element(loads_); }

  std::vector<std::uint8_t> parent_ports() const {
    std::vector<std::uint8_t> found(into_.size(), 0);
    for (std::uint32_t source = 0; source < nodes_; ++source) {
      for (std::uint32_t node = 0; node < nodes_; ++node) {
        const std::uint32_t link = into_[std::size_t{source} * nodes_ + node];
        if (link == kNone) continue;
        found[std::size_t{node} * nodes_ + source] =
            static_cast<std::uint8_t>(links_.arrival_port(link / links_.ports(), link % links_.ports()));
      }
    }
    return found;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The cheapest link out of the tree joins it, and a level costs something too.
  void grow(std::uint32_t source, std::uint32_t* into) {
    using Reached = std::pair<double, std::uint32_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    std::vector<double> best(nodes_, HUGE_VAL);
    std::vector<std::uint32_t> depth(nodes_, kNone);
    open.emplace(0, source);
    while (!open.empty()) {
      const std::uint32_t node = open.top().second;
      open.pop();
      if (depth[node] != kNone) continue;
      depth[node] = node == source ? 0 : depth[into[node] / links_.ports()] + 1;
      if (node != source) ++loads_[into[node]];
      for (unsigned port = 0; port < links_.ports(); ++port) {
        const std::uint32_t there = links_.neighbour(node, port);
        const std::uint32_t link = node * links_.ports() + port;
        const double cost = cost_[loads_[link]] + kCostOfALevel * depth[node];
        if (there == node || depth[there] != kNone || cost >= best[there]) continue;
        best[there] = cost;
        into[there] = link;
        open.emplace(cost, there);
      }
    }
  }

  const LinkTable& links_;
  std::uint32_t nodes_;
  std::vector<std::uint32_t> loads_;  // by link: trees
  std::vector<std::uint32_t> into_;   // by source and node: the link of the tree
  std::vector<double> cost_;          // by load
};

}  // namespace

std::vector<std::uint8_t> weighted_trees(const LinkTable& links, std::mt19937_64& random) {
  constexpr std::uint64_t kMostLinksSeen = 40'000'000;  // links looked at
  constexpr std::uint64_t kMostRounds = 10;
  const std::uint64_t round = std::uint64_t{links.nodes()} * links.nodes() * links.ports();
  const std::uint64_t rounds = std::min(kMostRounds, kMostLinksSeen / round);
  std::vector<std::uint8_t> found;
  if (rounds < 2) return found;
  Weighted trees(links);
  std::vector<std::uint32_t> sources(links.nodes());
  std::iota(sources.begin(), sources.end(), 0u);
  std::uint32_t least = ~std::uint32_t{0};
  for (std::uint64_t i = 0; i < rounds; ++i) {
    std::shuffle(sources.begin(), sources.end(), random);
    for (const std::uint32_t source : sources) trees.grow_again(source);
    if (trees.most_loaded() > least) continue;
    least = trees.most_loaded();
    found = trees.parent_ports();
  }
  return found;
}

}  // namespace testbench
