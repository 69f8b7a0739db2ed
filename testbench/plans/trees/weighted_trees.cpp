// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/weighted_trees.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace testbench {
namespace {

constexpr double kSteepness = 8;

class Weighted {
 public:
  Weighted(const LinkTable& links, const std::vector<std::uint32_t>& packets, double cost_of_level,
           std::optional<std::uint32_t> root)
      : links_(links),
        packets_(packets),
        cost_of_level_(cost_of_level),
        nodes_(links.nodes()),
        root_(root),
        sources_(root ? 1 : links.ends()),
        loads_(std::size_t{nodes_} * links.ports()),
        into_(std::size_t{nodes_} * sources_ * packets.size(), kNone) {}

  std::uint32_t trees() const { return sources_ * static_cast<std::uint32_t>(packets_.size()); }
  void grow_again(std::uint32_t tree) {
    std::uint32_t* const into = into_.data() + std::size_t{tree} * nodes_;
    const std::uint32_t packets = packets_[tree / sources_];
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (into[node] != kNone) load(std::exchange(into[node], kNone), 0 - packets);
    }
    const std::uint32_t most = std::max(most_loaded(), 1u);
    const std::uint32_t source = root_.value_or(tree % sources_);
    grow(source, packets, most, into);
    cut(source, packets, into);
  }
  std::uint32_t most_loaded() const { return *std::ranges::max_element(loads_); }

  std::vector<std::uint8_t> parent_ports() const {
    std::vector<std::uint8_t> found(into_.size(), 0);
    for (std::uint32_t tree = 0; tree < trees(); ++tree) {
      for (std::uint32_t node = 0; node < nodes_; ++node) {
        const std::uint32_t link = into_[std::size_t{tree} * nodes_ + node];
        if (link == kNone) continue;
        found[std::size_t{node} * trees() + tree] =
            static_cast<std::uint8_t>(links_.arrival_port(link / links_.ports(), link % links_.ports()));
      }
    }
    return found;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t packet_cycles(std::uint32_t link) const {
    return links_.packet_cycles(link / links_.ports(), link % links_.ports());
  }
  // Packets more, or fewer, modulo 2^32.
  void load(std::uint32_t link, std::uint32_t packets) { loads_[link] += packets * packet_cycles(link); }

  // The cheapest link out of the tree joins it, and a level costs something too.
  void grow(std::uint32_t source, std::uint32_t packets, double most, std::uint32_t* into) {
    using Reached = std::pair<double, std::uint32_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    std::vector<double> best(nodes_, HUGE_VAL);
    std::vector<std::uint32_t> depth(nodes_, kNone);  // in cycles
    open.emplace(0, source);
    while (!open.empty()) {
      const std::uint32_t node = open.top().second;
      open.pop();
      if (depth[node] != kNone) continue;
      if (node == source) {
        depth[node] = 0;
      } else {
        const std::uint32_t before = into[node] / links_.ports();
        depth[node] = depth[before] + links_.cycles(before, into[node] % links_.ports());
        load(into[node], packets);
      }
      for (unsigned port = 0; port < links_.ports(); ++port) {
        const std::uint32_t there = links_.neighbour(node, port);
        const std::uint32_t link = node * links_.ports() + port;
        if (there == node || depth[there] != kNone) continue;
        const double cost =
            packet_cycles(link) * std::exp(kSteepness * loads_[link] / most) + cost_of_level_ * depth[node];
        if (cost >= best[there]) continue;
        best[there] = cost;
        into[there] = link;
        open.emplace(cost, there);
      }
    }
  }

  // Takes off what leads to switches alone.
  void cut(std::uint32_t source, std::uint32_t packets, std::uint32_t* into) {
    if (nodes_ == links_.ends()) return;
    std::vector<bool> is_used(nodes_);
    is_used[source] = true;
    for (std::uint32_t end = 0; end < links_.ends(); ++end) {
      for (std::uint32_t node = end; !is_used[node]; node = into[node] / links_.ports()) is_used[node] = true;
    }
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (!is_used[node] && into[node] != kNone) load(std::exchange(into[node], kNone), 0 - packets);
    }
  }

  const LinkTable& links_;
  const std::vector<std::uint32_t>& packets_;  // of each tree of a node
  const double cost_of_level_;
  std::uint32_t nodes_;
  std::optional<std::uint32_t> root_;
  std::uint32_t sources_;
  std::vector<std::uint32_t> loads_;  // by link: packets, in the cycles for which they hold it
  std::vector<std::uint32_t> into_;   // by tree and node: the link of the tree
};

std::uint64_t links_of_round(std::uint64_t sources, const LinkTable& links, std::uint64_t trees) {
  return sources * links.nodes() * links.ports() * trees;
}
std::uint64_t rounds_of(std::uint64_t sources, const LinkTable& links, std::uint64_t trees) {
  constexpr std::uint64_t kMostLinksSeen = 40'000'000;  // links looked at
  constexpr std::uint64_t kMostRounds = 10;
  return std::min(kMostRounds * trees, kMostLinksSeen / links_of_round(sources, links, trees));
}

}  // namespace

std::uint64_t links_of_weighted_trees(const LinkTable& links, std::uint64_t trees) {
  return rounds_of(links.nodes(), links, trees) * links_of_round(links.nodes(), links, trees);
}

std::vector<std::uint8_t> weighted_trees(const LinkTable& links, std::mt19937_64& random,
                                         const std::vector<std::uint32_t>& packets, double cost_of_level,
                                         std::optional<std::uint32_t> root) {
  const std::uint64_t rounds = rounds_of(root ? 1 : links.nodes(), links, packets.size());
  std::vector<std::uint8_t> found;
  if (rounds < 2) return found;
  Weighted trees(links, packets, cost_of_level, root);
  std::vector<std::uint32_t> order(trees.trees());
  std::iota(order.begin(), order.end(), 0u);
  std::uint32_t least = ~std::uint32_t{0};
  for (std::uint64_t i = 0; i < rounds; ++i) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::uint32_t tree : order) trees.grow_again(tree);
    if (trees.most_loaded() > least) continue;
    least = trees.most_loaded();
    found = trees.parent_ports();
  }
  return found;
}

std::vector<TreesTried> trees_to_try(std::span<const TreesTried> tries, std::uint32_t most) {
  std::vector<TreesTried> found;
  for (const bool are_fewer : {false, true}) {
    for (const auto& [trees, cost_of_level] : tries) {
      const TreesTried one{std::min(trees, most), cost_of_level};
      const bool is_first = found.empty();
      const bool is_known = std::ranges::any_of(found, [&](const TreesTried& other) {
        return other.trees == one.trees && other.cost_of_level == one.cost_of_level;
      });
      if (is_first || (!is_known && (one.trees != trees) == are_fewer)) found.push_back(one);
    }
  }
  return found;
}

std::uint64_t least_cycles_of_all(const LinkTable& links, std::uint64_t packets) {
  std::vector<std::uint64_t> into(links.nodes(), 0);
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < links.ports(); ++port)
      into[links.neighbour(node, port)] += links.has_link(node, port);
  }
  const std::uint64_t fewest = *std::min_element(into.begin(), into.begin() + links.ends());
  return (packets * (links.ends() - 1) + fewest - 1) / fewest;
}

std::vector<std::uint32_t> dealt(std::uint32_t packets, std::uint32_t trees) {
  std::vector<std::uint32_t> found(trees, packets / trees);
  for (std::uint32_t tree = 0; tree < packets % trees; ++tree) ++found[tree];
  return found;
}

}  // namespace testbench
