// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/shared_trees.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <ranges>
#include <tuple>
#include <utility>

#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/weighted_trees.hpp"

namespace testbench {
namespace {

constexpr std::uint32_t kMostBlocks = 64;

std::uint32_t cycles_to_root(const LinkTable& links, const RootedTree& tree, std::uint32_t node) {
  std::uint32_t cycles = 0;
  for (; node != tree.root; node = links.neighbour(node, tree.parent_port[node])) {
    cycles += links.cycles(node, tree.parent_port[node]);
  }
  return cycles;
}

// Calls visit(node, port) for the links of the tree.
template <class Visit>
void each_link(const LinkTable& links, const RootedTree& tree, Visit visit) {
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    if (node != tree.root && tree.has(node)) visit(node, tree.parent_port[node]);
  }
}

// Every block goes down the tree that has it at its end first.
DealtTrees dealt_to(const LinkTable& links, std::vector<RootedTree> trees, std::uint32_t packets) {
  std::vector<std::uint64_t> loads(std::size_t{links.nodes()} * links.ports());  // cycles
  std::vector<std::uint32_t> of_tree(trees.size());
  DealtTrees dealt;
  const std::uint32_t block = (packets - 1) / kMostBlocks + 1;
  for (std::uint32_t left = packets; left > 0;) {
    const std::uint32_t now = std::min(left, block);
    std::size_t best = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = 0; i < trees.size(); ++i) {
      std::uint64_t busiest = 0;
      each_link(links, trees[i], [&](std::uint32_t node, unsigned port) {
        const std::uint64_t more = std::uint64_t{now} * links.packet_cycles(node, port);
        busiest = std::max(busiest, loads[std::size_t{node} * links.ports() + port] + more);
      });
      if (busiest + trees[i].depth >= least) continue;
      least = busiest + trees[i].depth;
      best = i;
    }
    each_link(links, trees[best], [&](std::uint32_t node, unsigned port) {
      loads[std::size_t{node} * links.ports() + port] += std::uint64_t{now} * links.packet_cycles(node, port);
    });
    dealt.cycles = std::max(dealt.cycles, least);
    of_tree[best] += now;
    left -= now;
  }
  dealt.share_links = true;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    if (of_tree[i] == 0) continue;
    dealt.trees.push_back(std::move(trees[i]));
    dealt.packets.push_back(of_tree[i]);
  }
  return dealt;
}

// The trees with the most packets.
std::vector<RootedTree> busiest(DealtTrees dealt, unsigned most) {
  std::vector<std::size_t> order(dealt.trees.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(~dealt.packets[i], i); });
  order.resize(std::min<std::size_t>(order.size(), most));
  std::vector<RootedTree> kept;
  kept.reserve(order.size());
  for (const std::size_t i : order) kept.push_back(std::move(dealt.trees[i]));
  return kept;
}

// Cycles of a broadcast.
std::uint64_t played(const LinkTable& links, const DealtTrees& dealt, std::uint64_t limit) {
  const LinkTable down = links.turned();
  const std::uint32_t root = dealt.trees.front().root;
  std::vector<OutputModel<std::uint32_t>> nodes(links.nodes(), {links.ports(), false});
  for (const TreeBlock& block : std::views::reverse(blocks_in_order(links, dealt, root))) {
    for (const unsigned port : dealt.trees[block.tree].children[root]) {
      for (std::uint32_t i = 0; i < block.packets; ++i) nodes[root].own(port, block.tree);
    }
  }
  return cycles_of_nodes(nodes, down, limit,
                         [&](std::uint32_t node, std::uint32_t tree) { return dealt.trees[tree].children[node]; });
}

std::vector<RootedTree> grown(const LinkTable& links, std::uint32_t root, std::uint32_t count, double cost_of_level,
                              std::mt19937_64& random) {
  const LinkTable down = links.turned();
  const std::vector<std::uint8_t> back =
      weighted_trees(down, random, std::vector<std::uint32_t>(count, 1), cost_of_level, root);
  std::vector<RootedTree> trees;
  for (std::uint32_t i = 0; i < count && !back.empty(); ++i) {
    RootedTree& tree = trees.emplace_back(
        RootedTree{root, std::vector<std::uint8_t>(links.nodes()), std::vector<network::Ports>(links.nodes())});
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      if (node == root) continue;
      const std::uint8_t port = tree.parent_port[node] = back[std::size_t{node} * count + i];
      tree.children[links.neighbour(node, port)].insert(links.arrival_port(node, port));
    }
    tree.cut(links);
  }
  return trees;
}

}  // namespace

DealtTrees fastest_shared_trees(const LinkTable& links, std::uint32_t packets, unsigned most_trees, DealtTrees first) {
  // Played with so many, where there are more.
  constexpr std::uint32_t kMostPlayed = 512;
  constexpr unsigned kTries = 4;
  const std::uint32_t root = first.trees.front().root;
  const std::uint32_t few = std::min(packets, kMostPlayed);
  DealtTrees best = dealt_to(links, std::move(first.trees), packets);
  std::uint64_t least = ~std::uint64_t{0} - 1;
  const auto take_faster = [&](const std::vector<RootedTree>& trees) {
    const std::uint64_t cycles = played(links, dealt_to(links, trees, few), least - 1);
    if (cycles >= least) return;
    least = cycles;
    best = dealt_to(links, trees, packets);
  };
  take_faster(best.trees);
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < kTries; ++i) {
    for (const std::uint32_t count : {1u, 2u, 3u, 4u, 6u, 8u, 16u}) {
      for (const double cost_of_level : {200., 20., 2.}) {
        if (count > packets) continue;
        const std::vector<RootedTree> trees = grown(links, root, count, cost_of_level, random);
        if (trees.empty()) return best;
        take_faster(busiest(dealt_to(links, trees, few), most_trees));
      }
    }
  }
  return best;
}

std::vector<TreeBlock> blocks_in_order(const LinkTable& links, const DealtTrees& dealt, std::uint32_t node) {
  std::vector<std::tuple<std::int64_t, std::uint32_t, std::uint32_t, std::uint32_t>> order;  // cycle, and block
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i < dealt.trees.size(); ++i) {
    const RootedTree& tree = dealt.trees[i];
    const std::uint32_t packets = dealt.packets[i];
    const std::uint32_t blocks = dealt.share_links ? std::min(packets, kMostBlocks) : 1;
    if (tree.has(node)) {
      const std::uint64_t spread = dealt.cycles - std::min<std::uint64_t>(dealt.cycles, tree.depth);
      const std::int64_t way = cycles_to_root(links, tree, node);
      for (std::uint32_t block = 0; block < blocks; ++block) {
        const auto begin = static_cast<std::uint32_t>(std::uint64_t{packets} * block / blocks);
        const auto end = static_cast<std::uint32_t>(std::uint64_t{packets} * (block + 1) / blocks);
        const auto passes = static_cast<std::int64_t>(tree.depth + spread * block / blocks);
        order.emplace_back(dealt.share_links ? passes - way : i, i, first + begin, end - begin);
      }
    }
    first += packets;
  }
  std::ranges::sort(order);
  std::vector<TreeBlock> found;
  for (const auto& [cycle, tree, begin, packets] : order) {
    if (!found.empty() && found.back().tree == tree) {
      found.back().packets += packets;
    } else {
      found.push_back({tree, begin, packets});
    }
  }
  return found;
}

}  // namespace testbench
