// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/branchings.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

// Unit flows from trees to a node over free links. A tree gives one unit, at any of its nodes.
//
// Augmenting paths are searched from the node backwards. Trees that grow level by level are near, so that a search
// sees few nodes of a large network.
class TreeFlow {
 public:
  TreeFlow(const LinkTable& up, unsigned trees)
      : up_(up),
        down_(up.turned()),
        is_free_(std::size_t{up.nodes()} * up.ports(), true),
        carries_(is_free_.size(), false),
        trees_at_(up.nodes(), 0),
        seen_(up.nodes(), 0),
        step_(up.nodes()),
        given_at_(trees) {}

  const LinkTable& down() const { return down_; }
  bool is_free(std::uint32_t node, unsigned port) const { return is_free_[link(node, port)]; }
  void set_free(std::uint32_t node, unsigned port, bool is) { is_free_[link(node, port)] = is; }
  // By tree: the nodes that it has.
  std::uint32_t trees_at(std::uint32_t node) const { return trees_at_[node]; }
  void add(std::uint32_t node, std::uint32_t trees) { trees_at_[node] |= trees; }
  void remove(std::uint32_t node, std::uint32_t trees) { trees_at_[node] &= ~trees; }

  // Nodes that searches have met.
  std::uint64_t met() const { return met_; }

  // The trees, `most` at most, that reach the node over links of their own, or have it.
  unsigned reach(std::uint32_t node, unsigned most) {
    giving_ = 0;
    unsigned found = 0;
    while (found < most && augment(node)) ++found;
    for (const std::size_t used : touched_) carries_[used] = false;
    touched_.clear();
    return found;
  }

 private:
  enum class By : std::uint8_t { kBegin, kLink, kLinkBack, kTree };
  // The node that needs a unit less if the one of this step gets one more, and by what.
  struct Step {
    By by = By::kBegin;
    std::uint32_t number = 0;  // of the link or tree
    std::uint32_t back = 0;
  };

  std::size_t link(std::uint32_t node, unsigned port) const { return std::size_t{node} * up_.ports() + port; }

  bool augment(std::uint32_t node) {
    ++search_;
    std::uint32_t moved = 0;  // trees whose unit the search moves
    order_.assign(1, node);
    visit(node, {});
    for (std::size_t next = 0; next < order_.size(); ++next) {
      const std::uint32_t at = order_[next];
      const std::uint32_t idle = trees_at_[at] & ~giving_;
      if (idle != 0) {
        give(at, static_cast<unsigned>(std::countr_zero(idle)));
        return true;
      }
      for (std::uint32_t left = trees_at_[at] & ~moved; left != 0; left &= left - 1) {
        const auto tree = static_cast<unsigned>(std::countr_zero(left));
        reach_out(given_at_[tree], {By::kTree, tree, at});
      }
      moved |= trees_at_[at];
      for (unsigned port = 0; port < up_.ports(); ++port) {
        if (up_.has_link(at, port)) {
          const std::uint32_t before = up_.neighbour(at, port);
          const std::size_t into = link(before, up_.arrival_port(at, port));
          if (is_free_[into] && !carries_[into]) reach_out(before, {By::kLink, static_cast<std::uint32_t>(into), at});
        }
        const std::size_t out = link(at, port);
        if (carries_[out]) {
          reach_out(down_.neighbour(at, port), {By::kLinkBack, static_cast<std::uint32_t>(out), at});
        }
      }
    }
    return false;
  }

  void visit(std::uint32_t node, Step step) {
    ++met_;
    seen_[node] = search_;
    step_[node] = step;
  }
  void reach_out(std::uint32_t node, Step step) {
    if (seen_[node] == search_) return;
    visit(node, step);
    order_.push_back(node);
  }

  void give(std::uint32_t at, unsigned tree) {
    giving_ |= std::uint32_t{1} << tree;
    given_at_[tree] = at;
    while (step_[at].by != By::kBegin) {
      const Step step = step_[at];
      if (step.by == By::kTree) {
        given_at_[step.number] = step.back;
      } else {
        carries_[step.number] = step.by == By::kLink;
        touched_.push_back(step.number);
      }
      at = step.back;
    }
  }

  const LinkTable& up_;
  const LinkTable down_;
  std::vector<bool> is_free_;  // by link of down_
  std::vector<bool> carries_;  // a unit
  std::vector<std::size_t> touched_;
  std::vector<std::uint32_t> trees_at_;  // by node, a bit for each tree
  std::uint32_t giving_ = 0;
  std::uint64_t met_ = 0;
  std::uint32_t search_ = 0;
  std::vector<std::uint32_t> seen_;  // by node: the last search that met it
  std::vector<Step> step_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> given_at_;  // by tree
};

std::uint32_t bits(unsigned trees) {
  return ~std::uint32_t{0} >> (32 - trees);
}

// Cycles of the first packet of a tree.
std::uint64_t first_cycles(const RootedTree& tree, std::uint64_t hop) {
  return hop * (tree.depth - 1) + 1;
}

std::uint64_t least_cycles(const std::vector<RootedTree>& trees, std::uint32_t packets, std::uint64_t hop) {
  std::vector<std::uint64_t> depths;
  depths.reserve(trees.size());
  for (const RootedTree& tree : trees) depths.push_back(first_cycles(tree, hop));
  std::ranges::sort(depths);
  // The least T of the first trees alone; a deeper one is of no use from there on.
  std::uint64_t best = ~std::uint64_t{0};
  std::uint64_t sum = packets;
  for (std::size_t used = 0; used < depths.size(); ++used) {
    sum += depths[used] - 1;
    best = std::min(best, (sum + used) / (used + 1));
  }
  return best;
}

}  // namespace

// A set of nodes without the root has as many links into it as there are free ways from the nodes before its first
// one, in any order in which the root comes first.
unsigned least_cut(const LinkTable& links, std::uint32_t root, unsigned most) {
  TreeFlow flow(links, most);
  const BreadthFirst levels = levels_from(flow.down(), root);
  const std::uint32_t all = bits(most);
  flow.add(root, all);
  for (const std::uint32_t node : levels.order) {
    if (node == root) continue;
    most = flow.reach(node, most);
    flow.add(node, all);
  }
  return most;
}

// A link may join a tree if afterwards every set of nodes has as many free links into it as trees that have none
// of its nodes: if the trees reach the link's far end over links of their own. A link that may not join a tree once
// never may, so that each is tried once.
std::vector<RootedTree> branchings(const LinkTable& links, std::uint32_t root, unsigned count, std::mt19937_64& random,
                                   std::uint64_t& left) {
  struct Candidate {
    std::uint32_t node;
    std::uint8_t port;
    std::uint8_t tree;
  };
  TreeFlow flow(links, count);
  const LinkTable& down = flow.down();
  const RootedTree empty{root, std::vector<std::uint8_t>(links.nodes()), std::vector<network::Ports>(links.nodes())};
  std::vector<RootedTree> trees(count, empty);
  // Links in the order in which packets would have passed them, or in half of all searches have left for them.
  const bool by_departure = links.has_cycles() && random() % 2 != 0;
  std::map<std::pair<std::uint32_t, unsigned>, std::vector<Candidate>> waiting;  // by that cycle and tree
  const auto cycles_over = [&](std::uint32_t node, unsigned port) {
    return node == root && down.is_turned() ? 1 : down.cycles(node, port);
  };
  std::vector<std::vector<std::uint32_t>> reached(count, std::vector<std::uint32_t>(links.nodes()));  // in cycles
  const auto reach = [&](unsigned tree, std::uint32_t node) {
    for (unsigned port = 0; port < down.ports(); ++port) {
      if (!down.has_link(node, port)) continue;
      const std::uint32_t cycle = reached[tree][node] + (by_departure ? 1 : cycles_over(node, port));
      waiting[{cycle, tree}].push_back({node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(tree)});
    }
  };
  for (unsigned tree = 0; tree < count; ++tree) reach(tree, root);
  flow.add(root, bits(count));
  while (!waiting.empty()) {
    std::vector<Candidate> candidates;
    for (const std::uint32_t cycle = waiting.begin()->first.first;
         !waiting.empty() && waiting.begin()->first.first == cycle; waiting.erase(waiting.begin())) {
      std::ranges::copy_if(waiting.begin()->second, std::back_inserter(candidates),
                           [&](const Candidate& one) { return flow.is_free(one.node, one.port); });
    }
    std::ranges::shuffle(candidates, random);
    for (const auto& [node, port, tree] : candidates) {
      const std::uint32_t there = down.neighbour(node, port);
      const std::uint32_t bit = std::uint32_t{1} << tree;
      if (!flow.is_free(node, port) || (flow.trees_at(there) & bit) != 0) continue;
      if (flow.met() > left) return {};
      flow.set_free(node, port, false);
      flow.add(there, bit);
      if (flow.reach(there, count) < count) {
        flow.set_free(node, port, true);
        flow.remove(there, bit);
        continue;
      }
      RootedTree& grown = trees[tree];
      grown.parent_port[there] = static_cast<std::uint8_t>(down.arrival_port(node, port));
      grown.children[node].insert(port, true);
      reached[tree][there] = reached[tree][node] + cycles_over(node, port);
      grown.depth = std::max(grown.depth, reached[tree][there]);
      reach(tree, there);
    }
  }
  left -= std::min(left, flow.met());
  for (RootedTree& tree : trees) tree.cut(links);
  return trees;
}

DealtTrees deal(std::vector<RootedTree> trees, std::uint32_t packets, std::uint64_t hop) {
  DealtTrees dealt;
  dealt.cycles = least_cycles(trees, packets, hop);
  std::ranges::sort(trees, {}, &RootedTree::depth);
  for (RootedTree& tree : trees) {
    const std::uint64_t first = first_cycles(tree, hop);
    if (packets == 0 || dealt.cycles < first) break;
    const auto most = std::min<std::uint64_t>(packets, dealt.cycles - first + 1);
    dealt.packets.push_back(static_cast<std::uint32_t>(most));
    dealt.trees.push_back(std::move(tree));
    packets -= dealt.packets.back();
  }
  return dealt;
}

DealtTrees fastest_trees(const LinkTable& links, std::uint32_t root, std::uint32_t packets, std::uint64_t hop) {
  // Nodes that searches may meet: some seconds for the first trees, and a quarter of one for others.
  constexpr std::uint64_t kMostMet = 100'000'000;
  constexpr std::uint64_t kMostMore = 5'000'000;
  constexpr unsigned kTries = 20;
  std::vector<RootedTree> one;
  one.push_back(shortest_tree(links, root));
  const std::uint64_t first = first_cycles(one.front(), hop);
  DealtTrees best = deal(std::move(one), packets, hop);
  const unsigned most = packets > 1 ? least_cut(links, root, links.ports()) : 1;
  std::mt19937_64 random(1);
  std::uint64_t left = kMostMet;
  for (unsigned i = 0; i < kTries; ++i) {
    for (unsigned count = most; count > 1; --count) {
      if ((packets - 1) / count + first >= best.cycles) continue;  // not even if all were as shallow
      if (kMostMet - left > kMostMore) return best;
      std::vector<RootedTree> trees = branchings(links, root, count, random, left);
      if (trees.empty()) return best;
      DealtTrees found = deal(std::move(trees), packets, hop);
      if (found.cycles < best.cycles) best = std::move(found);
    }
  }
  return best;
}

}  // namespace testbench
