// SPDX-License-Identifier: Apache-2.0
// Trees up which packets to every node are combined, and the order in which ports send them: an allgather is played
// down the trees on the turned links, and every port sends backwards what has come through it.
//
//     const auto trees = std::make_shared<const TreesToAll>(ways, From::kAll, SourceTrees(links, back), 4);
//     const Order order(trees, 64, Order::Cut::kBlocks);
//     for (const Order::Run& run : order.runs(node, port)) use(run.tree, order.packets(run, 64));
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"

namespace testbench {

// Up a tree to every node, from all other nodes or from those below it.
enum class From { kAll, kBelow };

struct BothWays {
  LinkTable links;
  LinkTable turned;
};

// For every node, the owner of what is combined there, one tree of paths to it or several, cut back to the nodes from
// which packets come. Tree t of an owner is number t n + owner.
class TreesToAll {
 public:
  TreesToAll(std::shared_ptr<const BothWays> ways, From from, SourceTrees trees, std::uint32_t trees_of_owner = 1);

  // Only the first nodes are owners from now on, where there are more.
  void keep_owners(std::uint32_t most) { owners_ = std::min(owners_, most); }
  std::uint32_t owners() const { return owners_; }

  std::uint32_t trees_of_owner() const { return trees_of_owner_; }
  std::uint32_t all() const { return links().ends() * trees_of_owner_; }
  std::uint32_t owner(std::uint32_t tree) const { return tree % links().ends(); }
  unsigned parent_port(std::uint32_t node, std::uint32_t tree) const { return trees_.parent_port(node, tree); }
  network::Ports children(std::uint32_t node, std::uint32_t tree) const;
  // Levels of the tree below its owner.
  std::uint32_t depth(std::uint32_t tree) const;
  // Trees over the busiest link, at least.
  std::uint64_t least() const { return is_used_.empty() && owners_ == links().ends() ? trees_.most_loaded() : 0; }
  const LinkTable& links() const { return ways_->links; }
  const LinkTable& turned() const { return ways_->turned; }

 private:
  bool is_used(std::uint32_t node, std::uint32_t tree) const {
    return node != owner(tree) && (is_used_.empty() ? trees_.has(node, tree) : is_used_[place(node, tree)]);
  }
  std::size_t place(std::uint32_t node, std::uint32_t tree) const { return std::size_t{tree} * links().nodes() + node; }

  std::shared_ptr<const BothWays> ways_;
  SourceTrees trees_;
  std::uint32_t trees_of_owner_;
  std::uint32_t owners_;
  std::vector<bool> is_used_;  // by tree and node; empty: all are
};

// The cycles of the allgather down the trees, each owner with so many blocks of one packet; more than the limit where it
// takes more.
std::uint64_t cycles_of_allgather(const TreesToAll& trees, std::uint32_t blocks, std::uint64_t limit);

// Trees, and what ports send in which order.
class Order {
 public:
  // All packets of a tree in a row, in the order of its last block in the allgather, or each block for itself. Blocks
  // take the cycles of the allgather, for more entries in the programs. In short queues one block waits at most
  // (timetable.hpp).
  enum class Cut { kTrees, kBlocks, kShortQueues };
  struct Run {
    std::uint32_t tree;
    std::uint32_t block;  // the first
    std::uint32_t blocks;

    std::uint32_t end() const { return block + blocks; }
  };
  struct Packets {
    std::uint32_t first;
    std::uint32_t count;
  };

  // `blocks`: of an owner.
  Order(std::shared_ptr<const TreesToAll> trees, std::uint32_t blocks, Cut cut);
  // Blocks in the order in which they have arrived in an allgather, at nodes and of trees, of `cycles`. `own`: by owner, the order
  // in which it has sent its trees; empty where it has one.
  using Arrivals = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  Order(std::shared_ptr<const TreesToAll> trees, std::uint32_t blocks, std::uint64_t cycles, const Arrivals& arrivals,
        const std::vector<std::vector<std::uint32_t>>& own = {});

  const TreesToAll& trees() const { return *trees_; }
  // How long the allgather takes.
  std::uint64_t cycles() const { return cycles_; }
  const std::vector<Run>& runs(std::uint32_t node, unsigned port) const { return runs_[stream(node, port)]; }
  // The blocks that an owner combines.
  const std::vector<Run>& results(std::uint32_t owner) const { return runs_[results_of(owner)]; }
  // The packets of a run, or of a tree, where each owner has so many.
  Packets packets(const Run& run, std::uint32_t packets) const;
  Packets all_of(std::uint32_t tree, std::uint32_t packets) const {
    return this->packets({tree, 0, blocks_of_tree_[tree / trees_->links().ends()]}, packets);
  }

 private:
  std::size_t stream(std::uint32_t node, unsigned port) const {
    return std::size_t{node} * (trees_->links().ports() + 1) + port;
  }
  std::size_t results_of(std::uint32_t owner) const { return stream(owner, trees_->links().ports()); }

  std::shared_ptr<const TreesToAll> trees_;
  std::vector<std::uint32_t> blocks_of_tree_;
  std::uint64_t cycles_ = 0;
  std::vector<std::vector<Run>> runs_;  // by node and port, and behind the ports its results
};

}  // namespace testbench
