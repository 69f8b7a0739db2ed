// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/trees_to_all.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "testbench/plans/collectives/timetable.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/weighted_trees.hpp"

namespace testbench {
namespace {

using network::Ports;

// Some packets of a tree, which are sent in a row.
struct Block {
  std::uint32_t tree;
  std::uint32_t number;
};

// The blocks of an owner, in one order for all its ports: of all trees in turn, those of deep trees earlier. They go
// backwards, so that packets go up in the order of their numbers.
std::vector<Block> own_blocks(const TreesToAll& trees, std::uint32_t owner,
                              const std::vector<std::uint32_t>& blocks_of_tree) {
  constexpr std::int64_t kEarlier = 2;  // a level deeper
  std::vector<std::tuple<std::int64_t, std::uint32_t, std::uint32_t>> order;
  for (std::uint32_t tree = owner; tree < trees.all(); tree += trees.links().ends()) {
    const std::uint32_t blocks = blocks_of_tree[tree / trees.links().ends()];
    const std::int64_t early = trees.trees_of_owner() == 1 ? 0 : kEarlier * trees.depth(tree);
    for (std::uint32_t i = 0; i < blocks; ++i) {
      const std::int64_t time = std::int64_t{i} * trees.trees_of_owner() - early;
      order.emplace_back(time, tree, blocks - 1 - i);
    }
  }
  std::ranges::sort(order);
  std::vector<Block> found;
  found.reserve(order.size());
  for (const auto& [time, tree, number] : order) found.push_back({tree, number});
  return found;
}

// Calls arrived(node, block) for all arrivals, in their order. Owners take turns for times.
template <class Arrived>
std::uint64_t timed(const TreesToAll& trees, std::uint32_t blocks, Arrived arrived) {
  const std::vector<std::uint32_t> blocks_of_tree = dealt(blocks, trees.trees_of_owner());
  Timetable table(trees);
  std::vector<std::vector<Block>> own;
  own.reserve(trees.owners());
  for (std::uint32_t owner = 0; owner < trees.owners(); ++owner) {
    own.push_back(own_blocks(trees, owner, blocks_of_tree));
  }
  for (std::uint32_t turn = 0; turn < blocks; ++turn) {
    for (const std::vector<Block>& blocks_of_owner : own) {
      table.add(blocks_of_owner[turn].tree, blocks_of_owner[turn].number);
    }
  }
  return table.each_arrival(
      [&](std::uint32_t node, std::uint32_t tree, std::uint32_t number) { arrived(node, Block{tree, number}); });
}

// The same as nodes play them.
template <class Arrived>
std::uint64_t played(const TreesToAll& trees, std::uint32_t blocks, std::uint64_t limit, Arrived arrived) {
  const std::vector<std::uint32_t> blocks_of_tree = dealt(blocks, trees.trees_of_owner());
  std::vector<OutputModel<Block>> nodes(trees.links().nodes(), {trees.links().ports(), false});
  for (std::uint32_t node = 0; node < trees.owners(); ++node) {
    for (const Block& block : own_blocks(trees, node, blocks_of_tree)) {
      for (const unsigned port : trees.children(node, block.tree)) nodes[node].own(port, block);
    }
  }
  return cycles_of_nodes(nodes, trees.turned(), limit, [&](std::uint32_t node, const Block& block) {
    arrived(node, block);
    return trees.children(node, block.tree);
  });
}

}  // namespace

TreesToAll::TreesToAll(std::shared_ptr<const BothWays> ways, From from, SourceTrees trees, std::uint32_t trees_of_owner)
    : ways_(std::move(ways)), trees_(std::move(trees)), trees_of_owner_(trees_of_owner), owners_(ways_->links.ends()) {
  if (from == From::kAll) return;
  is_used_.resize(std::size_t{all()} * links().nodes());
  for (std::uint32_t tree = 0; tree < all(); ++tree) {
    for (std::uint32_t node = 0; node < owner(tree); ++node) {
      for (std::uint32_t at = node; at != owner(tree) && !is_used_[place(at, tree)];
           at = links().neighbour(at, parent_port(at, tree))) {
        is_used_[place(at, tree)] = true;
      }
    }
  }
}

Ports TreesToAll::children(std::uint32_t node, std::uint32_t tree) const {
  Ports found = trees_.children(turned(), node, tree);
  for (const unsigned port : found) {
    if (!is_used(turned().neighbour(node, port), tree)) found = found - Ports::one(port);
  }
  return found;
}

std::uint32_t TreesToAll::depth(std::uint32_t tree) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order{{owner(tree), 0}};
  for (std::size_t next = 0; next < order.size(); ++next) {
    const auto [node, levels] = order[next];
    for (const unsigned port : children(node, tree)) order.emplace_back(turned().neighbour(node, port), levels + 1);
  }
  return order.back().second;
}

std::uint64_t cycles_of_allgather(const TreesToAll& trees, std::uint32_t blocks, std::uint64_t limit) {
  return played(trees, blocks, limit, [](std::uint32_t, const Block&) {});
}

Order::Order(std::shared_ptr<const TreesToAll> trees, std::uint32_t blocks, Cut cut)
    : trees_(std::move(trees)),
      blocks_of_tree_(dealt(blocks, trees_->trees_of_owner())),
      runs_(std::size_t{trees_->links().nodes()} * (trees_->links().ports() + 1)) {
  const std::uint32_t ends = trees_->links().ends();
  const auto add = [&](std::size_t stream, const Block& block) {
    if (cut != Cut::kTrees) return runs_[stream].push_back({block.tree, block.number, 1});
    if (block.number == 0) runs_[stream].push_back({block.tree, 0, blocks_of_tree_[block.tree / ends]});
  };
  const auto arrived = [&](std::uint32_t node, const Block& block) {
    const bool is_own = node == trees_->owner(block.tree);
    add(is_own ? results_of(node) : stream(node, trees_->parent_port(node, block.tree)), block);
  };
  cycles_ = cut == Cut::kShortQueues ? timed(*trees_, blocks, arrived)
                                     : played(*trees_, blocks, ~std::uint64_t{0} - 1, arrived);
  for (std::uint32_t owner = 0; cut != Cut::kShortQueues && owner < trees_->owners(); ++owner) {
    for (const Block& block : own_blocks(*trees_, owner, blocks_of_tree_)) add(results_of(owner), block);
  }
  for (std::vector<Run>& runs : runs_) {
    std::ranges::reverse(runs);
    std::vector<Run> joined;
    for (const Run& run : runs) {
      if (!joined.empty() && joined.back().tree == run.tree && joined.back().end() == run.block) {
        joined.back().blocks += run.blocks;
      } else {
        joined.push_back(run);
      }
    }
    runs = std::move(joined);
  }
}

Order::Order(std::shared_ptr<const TreesToAll> trees, std::uint32_t blocks, std::uint64_t cycles,
             const Arrivals& arrivals, const std::vector<std::vector<std::uint32_t>>& own)
    : trees_(std::move(trees)),
      blocks_of_tree_(dealt(blocks, trees_->trees_of_owner())),
      cycles_(cycles),
      runs_(std::size_t{trees_->links().nodes()} * (trees_->links().ports() + 1)) {
  const std::uint32_t ends = trees_->links().ends();
  std::vector<std::uint32_t> sent(std::size_t{trees_->links().nodes()} * trees_->all());
  for (const auto& [node, tree] : arrivals) {
    std::vector<Run>& runs = runs_[stream(node, trees_->parent_port(node, tree))];
    const std::uint32_t block = blocks_of_tree_[tree / ends] - ++sent[std::size_t{node} * trees_->all() + tree];
    if (!runs.empty() && runs.back().tree == tree && runs.back().block == block + 1) {
      runs.back() = {tree, block, runs.back().blocks + 1};
    } else {
      runs.push_back({tree, block, 1});
    }
  }
  for (std::uint32_t owner = 0; owner < ends; ++owner) {
    for (const std::uint32_t tree : own.empty() ? std::vector<std::uint32_t>{owner} : own[owner])
      runs_[results_of(owner)].push_back({tree, 0, blocks_of_tree_[tree / ends]});
  }
  for (std::vector<Run>& runs : runs_) std::ranges::reverse(runs);
}

Order::Packets Order::packets(const Run& run, std::uint32_t packets) const {
  const std::uint32_t tree = run.tree / trees_->links().ends();
  const std::vector<std::uint32_t> of_trees = dealt(packets, trees_->trees_of_owner());
  const std::uint32_t before = std::reduce(of_trees.begin(), of_trees.begin() + tree);
  const auto begin = [&](std::uint32_t block) {
    return static_cast<std::uint32_t>(std::uint64_t{of_trees[tree]} * block / blocks_of_tree_[tree]);
  };
  return {before + begin(run.block), begin(run.end()) - begin(run.block)};
}

}  // namespace testbench
